// Whether a row applies to a reading: its dialect is trusted, and its conditions hold.

import type { DialectRow } from '../../dialects/compile.ts';
import { type Json, member } from '../../json/json.ts';
import { hasSaid } from '../extract/match-phrases.ts';
import type { FoundValue, Reading } from '../reading/reading.ts';
import type { Trust } from '../trust/trusted-dialect.ts';

export function isUsable(row: DialectRow, reading: Reading, trust: Trust): boolean {
  if (!row.generic && row.dialect.id !== trust.trusted) return false;
  return row.meaning.when === undefined || holds(row, reading);
}

function holds(row: DialectRow, reading: Reading): boolean {
  const { call, carrier } = reading;
  const { when } = row.meaning;
  if (when === undefined) return true;
  if (when.method !== undefined && (call.method === undefined || !when.method.includes(call.method))) return false;
  if (when.carrier !== undefined && !when.carrier.includes(carrier)) return false;
  if (when.listed !== undefined && when.listed !== (call.inputSchema !== undefined)) return false;
  if (when.refused !== undefined && when.refused !== reading.statuses.some(isRefusal)) return false;
  if (when.status !== undefined) {
    const { status: wanted } = when;
    const status = call.http?.status ?? null;
    if (!(status !== null && wanted.includes(status)) && !reading.statuses.some(({ value }) => wanted.includes(value)))
      return false;
  }
  const path = when.member;
  if (path !== undefined && !reading.objects.some((object) => hasMember(object.value, path))) return false;
  return row.says === null || hasSaid(reading, row.says);
}

function isRefusal({ value }: FoundValue<number>): boolean {
  return value >= 400 && value < 500;
}

function hasMember(value: Json, path: string): boolean {
  let at: Json | undefined = value;
  for (const step of path.split('.')) {
    at = member(at, step);
    if (at === undefined) return false;
  }
  return true;
}
