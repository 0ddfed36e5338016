// Groups similar failures, which have one cause: same server, method, target, layer, class, and code if there is one. Owns the short
// name of a group, which filters and marks use. The log counts groups.

import type { FailureClass, Layer, Severity } from '../failure.ts';
import { failureClasses, layers, severities } from '../failure.ts';
import type { Row } from '../timeline.ts';
import { outcomes } from '../timeline.ts';
import { rowHasFailed } from './row-facts.ts';

type GroupedRow = Pick<Row, 'server' | 'method' | 'target' | 'code' | 'outcome' | 'failure'>;

/** Eight letters and digits; null for a row that did not fail. The same in every recording. */
export function groupOf(row: GroupedRow, layer: Layer | null): string | null {
  if (!rowHasFailed(row)) return null;
  const what = row.failure?.class ?? row.outcome ?? '';
  return nameOf(row, layer, row.code === null ? what : withCode(row.code, what));
}

type NamedCall = Pick<Row, 'server' | 'method' | 'target' | 'code'>;

/**
 * The names that versions before rules 16 gave to such failures: by the code alone, and for a dead process by its exit instead of the
 * call that was open.
 */
export function formerNames(call: NamedCall & { class: FailureClass | null }, layer: Layer | null): string[] {
  const { server, code } = call;
  const exit = { server, method: null, target: null };
  return [
    ...(code === null ? [] : [nameOf(call, layer, code)]),
    ...(call.class === 'connection_lost' ? [nameOf(exit, layer, code ?? call.class)] : []),
  ];
}

/** Every name that failures of this call get if they are decoded differently: with another layer, class, or no code. */
export function* possibleNames(call: NamedCall): Generator<string> {
  const { code } = call;
  const kinds = [...failureClasses, ...outcomes];
  const coded = code === null ? [] : kinds.map((kind) => withCode(code, kind));
  for (const layer of [...layers, null]) {
    yield* formerNames({ ...call, class: 'connection_lost' }, layer);
    for (const what of [...coded, ...kinds]) yield nameOf(call, layer, what);
  }
}

/** One code may stand for several failures: some servers send the same for all of them. */
const withCode = (code: string, what: string): string => `${code}\n${what}`;

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
