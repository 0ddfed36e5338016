// Compares the prediction with one measured call: what the model received, without what no rule can predict (times, file paths and ids
// that a client generates).

import type { Got } from '../../shared/seen/parts/seen.ts';
import type { Seen } from '../../shared/seen/seen.ts';
import type { Measured } from './run-client.ts';

/** `null` if the prediction was right. */
export function differenceOf(predicted: Seen, { got, beside, flag }: Measured, home: string): string | null {
  const expected = comparable(predicted.got, '');
  const real = comparable(withBeside(got, beside), home);
  if (expected !== real) return firstDifference(expected, real);
  const isFlagged = flag !== null && flag !== undefined;
  if (isFlagged && !predicted.flagged) return `predicted no flag, and the client set ${flag}`;
  return null;
}

/** Images that a client sends in a separate message count as received. */
function withBeside(got: unknown, beside: unknown[] | undefined): unknown {
  if (beside === undefined) return got;
  const isGemini = beside.some((part) => typeof part === 'object' && part !== null && 'inlineData' in part);
  return isGemini ? [{ text: got }, ...beside] : [{ type: 'text', text: got }, ...beside];
}

function comparable(got: Got | unknown, home: string): string {
  const text = typeof got === 'string' ? got : JSON.stringify(sorted(got));
  const known = text.replace(/Wall time: \d+\.\d{4} seconds/g, 'Wall time: N seconds');
  if (home === '') return known;
  const from = home.slice(0, home.lastIndexOf('/'));
  let rest = known;
  let made = '';
  for (let at = rest.indexOf(from); at !== -1; at = rest.indexOf(from)) {
    made += `${rest.slice(0, at)}<file>`;
    rest = rest.slice(at).replace(/^[\w/.-]*[\w-]/, '');
  }
  return made + rest;
}

/** Fields in one order, because the vendors' APIs ignore it. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(members.map(([name, each]) => [name, sorted(each)]));
}

function firstDifference(expected: string, real: string): string {
  let at = 0;
  while (at < expected.length && expected[at] === real[at]) at += 1;
  const shown = (text: string) => JSON.stringify(text.slice(Math.max(0, at - 20), at + 60));
  return `at ${at} of ${real.length}: predicted ${shown(expected)}, measured ${shown(real)}`;
}
