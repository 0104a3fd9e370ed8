import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

/** Commands that do from outside what a person does with keys. */
export default function control(pi: ExtensionAPI): void {
  pi.registerCommand("control-reload", { handler: (_args, context) => context.reload() });
  pi.registerCommand("control-tree", {
    handler: async (args, context) => void (await context.navigateTree(args.trim())),
  });
}
