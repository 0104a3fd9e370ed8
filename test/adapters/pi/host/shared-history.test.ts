import { afterEach, describe, expect, test, vi } from "vitest";
import { leaseHistory } from "../../../../src/adapters/pi/host/shared-history.ts";
import type { HistoryPlace } from "../../../../src/adapters/pi/host/startable-history.ts";
import { aStartableHistory } from "./a-startable-history.ts";

let places = 0;
/** A place that no other test has. */
const aPlace = (): HistoryPlace => ({ cwd: `/home/ada/${++places}`, env: { PI_CODING_AGENT_DIR: "/agent" } });
/** Opens histories and keeps them. */
function anOpener() {
  const opened: ReturnType<typeof aStartableHistory>[] = [];
  return {
    opened,
    open: () => {
      const history = aStartableHistory();
      opened.push(history);
      return history;
    },
  };
}
afterEach(() => {
  vi.useRealTimers();
});

describe("leaseHistory", () => {
  test("one history for every session and extension at a place; the last to go closes it", async () => {
    const { opened, open } = anOpener();
    const place = aPlace();
    const first = leaseHistory(place, open);
    const second = leaseHistory({ ...place, env: { ...place.env } }, open);
    expect(opened.map(({ life }) => life)).toEqual([["started"]]);
    expect(second.history).toBe(first.history);
    expect(second.syncs).toBe(first.syncs);
    await first.release(false);
    await first.release(false);
    expect(opened[0]?.life).toEqual(["started"]);
    await second.release(false);
    expect(opened[0]?.life).toEqual(["started", "closed"]);
    await leaseHistory(place, open).release(false);
    expect(opened).toHaveLength(2);
  });

  test("another place has another one", async () => {
    const { opened, open } = anOpener();
    const leases = [aPlace(), aPlace()].map((place) => leaseHistory(place, open));
    expect(opened).toHaveLength(2);
    await Promise.all(leases.map((lease) => lease.release(false)));
    expect(opened.map(({ life }) => life)).toEqual([
      ["started", "closed"],
      ["started", "closed"],
    ]);
  });

  test("stays open for the session that replaces the last one", async () => {
    vi.useFakeTimers();
    const { opened, open } = anOpener();
    const place = aPlace();
    await leaseHistory(place, open).release(true);
    await vi.advanceTimersByTimeAsync(1900);
    const next = leaseHistory(place, open);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(opened.map(({ life }) => life)).toEqual([["started"]]);
    await next.release(true);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(opened.map(({ life }) => life)).toEqual([["started", "closed"]]);
  });

  test("a replaced session does not close what another extension still uses", async () => {
    vi.useFakeTimers();
    const { opened, open } = anOpener();
    const place = aPlace();
    const [one, other] = [leaseHistory(place, open), leaseHistory(place, open)];
    await one.release(true);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(opened[0]?.life).toEqual(["started"]);
    await other.release(false);
    expect(opened[0]?.life).toEqual(["started", "closed"]);
  });

  test("tells a notice once, whatever number of sessions asks", async () => {
    const { open } = anOpener();
    const place = aPlace();
    const [one, other] = [leaseHistory(place, open), leaseHistory(place, open)];
    expect(one.untold(["a", "b", "a"])).toEqual(["a", "b"]);
    expect(other.untold(["b", "c"])).toEqual(["c"]);
    await one.release(false);
    await other.release(false);
  });
});
