// Groups equal failures: same server, method, target, layer, and code or, without one, class. Owns the short name of a group,
// which filters and marks use. The log counts groups.

import type { Layer, Severity } from '../failure.ts';
import { failureClasses, layers, severities } from '../failure.ts';
import type { Row } from '../timeline.ts';
import { outcomes } from '../timeline.ts';
import { hasFailed } from './row-facts.ts';

export type GroupedRow = Pick<Row, 'server' | 'method' | 'target' | 'code' | 'outcome' | 'failure'>;

/** Eight letters and digits; null for a row that did not fail. The same in every recording. */
export function groupOf(row: GroupedRow, layer: Layer | null): string | null {
  if (!hasFailed(row)) return null;
  const what = row.code ?? row.failure?.class ?? row.outcome ?? '';
  return nameOf(row, layer, what);
}

/** Every name that failures of this call get if they are decoded differently: with another layer, class, or no code. */
export function* possibleNames(call: Pick<Row, 'server' | 'method' | 'target' | 'code'>): Generator<string> {
  const codes = call.code === null ? [] : [call.code];
  for (const layer of [...layers, null]) {
    for (const what of [...codes, ...failureClasses, ...outcomes]) yield nameOf(call, layer, what);
  }
}

function nameOf(call: Pick<Row, 'server' | 'method' | 'target'>, layer: Layer | null, what: string): string {
  return shortName([call.server, call.method ?? '', call.target ?? '', layer ?? '', what].join('\n'));
}

/** 40 bits of two FNV-1a hashes: among 10,000 groups two share a name once in 20,000 logs. */
function shortName(text: string): string {
  let low = 0x811c9dc5;
  let high = 0x9747b28c;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ (unit + i), 0x01000193);
  }
  const mixed = (high ^ (high >>> 15)) >>> 0;
  return pad(mixed % 2 ** 20) + pad((low ^ (low >>> 13)) >>> 12);
}

const letters = '0123456789abcdefghjkmnpqrstvwxyz';

/** 20 bits as four characters that cannot be confused (Crockford's base 32). */
function pad(bits: number): string {
  let name = '';
  for (let shift = 15; shift >= 0; shift -= 5) name += letters[(bits >>> shift) & 31];
  return name;
}

/** 0 is the worst. */
export function severityRank(severity: Severity | null): number {
  return severity === null ? severities.length : severities.indexOf(severity);
}
