import { expect, test } from "vitest";
import { openSession } from "../../../../src/adapters/pi/host/session-host.ts";
import { aContext } from "./a-context.ts";
import { aStartableHistory } from "./a-startable-history.ts";

test("what goes wrong in use is told after the next sync, once", async () => {
  const { context, notified } = aContext();
  const notices: string[] = [];
  let syncs = 0;
  const history = aStartableHistory({
    notices: () => Promise.resolve([...notices]),
    sync: () => {
      if (++syncs > 1) notices[0] = "An index in memory stands in.";
      return Promise.reject(new Error("The disk is full."));
    },
  });
  const host = openSession(context, () => history);
  await new Promise(setImmediate);
  expect(notified).toEqual([]);
  for (let turn = 0; turn < 3; turn++) {
    host.sync(context);
    await new Promise(setImmediate);
  }
  expect(syncs).toBe(4);
  expect(notified).toEqual(["pi-event-recall: An index in memory stands in."]);
  await host.close(false);
});
