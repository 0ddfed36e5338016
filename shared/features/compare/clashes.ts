// Finds contradictions between servers: one code with two meanings, waits in two units, one meaning on two carriers.

import type { FailureClass } from '../../failure.ts';
import { carrierWords, mayRepeat } from './cell.ts';
import { classTitle, listWords } from './compare-words.ts';
import type { Clash, ComparedCell, ComparedRow } from './compared.ts';

/** JSON-RPC's own codes cover many meanings on purpose, so they do not clash. */
// SDKs send -32000 if they have no better code.
const sharedCodes = new Set(['-32700', '-32600', '-32601', '-32602', '-32603', '-32000']);

interface Seen {
  server: string;
  cell: ComparedCell;
}

export function findClashes(rows: readonly Pick<ComparedRow, 'name' | 'cells'>[], nameOf: (server: string) => string) {
  const failed = rows.flatMap(({ cells }) =>
    cells.filter(({ state }) => state === 'failed').map((cell): Seen => ({ server: cell.server, cell })),
  );
  return [...codeClashes(failed, nameOf), ...unitClashes(failed, nameOf), ...carrierClashes(rows, nameOf)];
}

/** Codes with different meanings on different servers. */
function codeClashes(failed: readonly Seen[], nameOf: (server: string) => string): Clash[] {
  const codes = groupBy(
    failed.filter(({ cell }) => isTelling(cell)),
    ({ cell }) => cell.code as string,
  );
  return [...codes].flatMap(([code, uses]) => {
    const meanings = groupBy(uses, ({ cell }) => cell.class as FailureClass);
    if (meanings.size < 2 || !acrossServers(meanings)) return [];
    const parts = byServers(meanings).map(
      ([meaning, seen]) => `“${classTitle(meaning)}” on ${listWords(serverNames(seen, nameOf))}`,
    );
    return [
      {
        kind: 'code' as const,
        about: code,
        words: `${code} means ${parts.slice(0, -1).join(', ')}, but ${parts.at(-1)}.`,
        servers: unique(uses.map(({ server }) => server)),
      },
    ];
  });
}

export function isTelling({ code, carrier, class: meaning }: ComparedCell): boolean {
  if (code === null || meaning === null || meaning === 'unknown' || sharedCodes.has(code)) return false;
  // An HTTP status and a word from a sentence are not the server's own codes.
  return carrier !== 'http' && carrier !== 'process' && /^-?\d+$/.test(code);
}

/** A server that uses a code for two things contradicts only itself. */
function acrossServers(meanings: ReadonlyMap<string, Seen[]>): boolean {
  const sets = [...meanings.values()].map((seen) => new Set(seen.map(({ server }) => server)));
  return sets.some((one, index) =>
    sets.slice(index + 1).some((other) => [...one].some((a) => [...other].some((b) => a !== b))),
  );
}

function unitClashes(failed: readonly Seen[], nameOf: (server: string) => string): Clash[] {
  const withUnit = failed.filter(({ cell }) => cell.unit !== null);
  const units = groupBy(withUnit, ({ cell }) => cell.unit?.unit as string);
  if (units.size < 2 || !acrossServers(units)) return [];
  const fields = unique(withUnit.map(({ cell }) => cell.unit?.field as string));
  const parts = [...units]
    .sort(([a], [b]) => (a === b ? 0 : a === 'seconds' ? -1 : 1))
    .map(([unit, seen]) => {
      const said = unique(seen.map(({ cell }) => cell.unit?.field as string));
      return `${unit} on ${listWords(serverNames(seen, nameOf))} (${said.join(', ')})`;
    });
  return [
    {
      kind: 'unit',
      about: fields.find((field) => !/ms$/i.test(field)) ?? fields[0] ?? 'retry_after',
      words: `The wait before a retry is in ${parts.join(' and in ')}.`,
      servers: unique(withUnit.map(({ server }) => server)),
    },
  ];
}

/** The same meaning in two places: a client has to check both. */
function carrierClashes(
  rows: readonly Pick<ComparedRow, 'name' | 'cells'>[],
  nameOf: (server: string) => string,
): Clash[] {
  return rows.flatMap(({ name, cells }) => {
    const seen = cells.filter(({ state }) => state === 'failed').map((cell): Seen => ({ server: cell.server, cell }));
    const meaning = oneMeaning(seen.map(({ cell }) => cell));
    if (meaning === null) return [];
    const carriers = groupBy(seen, ({ cell }) =>
      cell.carrier === 'http' ? cell.where : carrierWords[cell.carrier ?? 'http'],
    );
    if (carriers.size < 2) return [];
    const parts = [...carriers].map(([where, there]) => {
      const codes = unique(there.map(({ cell }) => cell.code ?? '')).filter(Boolean);
      return `${[where, codes.join(', ')].filter(Boolean).join(' ')} on ${listWords(serverNames(there, nameOf))}`;
    });
    return [
      {
        kind: 'carrier' as const,
        about: name,
        words: `“${name}” is one meaning (${classTitle(meaning)}) on ${countWord(carriers.size)} carriers: ${parts.join('; ')}.`,
        servers: unique(seen.map(({ server }) => server)),
      },
    ];
  });
}

/** The only meaning of these failures; null if there are several. An unclear failure contradicts no other. */
export function oneMeaning(failed: readonly ComparedCell[]): FailureClass | null {
  const known = failed.filter(({ meaning }) => meaning !== null && meaning !== 'unknown');
  const [first] = known;
  if (!first) return failed.length > 0 ? 'unknown' : null;
  const repeats = new Set(known.map(({ verdict }) => mayRepeat(verdict)).filter((may) => may !== null));
  return known.every(({ meaning }) => meaning === first.meaning) && repeats.size <= 1 ? first.meaning : null;
}

/** The most frequent meaning comes first. */
const byServers = <K>(groups: ReadonlyMap<K, Seen[]>): [K, Seen[]][] => {
  const servers = (seen: readonly Seen[]) => new Set(seen.map(({ server }) => server)).size;
  return [...groups].sort(([, a], [, b]) => servers(b) - servers(a));
};

const serverNames = (seen: readonly Seen[], nameOf: (server: string) => string): string[] =>
  unique(seen.map(({ server }) => nameOf(server)));
const unique = <T>(items: readonly T[]): T[] => [...new Set(items)];
const countWord = (n: number): string => ['no', 'one', 'two', 'three', 'four', 'five'][n] ?? String(n);

export function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
