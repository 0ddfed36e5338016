// Failures per day in local time, so that a trend can show one bar per day. Only the newest days are stored.

const dayMs = 86_400_000;
/** More than a trend shows, because failures may arrive late. */
const mostDays = 40;

/** Days since 1970, by the local calendar. */
export function dayOf(at: number): number {
  const date = new Date(at);
  return Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / dayMs);
}

export type Days = Record<number, number>;

export function addDay(days: Days, at: number, by: number): void {
  const day = dayOf(at);
  const count = (days[day] ?? 0) + by;
  if (count > 0) days[day] = count;
  else delete days[day];
  const all = Object.keys(days);
  if (all.length > mostDays) delete days[Math.min(...all.map(Number))];
}

/** One count per day, ending with the day of `to`. */
export function lastDays(days: Days, to: number, length: number): number[] {
  const last = dayOf(to);
  return Array.from({ length }, (_, index) => days[last - length + 1 + index] ?? 0);
}
