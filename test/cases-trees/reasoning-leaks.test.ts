import { expect, test } from "vitest";
import {
  assistant,
  branchSummary,
  compaction,
  contextEdit,
  customEntry,
  customMessage,
  message,
  sessionFile,
  type SessionEntry,
  system,
  text,
  toolCall,
  toolResult,
  user,
} from "../support/session-file.ts";
import { onEachEngine, type OpenedCase, withCase } from "./open-case.ts";

const cwd = "/ws/alpha";
const thinking = { type: "thinking", thinking: "innerthought", thinkingSignature: "SIGPAYLOAD" };
const SECRETS = ["innerthought", "SIGPAYLOAD"];

/** Expects that no answer and no byte of the index holds a secret. `visible`: a word that every entry may be found by. */
async function expectNoSecret(opened: OpenedCase, sessionId: string, entryIds: string[], visible: string) {
  const answers: unknown[] = [await opened.search(visible), await opened.sessions(), await opened.lineage(sessionId)];
  for (const entryId of entryIds) {
    answers.push(await opened.read(sessionId, entryId, { before: 10, after: 10 }));
    answers.push(await opened.read(sessionId, entryId, { before: 10, after: 10, order: "append" }));
    answers.push(await opened.trace(sessionId, entryId, 2));
  }
  const shown = JSON.stringify(answers).toLowerCase();
  const kept = opened.indexBytes().toString("latin1").toLowerCase();
  for (const secret of SECRETS) {
    expect(shown).not.toContain(secret.toLowerCase());
    expect(kept).not.toContain(secret.toLowerCase());
    const { hits, noMatch } = await opened.search(secret);
    expect([hits, noMatch?.clauses]).toEqual([[], [{ text: secret, events: 0 }]]);
  }
}

onEachEngine("Reasoning leaves through a side door (B66)", (engine) => {
  test("thinking, redacted thinking and signatures match nothing and are never shown", () =>
    withCase({ engine, input: "reasoning-leaks" }, async (opened) => {
      const { hits } = await opened.search("visible");
      expect(hits).toMatchObject([{ entryId: "a1", matchingFragmentId: "0:assistant.text", matchingFragmentCount: 1 }]);
      const read = await opened.read("b66", "a1");
      expect(read.fragments.map(({ fragmentId, preview }) => [fragmentId, preview.text])).toEqual([
        ["0:assistant.text", "visible"],
        ["1:tool.call", "bash\ncommand: ls"],
      ]);
      expect(read.omissions).toEqual([
        { kind: "thinking", bytes: 12 },
        { kind: "thinking", bytes: 0 },
      ]);
      await expectNoSecret(opened, "b66", ["a1"], "visible");
    }));

  const doors: readonly [string, SessionEntry][] = [
    ["a user's message with a thinking block", user([thinking, text("openword")])],
    ["a tool result with a thinking block", toolResult("c", "bash", [text("openword"), thinking])],
    ["a custom message with a thinking block", customMessage("note", [thinking, text("openword")])],
    ["a thinking block that also has a text", assistant([{ ...thinking, text: "innerthought" }, text("openword")])],
    ["a redacted block", assistant([{ type: "redacted_thinking", data: "SIGPAYLOAD" }, text("openword")])],
    ["a reasoning block", assistant([{ type: "reasoning", summary: [text("innerthought")] }, text("openword")])],
    ["a content that is one block", assistant([text("openword")], { reasoning_content: "innerthought", thinking })],
    ["details of a tool result", toolResult("c", "bash", "openword", { details: { raw: "innerthought SIGPAYLOAD" } })],
    [
      "nested calls of a tool result",
      toolResult("c", "codemode", "openword", {
        nestedCalls: { calls: [{ id: "c/1", name: "bash", arguments: { command: "innerthought" } }] },
      }),
    ],
    [
      "partial arguments and signatures of a call",
      assistant([
        text("openword"),
        {
          ...toolCall("c", "bash", { command: "ls" }),
          partialJson: '{"command":"innerthought',
          thoughtSignature: "SIGPAYLOAD",
        },
      ]),
    ],
    ["a text signature", assistant([{ ...text("openword"), textSignature: "SIGPAYLOAD" }])],
    [
      "a compaction's system message",
      compaction("openword", "e1", { systemMessage: { role: "system", content: [thinking] } }),
    ],
    ["details of a compaction", compaction("openword", "e1", { details: { thinking: "innerthought", SIGPAYLOAD: 1 } })],
    [
      "details of a branch summary",
      branchSummary("openword", "root", { details: { notes: ["innerthought SIGPAYLOAD"] } }),
    ],
    ["details of a custom message", customMessage("note", "openword", { details: { inner: "innerthought" } })],
    ["an image's data", user([text("openword"), { type: "image", data: "innerthought", mimeType: "image/png" }])],
    ["a MIME type", user([text("openword"), { type: "image", data: "AAAA", mimeType: "innerthought SIGPAYLOAD" }])],
    ["a block's type", user([text("openword"), { type: "innerthought SIGPAYLOAD", text: "innerthought" }])],
    ["a block in a block", user([{ type: "document", content: [text("innerthought")] }, text("openword")])],
    ["fields beside the message", user("openword", { thinking: "innerthought", signature: "SIGPAYLOAD" })],
  ];

  test.each(doors)("%s keeps it in", (_, entry) =>
    withCase(
      {
        engine,
        place: (folder) =>
          void sessionFile(folder, { id: "door", cwd, entries: [user("before"), entry, user("after")] }),
      },
      async (opened) => {
        expect((await opened.search("openword")).hits).toMatchObject([{ entryId: "e2", matchingFragmentCount: 1 }]);
        await expectNoSecret(opened, "door", ["e1", "e2", "e3"], "openword");
      },
    ),
  );

  const silent: readonly [string, SessionEntry][] = [
    ["only thinking", assistant([thinking])],
    ["a system message", system("innerthought SIGPAYLOAD")],
    ["a custom entry's data", customEntry("state", { note: "innerthought SIGPAYLOAD" })],
    ["a context edit's replacement", contextEdit("e1", [thinking, text("innerthought")])],
    ["a type that Pi does not know", { type: "musing", text: "innerthought", summary: "SIGPAYLOAD" }],
    ["a role that Pi does not know", message({ role: "thinker", content: [text("innerthought SIGPAYLOAD")] })],
    ["usage", { type: "usage", usage: { note: "innerthought SIGPAYLOAD" } }],
    ["a model change", { type: "model_change", provider: "innerthought", modelId: "SIGPAYLOAD" }],
  ];

  test.each(silent)("%s is a node of the tree without a word of text", (_, entry) =>
    withCase(
      {
        engine,
        place: (folder) =>
          void sessionFile(folder, { id: "door", cwd, entries: [user("before"), entry, user("after")] }),
      },
      async (opened) => {
        const read = await opened.read("door", "e2");
        expect(read.fragments).toEqual([]);
        expect((await opened.trace("door", "e3")).parent?.node.entryId).toBe("e2");
        await expectNoSecret(opened, "door", ["e1", "e2", "e3"], "before");
      },
    ),
  );
});
