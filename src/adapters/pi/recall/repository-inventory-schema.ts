import { Type } from "@sinclair/typebox";
import { closedObject } from "../schemas/closed-object.ts";
import { oneOf } from "../schemas/vocabulary-schemas.ts";

const text = Type.String();
const count = Type.Integer({ minimum: 0 });
const paths = Type.Array(text);

const report = closedObject({
  available: Type.Literal(true),
  provenance: closedObject({
    packageScripts: Type.Literal("git-index"),
    executableScripts: Type.Literal("git-index"),
    agentInstructions: Type.Literal("git-index"),
    skills: Type.Literal("pi-effective-registry"),
  }),
  worktreeVerified: Type.Literal(false),
  packageScripts: Type.Array(
    closedObject({
      path: text,
      packageName: Type.Optional(text),
      scripts: Type.Array(closedObject({ name: text, command: text })),
    }),
  ),
  executableScripts: paths,
  agentInstructions: paths,
  skills: Type.Array(closedObject({ name: text, path: text, description: Type.Optional(text) })),
  omittedCounts: closedObject({
    packageScripts: count,
    executableScripts: count,
    agentInstructions: count,
    skills: count,
  }),
  truncated: Type.Boolean(),
});

const missing = closedObject({
  available: Type.Literal(false),
  reason: oneOf(["not-a-git-repository", "inventory-failed"]),
});

/** What a repository's index names that could own a workflow, or why that is not known. */
export const repositoryInventorySchema = Type.Union([report, missing]);
