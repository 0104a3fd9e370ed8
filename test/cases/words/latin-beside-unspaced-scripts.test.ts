import { describe, expect, test } from "vitest";
import { assistant, label, toolCall, toolResult, user } from "../../support/session-file.ts";
import { alphaSession } from "../alpha-session.ts";
import { engines, openCase } from "../open-case.ts";

describe.each(engines)("where the script changes a word ends (%s)", (engine) => {
  test("B39: a Latin name and a number between Han characters", () =>
    openCase(engine, "latin-beside-han", async ({ found, search }) => {
      for (const query of ["qlop", "svc-qlop", "12", "重建 qlop", "重建svc", "qlop后12项", "3", "步3"]) {
        expect(await found(query), query).toEqual(["b39/a1"]);
      }
      for (const query of ["nimbo", "NIMBO", "nimbo 网关", "nimbo网关", "整nimbo", "网关"]) {
        expect(await found(query), query).toEqual(["b39/a2"]);
      }
      for (const query of ["imbo", "nimb", "qlo", "1", "2", "网nimbo"]) expect(await found(query), query).toEqual([]);
      expect((await search("nimbo")).hits[0]).toMatchObject({ matchOffset: 2 });
    }));

  test.each([
    ["日本語でRustを書く", ["rust", "書く", "でrust"], ["rus", "語書"]],
    ["버전v2배포", ["v2", "버전", "배포"], ["v", "2"]],
    ["ใช้redisแทน", ["redis", "แทน"], ["edis", "ใช้แทน"]],
    ["ошибка在сервере", ["ошибка", "сервере", "在"], ["сервер", "ошибкасервере"]],
    ["naïve方法Größe", ["naive", "größe", "große", "方法"], ["größ", "naiv", "grosse"]],
    ["第３章ａｂｃ节", ["3", "abc", "第3章"], ["ab", "c"]],
    ["τέλος終", ["τελος", "ΤΕΛΟΣ", "終"], ["τελο"]],
  ])("%s in a call, a result and a label", (text, whole, parts) =>
    openCase(
      engine,
      {
        "s1.jsonl": alphaSession([
          assistant([toolCall("c1", "write", { content: text })]),
          toolResult("c1", "write", `(${text})`),
          label("e1", text),
          user("other"),
        ]),
      },
      async ({ found }) => {
        for (const query of whole) expect((await found(query)).toSorted(), query).toEqual(["s1/e1", "s1/e2", "s1/e3"]);
        for (const query of parts) expect(await found(query), query).toEqual([]);
      },
    ),
  );
});
