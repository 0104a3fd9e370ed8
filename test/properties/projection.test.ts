import { fc, test } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import { CONTRIBUTIONS, FRAGMENT_KINDS, ROLES } from "../../src/domain/model/vocabulary.ts";
import { jsonText } from "../../src/domain/projection/json-text.ts";
import { parseTimestamp } from "../../src/domain/projection/parse-timestamp.ts";
import { projectEntry } from "../../src/domain/projection/project-entry.ts";
import { runsOwnCommand } from "../../src/domain/projection/runs-own-command.ts";
import { shortenForIndex } from "../../src/domain/projection/shorten-for-index.ts";
import { analyze, LONG_RUN } from "../../src/domain/text/analyzer.ts";
import { mutatedEntry, realEntry } from "./any-entry.ts";
import { anyText } from "./any-text.ts";

const place = fc.record({
  position: fc.nat(),
  version: fc.constantFrom(1, 2, 3, 4),
  previousEntryId: fc.option(fc.string({ minLength: 1 })),
});

describe("projection laws", () => {
  test.prop([fc.oneof(mutatedEntry, fc.jsonValue()), place])(
    "whatever JSON a line holds becomes an event or none",
    (record, at) => {
      const event = projectEntry(record, at);
      if (!event) return;
      expect(event.entryId).not.toBe("");
      expect(event.parentId).not.toBe("");
      expect(CONTRIBUTIONS).toContain(event.contribution);
      if (event.knownRole !== undefined) expect(ROLES).toContain(event.knownRole);
      expect(event.time === null || Number.isSafeInteger(event.time)).toBe(true);
      for (const [ordinal, fragment] of event.fragments.entries()) {
        expect(fragment.ordinal).toBe(ordinal);
        expect(FRAGMENT_KINDS).toContain(fragment.kind);
        expect(fragment.text).toBeTypeOf("string");
        expect(fragment.text).not.toMatch(/\[object |undefined|function /);
      }
      for (const { kind, mimeType, bytes } of event.omissions) {
        expect(Number.isSafeInteger(bytes) && bytes >= 0).toBe(true);
        expect(`${kind} ${mimeType ?? ""}`.length).toBeLessThan(200);
      }
      for (const link of event.links) {
        const name = "entryId" in link ? link.entryId : "path" in link ? link.path : link.callId;
        expect(name).toBeTypeOf("string");
        expect(name).not.toBe("");
      }
      // A second reading of the same bytes is the same event, and an event is plain data.
      expect(projectEntry(JSON.parse(JSON.stringify(record)), at)).toEqual(event);
      expect(structuredClone(event)).toEqual(event);
    },
  );

  test.prop([realEntry, place])("what must not leave the file does not", (record, at) => {
    expect(JSON.stringify(projectEntry(record, at) ?? null)).not.toMatch(
      /THOUGHT|SIGNATURE|PARTIAL|DETAIL|PROMPT|DATA|EDIT|AA==/,
    );
  });

  test.prop([fc.array(anyText), fc.constantFrom("user", "assistant", "toolResult", "system")])(
    "every text block is one fragment with that text",
    (texts, role) => {
      const content = texts.map((text) => ({ type: "text", text }));
      const event = projectEntry(
        { type: "message", id: "a", message: { role, content } },
        { position: 1, version: 3, previousEntryId: null },
      );
      expect(event?.fragments.map(({ text }) => text)).toEqual(role === "system" ? [] : texts);
    },
  );
});

describe("laws of the parts", () => {
  test.prop([fc.jsonValue()])("JSON text is JSON.stringify's", (value) => {
    expect(jsonText(value)).toBe(JSON.stringify(value));
  });

  test.prop([fc.date({ noInvalidDate: true })])("every time that Pi can write is read back", (date) => {
    expect(parseTimestamp(date.toISOString())).toBe(date.getTime());
  });

  test.prop([
    fc.array(
      fc.constantFrom(
        "pi-event-recall",
        "$(",
        ")",
        "`",
        '"',
        "'",
        "\\",
        "<<A",
        "\n",
        ";",
        " ",
        "npx",
        "#",
        "sh -c ",
        "x=1",
        "A",
        ">",
      ),
    ),
  ])("any shell text is told apart without an error, the same way every time", (pieces) => {
    const script = pieces.join("");
    expect(runsOwnCommand(script)).toBe(runsOwnCommand(script));
  });

  test.prop([anyText, fc.integer({ min: 0, max: 40 })])(
    "what is indexed of a text holds no token that the text has not",
    (text, limit) => {
      const { text: indexed, shortened, tailAt, tailStart } = shortenForIndex(text, limit);
      const points = Array.from(text);
      expect(shortened).toBe(points.length > limit);
      if (!shortened) expect(indexed).toBe(text);
      const side = Math.floor(limit / 2);
      const kept = Array.from(indexed);
      if (shortened) {
        expect(kept.slice(0, side)).toEqual(points.slice(0, side));
        expect(kept.slice(tailAt)).toEqual(points.slice(tailStart));
      }
      const tokens = new Set(analyze(text));
      for (const token of analyze(indexed)) expect(tokens.has(token) || token === LONG_RUN).toBe(true);
    },
  );
});
