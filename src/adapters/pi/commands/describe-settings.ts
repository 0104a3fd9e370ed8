import type { SettingInForce } from "../../../domain/model/settings.ts";

/** `  limits.hits: 20 (file)`, one line per setting. */
export function describeSettings(settings: readonly SettingInForce[]): string[] {
  return settings.map(({ name, value, source }) => {
    const shown = Array.isArray(value) ? (value.length === 0 ? "none" : value.join(", ")) : String(value);
    return `  ${name}: ${shown} (${source})`;
  });
}
