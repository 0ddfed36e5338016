// Parses a duration of a command-line option: `500ms`, `30s`, `1.5m`, `2h`. A plain number has the option's unit.

const units: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, min: 60_000, h: 3_600_000, d: 86_400_000 };

/** null: not a duration. `plain` is the unit in milliseconds of a number without one. */
export function readDuration(text: string, plain: number): number | null {
  const [, amount, unit = ''] = /^(\d{1,10}(?:\.\d{1,3})?) ?(ms|s|m|min|h|d)?$/i.exec(text.trim()) ?? [];
  if (amount === undefined) return null;
  const ms = Number(amount) * (unit === '' ? plain : (units[unit.toLowerCase()] ?? 1));
  return Number.isFinite(ms) ? Math.round(ms) : null;
}
