import { join } from "node:path";
import { expect } from "vitest";
import { readWithPi } from "../oracle/pi-oracle.ts";
import type { OpenedCase } from "./open-case.ts";

/** `branchState selectionState` of every entry asked for, as `read` reports them. */
export async function statesOf(
  opened: OpenedCase,
  sessionId: string,
  entryIds: readonly string[],
): Promise<Record<string, string>> {
  const states: Record<string, string> = {};
  for (const entryId of entryIds) {
    const { event } = await opened.read(sessionId, entryId);
    states[entryId] = `${event.branchState} ${event.selectionState}`;
  }
  return states;
}

/** The related edges of an event, in order: `relation far/entry evidence`. */
export async function relatedOf(opened: OpenedCase, sessionId: string, entryId: string): Promise<string[]> {
  const { related } = await opened.trace(sessionId, entryId);
  return related.map(({ relation, evidence, node }) => `${relation} ${node.sessionId}/${node.entryId} ${evidence}`);
}

/**
 * Expects of every entry what Pi makes of the file: `selected` is its branch, `direct` its projection at the leaf, and the labels are
 * those in force. `excluded`: `!!` shell commands, which Pi projects and then leaves out of what it sends (design §8: `not-selected`).
 */
export async function expectAsInPi(
  opened: OpenedCase,
  sessionId: string,
  file: string,
  excluded: readonly string[] = [],
): Promise<void> {
  const pi = readWithPi(join(opened.folder, file));
  const selected: string[] = [];
  const direct: string[] = [];
  const labels = new Map<string, string>();
  for (const entryId of pi.entryIds) {
    const { event } = await opened.read(sessionId, entryId);
    if (event.branchState === "selected") selected.push(entryId);
    if (event.selectionState === "direct") direct.push(entryId);
    for (const label of event.labels) labels.set(entryId, label);
  }
  expect(selected.toSorted()).toEqual(pi.branch?.toSorted() ?? []);
  expect([...direct, ...excluded].toSorted()).toEqual(pi.direct?.toSorted() ?? []);
  expect(labels).toEqual(pi.labels);
}
