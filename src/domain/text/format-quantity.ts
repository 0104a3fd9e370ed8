const numbers = new Intl.NumberFormat("en-US");

export function formatNumber(count: number): string {
  return numbers.format(count);
}

/** `1 event`, `2,000 events`, `no events`. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return count === 0 ? `no ${many}` : `${formatNumber(count)} ${count === 1 ? one : many}`;
}

const UNITS = ["bytes", "KB", "MB", "GB", "TB"] as const;

/** Bytes in decimal units: `512 bytes`, `1.5 MB`. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 || value >= 99.5 ? Math.round(value) : value.toFixed(1)} ${UNITS[unit]}`;
}
