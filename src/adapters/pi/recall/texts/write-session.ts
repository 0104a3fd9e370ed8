import type { RecalledSession } from "../../../../domain/model/recall.ts";
import { writeTime } from "../../texts/write-facts.ts";
import { writeId } from "../../texts/write-id.ts";
import { writeName } from "../../texts/write-name.ts";

/** Bytes of a name, and of a working directory. */
const NAME_BYTES = 240;
const FOLDER_BYTES = 400;

/** `"name" in "/cwd", started 2026-…, last activity 2026-…` and the file's path below: what later calls take in place of the id. */
export function writeSession(session: RecalledSession, indent: string): string[] {
  const name = session.name === undefined ? "" : `${writeName(session.name, NAME_BYTES)} `;
  const facts = [`${name}in ${writeName(session.cwd, FOLDER_BYTES)}`, `started ${writeTime(session.started)}`];
  if (session.lastActivity !== undefined) facts.push(`last activity ${writeTime(session.lastActivity)}`);
  return [indent + facts.join(", "), `${indent}path ${writeId(session.path)}`];
}
