import { openHistory } from "../../src/container.ts";
import { RecallError } from "../../src/domain/model/errors.ts";

/**
 * Asks a history over a damaged index and prints what happened as one JSON line: a child process, because what SQLite or this program do
 * with damage may be to crash. `argv`: folder of the sessions, agent directory, queries as JSON.
 */
const [sessions = "", agent = "", queries = "[]"] = process.argv.slice(2);
const everyone = { cwd: "/", everything: true };
const env = { PI_CODING_AGENT_DIR: agent, PI_CODING_AGENT_SESSION_DIR: sessions };

async function ask() {
  const { history, notices } = await openHistory({ env, cwd: "/" });
  try {
    const answers = [];
    // First as the index is, then as every command does it.
    for (const syncs of [false, true]) {
      if (syncs) await history.sync(everyone);
      for (const query of JSON.parse(queries) as string[]) {
        const { hits, totals, coverage } = await history.search({ query }, everyone);
        answers.push({ query, syncs, state: coverage.state, totals, hits });
      }
    }
    const found = await history.verify({ repair: false }, everyone);
    const repaired = found.ok ? found : await history.verify({ repair: true }, everyone);
    const after = [];
    for (const query of JSON.parse(queries) as string[]) {
      after.push((await history.search({ query }, everyone)).totals);
    }
    return { answers, notices, found: found.ok, repaired: repaired.ok, after };
  } finally {
    await history.close();
  }
}

async function report(): Promise<unknown> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof RecallError) return { failure: { code: error.code, message: error.message } };
    return { crash: error instanceof Error ? error.stack : String(error) };
  }
}

process.stdout.write(`${JSON.stringify(await report())}\n`);
