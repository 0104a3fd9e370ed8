/** What a process needs to start, and what git needs to know whose repositories this person trusts (`safe.directory`). */
const KEPT = ["PATH", "HOME", "XDG_CONFIG_HOME", "USERPROFILE", "SYSTEMROOT"] as const;

/** Words before git's own command: nothing that a repository's settings name is run. */
export const GIT_WORDS = ["--no-pager", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null"] as const;

/**
 * The environment of a git process: no `GIT_…` of this process leads it elsewhere. A git from before 2024 knows no `GIT_NO_LAZY_FETCH`; it
 * fails where an object is missing, because no transport is allowed, whatever the repository's settings say.
 */
export function gitEnvironment(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const kept = KEPT.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]] as const]));
  return {
    ...Object.fromEntries(kept),
    LC_ALL: "C",
    GIT_NO_LAZY_FETCH: "1",
    GIT_ALLOW_PROTOCOL: "none",
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
    GIT_TRACE2: "0",
    GIT_TRACE2_EVENT: "0",
    GIT_TRACE2_PERF: "0",
  };
}
