import { Value } from "@sinclair/typebox/value";
import { describe, expect, test } from "vitest";
import { eventReadParameters } from "../../../../src/adapters/pi/schemas/event-read-parameters.ts";
import { eventSearchParameters } from "../../../../src/adapters/pi/schemas/event-search-parameters.ts";
import { eventTraceParameters } from "../../../../src/adapters/pi/schemas/event-trace-parameters.ts";
import {
  BRANCH_STATES,
  ENTRY_TYPES,
  FRAGMENT_KINDS,
  ROLES,
  SELECTION_STATES,
} from "../../../../src/domain/model/vocabulary.ts";
import { MAX_NEIGHBOURS } from "../../../../src/domain/use-cases/read/read-event.ts";

const ids = { sessionId: "s", entryId: "e" };

describe("the parameters", () => {
  test("have the names of the requirements", () => {
    expect(Object.keys(eventSearchParameters.properties).toSorted()).toEqual(
      [
        "query",
        "sessionId",
        "cwd",
        "kinds",
        "entryTypes",
        "roles",
        "toolNames",
        "errorOnly",
        "time",
        "branchStates",
        "selectionStates",
      ].toSorted(),
    );
    expect(Object.keys(eventReadParameters.properties)).toEqual([
      "sessionId",
      "entryId",
      "fragmentId",
      "offset",
      "order",
      "before",
      "after",
    ]);
    expect(Object.keys(eventTraceParameters.properties)).toEqual(["sessionId", "entryId", "depth"]);
    expect(eventSearchParameters.required).toEqual(["query"]);
    expect(eventReadParameters.required).toEqual(["sessionId", "entryId"]);
    expect(eventTraceParameters.required).toEqual(["sessionId", "entryId"]);
  });

  test.each([
    ["kinds", FRAGMENT_KINDS],
    ["entryTypes", ENTRY_TYPES],
    ["roles", ROLES],
    ["branchStates", BRANCH_STATES],
    ["selectionStates", SELECTION_STATES],
  ] as const)("%s lists the domain's vocabulary", (name, values) => {
    const { items } = JSON.parse(JSON.stringify(eventSearchParameters)).properties[name] as { items: unknown };
    expect(items).toEqual({ type: "string", enum: values });
  });

  test.each([
    [eventSearchParameters, { query: "a" }, { limit: 5 }],
    [eventSearchParameters, { query: "a", time: { from: "2026-01-01" } }, { time: { since: "2026-01-01" } }],
    [eventSearchParameters, { query: "a", sessionId: "current" }, { query: "" }],
    [eventSearchParameters, { query: "a".repeat(1_000) }, { query: "a".repeat(1_001) }],
    [eventReadParameters, { ...ids, before: MAX_NEIGHBOURS, after: MAX_NEIGHBOURS }, { before: MAX_NEIGHBOURS + 1 }],
    [eventReadParameters, { ...ids, fragmentId: "0:user.text", offset: 0 }, { offset: -1 }],
    [eventReadParameters, { ...ids, after: 0 }, { after: 0.5 }],
    [eventReadParameters, ids, { limit: 1 }],
    [eventTraceParameters, { ...ids, depth: 2 }, { depth: 3 }],
    [eventTraceParameters, ids, { depth: 0 }],
    [eventTraceParameters, ids, { limit: 1 }],
  ])("take what is meant and nothing else (%#)", (schema, good, bad) => {
    expect(Value.Check(schema, good)).toBe(true);
    expect(Value.Check(schema, { ...good, ...bad })).toBe(false);
  });
});
