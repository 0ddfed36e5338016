// The file that says which rehearsal runs, for a wrap or proxy that a client starts by itself. Clients strip variables, so a file
// is the way that always works. Owns its shape; who writes it removes it at the end.

import { isObject, type Json, member, parseJson } from '../../json/json.ts';
import { type AnswerDialect, answerDialects } from './answer-pairs.ts';
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
  /** The error models that servers have shown before, by the names of their wraps: the small wrap cannot learn them. */
  dialects?: KnownDialects;
}

export type KnownDialects = Readonly<Record<string, AnswerDialect>>;

export const writeActive = ({ plan, pid, expiry, dialects }: ActiveRehearsal): string =>
  `${JSON.stringify({ plan, pid, expiry: new Date(expiry).toISOString(), dialects })}\n`;

/** The process that wrote it. null: it names none. */
export function activeOwner(text: string): number | null {
  const parsed = parseJson(text);
  return parsed.ok ? ownerIn(parsed.value) : null;
}

function ownerIn(active: Json): number | null {
  const pid = member(active, 'pid');
  return typeof pid === 'number' && Number.isSafeInteger(pid) && pid > 0 ? pid : null;
}

/** null: it is not such a file. */
export function readActive(text: string): ActiveRehearsal | null {
  const parsed = parseJson(text);
  if (!parsed.ok || !isObject(parsed.value)) return null;
  const { plan, expiry, dialects } = parsed.value;
  const pid = ownerIn(parsed.value);
  if (plan === undefined || pid === null) return null;
  const ends = typeof expiry === 'string' ? Date.parse(expiry) : Number(expiry);
  const read = readPlan(JSON.stringify(plan));
  if (!read.ok || !Number.isFinite(ends)) return null;
  return { plan: read.plan, pid, expiry: ends, dialects: readDialects(dialects) };
}

function readDialects(dialects: Json | undefined): KnownDialects {
  const known = Object.entries(isObject(dialects) ? dialects : {}).flatMap(([server, id]) => {
    const dialect = answerDialects.find((one) => one === id);
    return dialect ? [[server, dialect] as const] : [];
  });
  return Object.fromEntries(known);
}
