import { expect, test } from "vitest";
import {
  assistant,
  customMessage,
  sessionFile,
  type SessionEntry,
  text,
  toolCall,
  toolResult,
  user,
} from "../support/session-file.ts";
import { onEachEngine, withCase } from "./open-case.ts";

const cwd = "/ws/alpha";
const DATA = Buffer.from("the PIXELWORD of an image ".repeat(40)).toString("base64");
const image = { type: "image", data: `PIXELWORD ${DATA}`, mimeType: "image/jpeg" };

onEachEngine("Image data is indexed as text, or huge values come back whole (B72)", (engine) => {
  test("of an image only its kind and size are shown; the caption beside it is found", () =>
    withCase({ engine, input: "image-data-indexed" }, async ({ search, read, indexBytes }) => {
      expect((await search("NEEDLExyz")).hits).toEqual([]);
      expect((await search("iVBORw0KGgoNEEDLExyz")).hits).toEqual([]);
      expect((await search("caption")).hits).toMatchObject([{ entryId: "a1", matchingFragmentId: "0:tool.result" }]);
      const answer = await read("b72", "a1");
      expect(answer.omissions).toEqual([{ kind: "image", mimeType: "image/png", bytes: 315 }]);
      expect(answer.fragmentCoverage).toEqual({ total: 1, returned: 1, omitted: 0, truncated: false });
      expect(JSON.stringify(answer)).not.toContain("NEEDLExyz");
      expect(indexBytes().toString("latin1").toLowerCase()).not.toContain("needlexyz");
    }));

  const carriers: readonly [string, SessionEntry][] = [
    ["a user's message", user([image, text("captionword")])],
    ["an assistant's message", assistant([text("captionword"), image])],
    ["a tool result", toolResult("c", "read", [image, image, text("captionword")])],
    ["a custom message", customMessage("shot", [text("captionword"), image])],
    [
      "an image in another shape",
      user([{ type: "image", source: { type: "base64", data: image.data } }, text("captionword")]),
    ],
    ["a file", user([{ type: "file", name: "PIXELWORD", data: DATA }, text("captionword")])],
  ];

  test.each(carriers)("%s gives a receipt and no data", (_, entry) =>
    withCase(
      { engine, place: (folder) => void sessionFile(folder, { id: "shot", cwd, entries: [user("x"), entry] }) },
      async ({ search, read, trace, indexBytes }) => {
        expect((await search("PIXELWORD")).hits).toEqual([]);
        expect((await search("captionword")).hits).toMatchObject([{ entryId: "e2", matchingFragmentCount: 1 }]);
        const near = await read("shot", "e1", { after: 1 });
        const omissions = near.after[0]?.omissions ?? [];
        expect(omissions.length).toBeGreaterThan(0);
        for (const { bytes } of omissions) expect(bytes).toBeGreaterThan(500);
        const shown = JSON.stringify([near, await trace("shot", "e2", 2)]);
        for (const secret of ["PIXELWORD", DATA.slice(0, 30)]) {
          expect(shown).not.toContain(secret);
          expect(indexBytes().toString("latin1").toLowerCase()).not.toContain(secret.toLowerCase());
        }
      },
    ),
  );

  test("a data address in a text is text: its words are found, its long run is none, the cut has a receipt", () =>
    withCase(
      {
        engine,
        place: (folder) => {
          const run = Buffer.alloc(6_000, "pixels").toString("base64").replaceAll("=", "");
          const entries = [user(`look data:image/png;base64,${run} thereafter`), user("data:text/plain,shortdata end")];
          sessionFile(folder, { id: "address", cwd, entries });
        },
      },
      async ({ search, read }) => {
        expect((await search("look thereafter")).hits).toMatchObject([{ entryId: "e1" }]);
        expect((await search("data:image/png;base64")).hits).toMatchObject([{ entryId: "e1" }]);
        expect((await search("cGl4ZWxz")).hits).toEqual([]);
        expect((await search("shortdata")).hits).toMatchObject([{ entryId: "e2" }]);
        const preview = (await read("address", "e1")).fragments[0]?.preview;
        expect(preview).toMatchObject({
          truncated: true,
          totalChars: 8_000 + "look data:image/png;base64, thereafter".length,
        });
        expect(preview?.text.startsWith("look data:image/png;base64,")).toBe(true);
        expect(preview?.text.endsWith(" thereafter")).toBe(true);
      },
    ));

  test("arguments of 50 KB, details of 50 KB and forty blocks are bounded, with exact receipts", () =>
    withCase(
      {
        engine,
        place: (folder) => {
          const content = `${"filler ".repeat(7_000)}deepargument${" filler".repeat(100)}`;
          const blocks = Array.from({ length: 40 }, (_, index) => text(`block${index} ${"y ".repeat(2_000)}`));
          const entries = [
            assistant([toolCall("c", "write", { path: "big.txt", content })]),
            toolResult("c", "write", blocks, { details: { diff: "hugedetail ".repeat(5_000) } }),
          ];
          sessionFile(folder, { id: "big", cwd, entries });
        },
      },
      async ({ search, read, trace }) => {
        const [hit] = (await search("deepargument")).hits;
        expect(hit).toMatchObject({ entryId: "e1", semanticKind: "tool.call", toolName: "write" });
        const call = await read("big", "e1");
        expect(call.fragments[0]?.preview).toMatchObject({
          truncated: true,
          shownRanges: [{ start: 0, end: 2_000 }, {}],
        });
        const window = await read("big", "e1", { fragmentId: "0:tool.call", offset: hit?.matchOffset ?? -1 });
        expect(window.fragments[0]?.preview.text.startsWith("deepargument")).toBe(true);
        expect((await search("block39")).hits).toMatchObject([{ entryId: "e2", matchingFragmentId: "39:tool.result" }]);
        expect((await search("hugedetail")).hits).toEqual([]);
        const result = await read("big", "e2");
        expect(result.fragmentCoverage).toEqual({ total: 40, returned: 20, omitted: 20, truncated: true });
        for (const answer of [call, result, await trace("big", "e2", 2)]) {
          expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThan(50_000);
          expect(JSON.stringify(answer)).not.toContain("hugedetail");
        }
      },
    ));
});
