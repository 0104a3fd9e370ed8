/** A skill as Pi's registry of commands has it in effect. Plain data: whoever runs inside Pi hands the skills in with a request. */
export interface SkillRecord {
  /** Without the `skill:` that its command begins with. */
  readonly name: string;
  readonly description?: string;
  /** Absolute path of its file. */
  readonly path: string;
}
