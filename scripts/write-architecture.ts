/**
 * `npm run docs:architecture`: draws the pictures of docs/architecture.md anew from the sources. Pictures drawn by hand are wrong a week
 * later; test/docs/architecture.test.ts fails until this has been run.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { drawArchitecture } from "./draw-architecture.ts";

const page = new URL("../docs/architecture.md", import.meta.url);
const PICTURES = /(<!-- pictures: written by npm run docs:architecture -->\n)[\s\S]*?(<!-- end of pictures -->)/;

const pictures = await drawArchitecture();
const text = readFileSync(page, "utf8");
if (!PICTURES.test(text)) throw new Error("docs/architecture.md has lost the comments that mark its pictures.");
writeFileSync(
  page,
  text.replace(PICTURES, (_, start: string, end: string) => `${start}\n${pictures}\n\n${end}`),
);
