// The file that says which rehearsal runs, for a wrap or proxy that a client starts by itself. Clients strip variables, so a file
// is the way that always works. Owns its shape; who writes it removes it at the end.

import { isObject, parseJson } from '../json/json.ts';
import { type Plan, readPlan } from './rehearsal-plan.ts';

/** In the data folder. */
export const rehearseFolder = 'rehearse';
export const activeFile = 'active.json';
/** Beside it: which calls the plan has taken so far. Belongs to the rehearsal, and is removed with it. */
export const turnsFile = 'turns.log';

export interface ActiveRehearsal {
  plan: Plan;
  /** The process that runs it. Without that process the file means nothing. */
  pid: number;
  /** In ms since 1970. */
  expiry: number;
}

export const writeActive = ({ plan, pid, expiry }: ActiveRehearsal): string =>
  `${JSON.stringify({ plan, pid, expiry: new Date(expiry).toISOString() })}\n`;

/** null: it is not such a file. */
export function readActive(text: string): ActiveRehearsal | null {
  const parsed = parseJson(text);
  if (!parsed.ok || !isObject(parsed.value)) return null;
  const { plan, pid, expiry } = parsed.value;
  if (plan === undefined || typeof pid !== 'number' || !Number.isSafeInteger(pid) || pid <= 0) return null;
  const ends = typeof expiry === 'string' ? Date.parse(expiry) : Number(expiry);
  const read = readPlan(JSON.stringify(plan));
  return read.ok && Number.isFinite(ends) ? { plan: read.plan, pid, expiry: ends } : null;
}
