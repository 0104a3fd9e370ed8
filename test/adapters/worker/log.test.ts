import { expect, test } from "vitest";
import { createInProcessWorker } from "../../../src/adapters/worker/in-process-worker.ts";
import type { OpenedHistory } from "../../../src/adapters/worker/history-host.ts";
import { openWorkerHistory } from "../../../src/adapters/worker/open-worker-history.ts";
import type { LogEntry } from "../../../src/ports/log-reader.ts";
import { scriptedHistory } from "./scripted-history.ts";

const entries: readonly LogEntry[] = ["first", "second"].map((message) => ({
  time: "2026-01-05T09:00:00.000Z",
  level: "error",
  message,
}));

function openOver(opened: Omit<OpenedHistory, "history" | "notices">) {
  const openHistory = () => Promise.resolve({ history: scriptedHistory({}), notices: [], ...opened });
  return openWorkerHistory({ createWorker: () => createInProcessWorker(openHistory), options: {} });
}

test("the end of the local log comes through, and where it lies", async () => {
  const history = openOver({ log: { place: "/agent/log.ndjson", recent: (count) => entries.slice(-count) } });
  expect(await history.log(1)).toEqual({ place: "/agent/log.ndjson", entries: entries.slice(1) });
  expect(await history.log(9)).toEqual({ place: "/agent/log.ndjson", entries });
  await history.close();
});

test("a history without a log has an empty one", async () => {
  const history = openOver({});
  expect(await history.log(3)).toEqual({ place: "", entries: [] });
  await history.close();
});
