import type { StartableHistory } from "../../../../src/adapters/pi/host/startable-history.ts";
import type { History } from "../../../../src/domain/use-cases/history.ts";
import { coverage, scriptedHistory } from "../../worker/scripted-history.ts";

/** A history that notes when it is started and closed. */
export function aStartableHistory(
  methods: Partial<Pick<StartableHistory, keyof History | "notices">> = {},
): StartableHistory & { readonly life: string[] } {
  const life: string[] = [];
  return {
    ...scriptedHistory({ sync: () => Promise.resolve(coverage), ...methods }),
    notices: methods.notices ?? (() => Promise.resolve([])),
    log: () => Promise.resolve({ place: "", entries: [] }),
    start: () => void life.push("started"),
    close: () => {
      life.push("closed");
      return Promise.resolve();
    },
    life,
  };
}
