// How long clients may cache lists: `ttlMs` and `cacheScope`, which list results must have since 2026-07-28 (SEP-2549).

import type { Json } from '../../json/json.ts';
import { member } from '../../json/json.ts';
import type { AddNote } from './note.ts';

export interface ListAnswer {
  /** `tools/list` */
  method: string;
  /** Its first page. */
  result: Json;
}

const scopes = ['public', 'private'];

export function lintCaching(answers: readonly ListAnswer[], revision: string | null, add: AddNote): void {
  const isModern = revision !== null && revision >= '2026-07-28';
  for (const { method, result } of answers) {
    const ttl = member(result, 'ttlMs');
    const scope = member(result, 'cacheScope');
    const missing = [...(ttl === undefined ? ['ttlMs'] : []), ...(scope === undefined ? ['cacheScope'] : [])];
    if (isModern && missing.length > 0)
      add(
        'list-caching',
        'warning',
        `The result of ${method} has no ${missing.join(' and no ')}.`,
        'Since 2026-07-28 a list says how long it is fresh (ttlMs, 0 for not at all) and for whom (cacheScope).',
        `/${method}`,
      );
    if (ttl !== undefined && (typeof ttl !== 'number' || !Number.isInteger(ttl) || ttl < 0))
      add(
        'list-caching',
        'error',
        `ttlMs of ${method} is ${shown(ttl)}, not a whole number of milliseconds.`,
        'Write milliseconds as a whole number, 0 or more.',
        `/${method}/ttlMs`,
      );
    if (scope !== undefined && (typeof scope !== 'string' || !scopes.includes(scope)))
      add(
        'list-caching',
        'error',
        `cacheScope of ${method} is ${shown(scope)}.`,
        'Write "public" or "private".',
        `/${method}/cacheScope`,
      );
  }
}

const shown = (value: Json): string => JSON.stringify(value).slice(0, 60);
