import { expect, test } from "vitest";
import { tellPerson } from "../../../../src/adapters/pi/host/tell-person.ts";
import { aContext } from "./a-context.ts";

test("a notice keeps its lines, and nothing in it can move the cursor or reorder the text", () => {
  const { context, notified } = aContext();
  tellPerson(context, "unknown key \u001b[2J\u202e:\nuse engine");
  expect(notified).toEqual(["unknown key \\x1b[2J\\u202e:\nuse engine"]);
});
