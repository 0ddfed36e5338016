// The matrix: provocations by servers, agreement by meaning instead of shape, and what a client author can rely on. Pure.
// clashes.ts finds clashes, cell.ts writes cells.

import { builtInDialects } from '../../dialects/built-in.ts';
import { count } from '../../exchange/clip.ts';
import type { FailureClass } from '../../failure.ts';
import { carrierWords, cellNotSeen, cellOf } from './cell.ts';
import { findClashes, groupBy, isTelling, oneMeaning } from './clashes.ts';
import { classTitle, listWords } from './compare-words.ts';
import type { Clash, ComparedCell, ComparedRow, ComparedServer, Comparison, MemberUse } from './compared.ts';
import { countCriteria } from './count-criteria.ts';
import { type Observation, type StandardId, standardIds } from './probing.ts';
import { answerShape } from './shape.ts';

export interface ServerFace {
  id: string;
  name: string;
  colour: number;
  /** The name of the dialect, if one is recognized. */
  dialect: string | null;
  revision: string | null;
  problem: string;
}

const memberRows = 120;

export function compare(
  source: Comparison['source'],
  faces: readonly ServerFace[],
  observations: readonly Observation[],
): Comparison {
  const nameOf = (server: string) => faces.find(({ id }) => id === server)?.name ?? server;
  const bare = [...groupBy(observations, ({ provocation }) => provocation.id).values()]
    .map((group) => rowOf(source, group, faces))
    .filter(({ cells }) => cells.some(({ state }) => state !== 'left_out' && state !== 'not_seen'))
    .sort(byWeight);
  const clashes = findClashes(bare, nameOf);
  const rows = bare.map((row): ComparedRow => ({ ...row, verdict: verdictOf(row, bare, clashes, nameOf) }));
  const failed = observations.filter(({ state, failure }) => state === 'failed' && failure !== null);
  const { members, more } = membersOf(failed, faces);
  return {
    source,
    servers: faces.map((face) => serverOf(face, observations)),
    rows,
    clashes,
    members,
    moreMembers: more,
    classes: classesOf(failed),
    words: overall(faces, rows, clashes),
  };
}

type BareRow = Omit<ComparedRow, 'verdict'>;
type RowVerdict = ComparedRow['verdict'];
type NameOf = (server: string) => string;

/** Rows with several servers first, documented failures before the standard ones, which keep their order. */
function byWeight(a: BareRow, b: BareRow): number {
  const rank = ({ id, kind, cells }: BareRow): [number, number] => {
    const alone = cells.filter(({ state }) => state === 'failed').length < 2;
    const place = standardIds.indexOf(id as StandardId);
    return [(alone ? 2 : 0) + (kind === 'standard' ? 1 : 0), place];
  };
  const [[groupA, placeA], [groupB, placeB]] = [rank(a), rank(b)];
  return groupA - groupB || placeA - placeB;
}

function rowOf(source: Comparison['source'], group: readonly Observation[], faces: readonly ServerFace[]): BareRow {
  const { id, name, kind, expects } = (group[0] as Observation).provocation;
  const isClass = id.startsWith('class:');
  const missing = source === 'traffic' ? 'not in the log' : kind === 'own' ? 'none documented' : 'not tried';
  const cells = faces.map((face) => {
    const mine = group.find(({ server }) => server === face.id);
    return mine ? cellOf(mine) : cellNotSeen(face.id, missing);
  });
  return { id, name, kind: isClass ? 'class' : kind, expects, cells };
}

/** The most important fact about a row in two or three words, with a sentence. */
function verdictOf(row: BareRow, rows: readonly BareRow[], clashes: readonly Clash[], nameOf: NameOf): RowVerdict {
  const { cells, name } = row;
  const failed = cells.filter(({ state }) => state === 'failed');
  const others = cells.filter(({ state }) => state === 'passed' || state === 'silent');
  const [first] = failed;
  if (!first) {
    const words = others.every(({ state }) => state === 'passed') ? 'all accept it' : 'none refuses it';
    return { kind: 'none', words, more: 'No server answered this with a failure.' };
  }
  const code = clashes.find(({ kind, about }) => kind === 'code' && usesOf(row, about) > 0);
  const also = code ? ` ${code.words}` : '';
  const units = new Set(failed.flatMap(({ unit }) => (unit ? [unit.unit] : [])));
  if (units.size > 1) {
    const clash = clashes.find(({ kind }) => kind === 'unit');
    return { kind: 'units', words: 'units differ', more: `${clash?.words ?? 'Waits are given in two units.'}${also}` };
  }
  if (code && homeOf(code.about, rows) === row)
    return { kind: 'codes', words: `${code.about} clashes`, more: code.words };
  const meaning = oneMeaning(failed);
  if (meaning === null) return { ...severalMeanings(name, failed, nameOf), kind: 'meanings' };
  if (failed.length === 1) {
    const words = others.length > 0 ? `1 of ${others.length + 1} refuses` : 'one server only';
    return { kind: 'one', words, more: `Only ${nameOf(first.server)} answered this with a failure.${also}` };
  }
  const unclear = failed.filter(({ meaning: its }) => its === 'unknown').length;
  const doubt = unclear > 0 && meaning !== 'unknown' ? `, ${unclear} unclear` : '';
  const shapes = new Set(failed.map(({ carrier, code: said }) => `${carrier} ${said}`));
  if (shapes.size === 1 && doubt === '') {
    if (others.length === 0)
      return { kind: 'agree', words: 'all agree', more: `All say ${classTitle(meaning)} in the same way.${also}` };
    const accept = others.length === 1 ? 'accepts' : 'accept';
    const names = listWords(others.map(({ server }) => nameOf(server)));
    return {
      kind: 'agree',
      words: `${failed.length} agree, ${others.length} ${accept}`,
      more: `${names} did not refuse it.${also}`,
    };
  }
  const carriers = clashes.find(({ kind, about }) => kind === 'carrier' && about === name);
  return {
    kind: 'shapes',
    words: `${count(shapes.size, 'shape')}, 1 meaning${doubt}`,
    more: `${carriers?.words ?? `All say ${classTitle(meaning)}, with different codes.`}${also}`,
  };
}

function severalMeanings(
  name: string,
  failed: readonly ComparedCell[],
  nameOf: NameOf,
): { words: string; more: string } {
  const meanings = groupBy(failed, (cell) => cell.meaning as FailureClass);
  const known = [...meanings.keys()].filter((meaning) => meaning !== 'unknown').length;
  const parts = [...meanings].map(
    ([meaning, there]) => `${classTitle(meaning)} on ${listWords(there.map(({ server }) => nameOf(server)))}`,
  );
  if (known > 1) return { words: `${known} meanings`, more: `“${name}” is ${parts.join('; ')}.` };
  return { words: 'retry advice differs', more: 'Some servers let a client repeat this call, others do not.' };
}

/** A clash is reported once: in the row where most servers use the code. */
function homeOf(code: string, rows: readonly BareRow[]): BareRow | undefined {
  return [...rows].sort((a, b) => usesOf(b, code) - usesOf(a, code))[0];
}

const usesOf = ({ cells }: BareRow, code: string): number =>
  cells.filter((cell) => cell.state === 'failed' && isTelling(cell) && cell.code === code).length;

function serverOf(face: ServerFace, observations: readonly Observation[]): ComparedServer {
  const mine = observations.filter(({ server }) => server === face.id);
  const failures = mine.filter(({ state, failure }) => state === 'failed' && failure !== null);
  const tally = countCriteria(failures);
  const judged = mine.map((observation) => cellOf(observation).conformance.verdict);
  const carriers = groupBy(failures, ({ failure }) => failure?.carrier ?? 'http');
  const dialect = face.dialect ?? usualDialect(failures);
  const [usual] = [...carriers].sort(([, a], [, b]) => b.length - a.length);
  return {
    id: face.id,
    name: face.name,
    colour: face.colour,
    // A dialect named after its only server adds no information.
    style: dialect && dialect !== face.name ? dialect : usual ? `mostly ${carrierWords[usual[0]]}` : '',
    revision: face.revision,
    failures: failures.length,
    tally,
    clear: tally.reduce((sum, { met }) => sum + met, 0),
    clearOf: tally.reduce((sum, { of }) => sum + of, 0),
    kept: judged.filter((verdict) => verdict === 'kept').length,
    broken: judged.filter((verdict) => verdict === 'broken').length,
    problem: face.problem,
  };
}

/** The dialect of most of its failures, unless that is a common standard. */
function usualDialect(failures: readonly Observation[]): string | null {
  const spoken = groupBy(failures, ({ failure }) => failure?.dialect.id ?? '');
  const own = [...spoken].filter(([id]) => builtInDialects.some((it) => it.id === id && it.kind !== 'generic'));
  const [usual] = own.sort(([, a], [, b]) => b.length - a.length);
  return usual ? (builtInDialects.find(({ id }) => id === usual[0])?.name ?? null) : null;
}

/** Members that some server has in every failure come first. A member of only one failure is not useful. */
function membersOf(
  failed: readonly Observation[],
  faces: readonly ServerFace[],
): { members: MemberUse[]; more: number } {
  const shapes = faces.map(({ id }) =>
    failed.filter(({ server }) => server === id).map(({ answered }) => leaves(answerShape(answered))),
  );
  const paths = [...new Set(shapes.flat().flatMap((shape) => [...shape.keys()]))];
  const members = paths.map((path): MemberUse & { weight: number } => {
    const counts = shapes.map((mine) => mine.filter((shape) => shape.has(path)).length);
    const use = counts.map((n, at) => (n === 0 ? 'never' : n === shapes[at]?.length ? 'always' : 'sometimes'));
    return { path, use, weight: counts.reduce((sum, n) => sum + n, 0) };
  });
  members.sort((a, b) => b.weight - a.weight || (a.path < b.path ? -1 : 1));
  return {
    members: members.slice(0, memberRows).map(({ path, use }) => ({ path, use })),
    more: Math.max(0, members.length - memberRows),
  };
}

/** A container is described by its members. */
function leaves(shape: Map<string, string>): Map<string, string> {
  return new Map([...shape].filter(([, type]) => type !== 'object' && type !== 'list'));
}

function classesOf(failed: readonly Observation[]): Comparison['classes'] {
  const known = failed.filter((it) => classOf(it) !== 'unknown');
  return [...groupBy(known, classOf)]
    .map(([meaning, seen]) => ({
      class: meaning,
      servers: new Set(seen.map(({ server }) => server)).size,
      failures: seen.length,
    }))
    .sort((a, b) => b.servers - a.servers || b.failures - a.failures || (a.class < b.class ? -1 : 1));
}

/** The classes as cells show them and rules are written for. */
export const classOf = ({ failure }: Observation): FailureClass => failure?.class ?? 'unknown';

function overall(faces: readonly ServerFace[], rows: readonly ComparedRow[], clashes: readonly Clash[]): string {
  if (rows.length === 0) return 'There is nothing to compare yet.';
  const agree = rows.filter(({ verdict }) => verdict.kind === 'agree').length;
  const shapes = rows.filter(({ verdict }) => verdict.kind === 'shapes').length;
  const codes = clashes.filter(({ kind }) => kind === 'code').map(({ about }) => about);
  const parts = [
    `${count(rows.length, 'mistake')} on ${count(faces.length, 'server')}`,
    `${agree} answered alike`,
    `${shapes} with one meaning in several shapes`,
    codes.length > 0 ? `${listWords(codes)} ${codes.length === 1 ? 'clashes' : 'clash'}` : 'no code clashes',
  ];
  return `${parts.join(', ')}.`;
}

/** A row of recorded traffic without a provocation is about its class. */
export function classProvocation(meaning: FailureClass): Observation['provocation'] {
  return { id: `class:${meaning}`, name: classTitle(meaning), kind: 'own', expects: null };
}
