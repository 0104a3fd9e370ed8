import { createInterface } from "node:readline";
import { openHistory } from "../../src/container.ts";
import { RecallError } from "../../src/domain/model/errors.ts";

/**
 * A process that has an index open and answers one query per line of its input, without ever syncing. `argv`: folder of the sessions, agent
 * directory. Ends with its input.
 */
const [sessions = "", agent = ""] = process.argv.slice(2);
const everyone = { cwd: "/", everything: true };
const env = { PI_CODING_AGENT_DIR: agent, PI_CODING_AGENT_SESSION_DIR: sessions };
const { history, notices } = await openHistory({ env, cwd: "/" });

async function answer(query: string): Promise<object> {
  try {
    const { hits, coverage } = await history.search({ query }, everyone);
    return { hits: hits.map(({ sessionId, entryId }) => `${sessionId} ${entryId}`), state: coverage.state, notices };
  } catch (error) {
    if (error instanceof RecallError) return { failure: { code: error.code, message: error.message }, notices };
    return { crash: error instanceof Error ? error.stack : String(error), notices };
  }
}

for await (const query of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await answer(query))}\n`);
}
await history.close();
