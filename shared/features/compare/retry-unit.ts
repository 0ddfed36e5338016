// Finds the unit of a server's wait: finds the member with the number in the answer, and compares it with the decoded wait. A
// sentence counts only if no member has it.

import type { Failure } from '../../failure.ts';
import { isObject, type Json, parseJson } from '../../json/json.ts';
import { valueAtPrinted } from '../../json/json-place.ts';
import type { RetryUnit } from './compared.ts';
import type { Answered } from './probing.ts';

const waitNames = /retry.{0,40}(after|delay|in)|^(wait|delay|reset)(_|$)|backoff.*ms/i;
const nearly = (a: number, b: number): boolean => Math.abs(a - b) <= Math.max(1, Math.abs(b) * 0.01);
const nodeLimit = 2000;

export function retryUnitOf({ retry, evidence }: Failure, answered: Answered): RetryUnit | null {
  const { afterMs, sources } = retry;
  if (afterMs === null || afterMs <= 0) return null;
  const found = findFigure(answered, afterMs);
  if (found) return found;
  const header = answered.headers['retry-after'];
  if (header !== undefined) return { field: 'Retry-After', unit: 'seconds', value: header.slice(0, 60) };
  const path = sources?.afterMs ?? 'default';
  if (path === 'default') return null;
  // In prose, the sentence has to name its unit.
  const said = textAt(answered, path) ?? String(evidence.find((fact) => fact.path === path)?.value ?? '');
  const figure = /(\d{1,20}(?:\.\d{1,20})?)\s{0,20}(ms|milliseconds?|s|sec|seconds?)\b/i.exec(said);
  if (!figure) return null;
  const unit = /^m/i.test(figure[2] as string) ? 'milliseconds' : 'seconds';
  return { field: path.split('.').at(-1) ?? path, unit, value: figure[0] };
}

function findFigure({ message, body }: Answered, afterMs: number): RetryUnit | null {
  const waiting: Json[] = [message];
  const parsed = body === null ? null : parseJson(body);
  if (parsed?.ok) waiting.push(parsed.value);
  for (let seen = 0; waiting.length > 0 && seen < nodeLimit; seen += 1) {
    const value = waiting.shift() as Json;
    if (Array.isArray(value)) waiting.push(...value.slice(0, 50));
    else if (isObject(value)) {
      for (const [name, inner] of Object.entries(value)) {
        if (typeof inner === 'number' && waitNames.test(name)) {
          if (nearly(inner, afterMs)) return { field: name, unit: 'milliseconds', value: String(inner) };
          if (nearly(inner * 1000, afterMs)) return { field: name, unit: 'seconds', value: String(inner) };
        }
        waiting.push(inner);
      }
    } else if (typeof value === 'string' && value.length < 50_000 && /^\s*[{[]/.test(value)) {
      const inside = parseJson(value);
      if (inside.ok) waiting.push(inside.value);
    }
  }
  return null;
}

function textAt({ message }: Answered, path: string): string | null {
  const found = valueAtPrinted(message, path);
  return typeof found === 'string' ? found : null;
}
