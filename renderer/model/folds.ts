// Folds the steps of a successful connection under its first row, and similar failures to one line each. Counts the loaded rows of a
// failed call. Rows are noted as they are loaded. Steps are not folded while a filter is set.

import type { Row } from '../../shared/timeline.ts';
import { isTall } from '../text/row-words.ts';
import { definePart, defineStore, type Model } from './model.ts';
import type { RowHeights, RowSize } from './row-heights.ts';

interface Connection {
  /** The successful handshake: the row that represents all. */
  head: { index: number; row: Row } | null;
  steps: Map<number, { index: number; row: Row }>;
}

interface Folds {
  connections: Map<string, Connection>;
  incidents: Map<number, Set<number>>;
  /** Failed rows, by their position. */
  failed: Map<number, Row>;
}

export const foldsOf = definePart<Folds>(() => ({ connections: new Map(), incidents: new Map(), failed: new Map() }));

/** What the user unfolded, by the row that represents the connection. */
export const [unfoldedOf, useUnfolded] = defineStore<{ all: boolean; heads: ReadonlySet<number> }>(() => ({
  all: false,
  heads: new Set(),
}));

const handshakes = new Set(['initialize', 'server/discover']);
const stepMethods = new Set([
  'notifications/initialized',
  'logging/setLevel',
  'tools/list',
  'prompts/list',
  'resources/list',
  'resources/templates/list',
]);
/** A list that is requested later is not a step of the connection. */
const stepsLast = 10_000;
const mostCounted = 1_000;
/** A failure with a similar one at most this many rows above it has one line. */
const nearby = 12;

export function forgetFolds(model: Model): void {
  foldsOf(model).connections.clear();
  foldsOf(model).incidents.clear();
  foldsOf(model).failed.clear();
}

/** Adds a row and returns its height; earlier rows may change with it. */
export function noteFold(model: Model, heights: RowHeights, index: number, row: Row, canFold: boolean): void {
  const folds = foldsOf(model);
  if (row.incident !== null && row.incident !== row.chain) {
    const rows = folds.incidents.get(row.incident) ?? new Set();
    if (rows.size < mostCounted) folds.incidents.set(row.incident, rows.add(row.id));
  }
  noteStorm(folds, heights, index, row);
  if (!canFold) return;
  const isHead = handshakes.has(row.method ?? '') && row.outcome === 'answered' && row.direction === 'out';
  const isStep = row.kind === 'life' || row.kind === 'http' || stepMethods.has(row.method ?? '');
  if (!isHead && !isStep) return;
  const key = `${row.server}\n${row.epoch}`;
  const connection = folds.connections.get(key) ?? { head: null, steps: new Map() };
  folds.connections.set(key, connection);
  if (isHead && row.failure === null) connection.head ??= { index, row };
  else connection.steps.set(row.id, { index, row });
  if (connection.head?.row.id === row.id) connection.head = { index, row };
  layOut(model, heights, connection);
}

/** A storm of similar failures: each is counted, and only the first has two lines. Rows above may be loaded later. */
function noteStorm(folds: Folds, heights: RowHeights, index: number, row: Row): void {
  const before = folds.failed.get(index)?.group ?? null;
  if (row.group === null) folds.failed.delete(index);
  else folds.failed.set(index, row);
  heights.set(index, sizeAt(folds, index, row));
  if (before === row.group) return;
  for (let below = index + 1; below <= index + nearby; below += 1) {
    const other = folds.failed.get(below);
    if (other) heights.set(below, sizeAt(folds, below, other));
  }
}

function sizeAt({ failed }: Folds, index: number, row: Row): RowSize {
  if (!isTall(row)) return 'low';
  for (let above = index - 1; row.group !== null && above >= index - nearby; above -= 1)
    if (failed.get(above)?.group === row.group) return 'low';
  return 'tall';
}

/** Only successful rows are folded: the start before the handshake, and the lists and the stream after it. */
function isFolded({ head }: Connection, { index, row }: { index: number; row: Row }): boolean {
  if (head === null || row.failure !== null || row.pending) return false;
  if (row.outcome !== null && row.outcome !== 'answered') return false;
  if (row.kind === 'life' && index > head.index && row.headline !== 'Connected') return false;
  // A server's stream is opened once; other requests are not steps.
  if (row.kind === 'http' && row.method !== 'GET') return false;
  // Counted from its end: a server that starts slowly may need longer for the handshake alone.
  return index < head.index || row.at - (head.row.endAt ?? head.row.at) < stepsLast;
}

function layOut(model: Model, heights: RowHeights, connection: Connection): void {
  const isOpen = connection.head !== null && isUnfolded(model, connection.head.row.id);
  for (const step of connection.steps.values())
    heights.set(
      step.index,
      !isOpen && isFolded(connection, step) ? 'none' : sizeAt(foldsOf(model), step.index, step.row),
    );
}

function isUnfolded(model: Model, head: number): boolean {
  const { all, heads } = unfoldedOf(model).getState();
  return all !== heads.has(head);
}

export interface FoldView {
  /** The number of rows it represents, including itself. */
  steps: number;
  /** `8 tools`; '' if there are none. */
  tools: string;
  isOpen: boolean;
}

/** null: the row represents only itself. */
export function foldOf(model: Model, row: Row): FoldView | null {
  if (!handshakes.has(row.method ?? '')) return null;
  const connection = foldsOf(model).connections.get(`${row.server}\n${row.epoch}`);
  if (connection?.head?.row.id !== row.id) return null;
  const folded = [...connection.steps.values()].filter((step) => isFolded(connection, step));
  if (folded.length === 0) return null;
  const tools = folded.find((step) => step.row.method === 'tools/list')?.row.headline ?? '';
  return { steps: folded.length + 1, tools, isOpen: isUnfolded(model, row.id) };
}

/** The number of rows of the failed call, if this row stands for it; otherwise 0. */
export function incidentRows(model: Model, row: Row): number {
  return row.incident === row.id && row.incident !== row.chain ? (foldsOf(model).incidents.get(row.id)?.size ?? 1) : 0;
}

export function toggleFold(model: Model, heights: RowHeights, head: number): void {
  unfoldedOf(model).setState(({ heads, all }) => {
    const next = new Set(heads);
    if (!next.delete(head)) next.add(head);
    return { heads: next, all };
  });
  layOutAll(model, heights);
}

export function setUnfolded(model: Model, heights: RowHeights, all: boolean): void {
  unfoldedOf(model).setState({ all, heads: new Set() });
  layOutAll(model, heights);
}

/** Unfolds the connection of a hidden row. */
export function unfoldTo(model: Model, heights: RowHeights, index: number): void {
  if (heights.sizeOf(index) !== 'none') return;
  for (const connection of foldsOf(model).connections.values())
    if (connection.head && [...connection.steps.values()].some((step) => step.index === index))
      toggleFold(model, heights, connection.head.row.id);
}

function layOutAll(model: Model, heights: RowHeights): void {
  for (const connection of foldsOf(model).connections.values()) layOut(model, heights, connection);
}
