// Folds rows that say the same under one of them: the steps of a connection under its handshake, what is left of a dead server under
// the call that it ended, and connections made or closed together. Similar failures have one line each. Rows are noted as they are
// loaded. Nothing is folded while a filter is set.

import { didNotStart } from '../../shared/ending/ending-words.ts';
import { isHandshake } from '../../shared/ending/handshake.ts';
import type { Row } from '../../shared/timeline.ts';
import { isCountedElsewhere, isTall } from '../text/row-words.ts';
import { definePart, defineStore, type Model } from './model.ts';
import type { RowHeights, RowSize } from './row-heights.ts';

interface Noted {
  index: number;
  row: Row;
}

interface Connection {
  /** The successful handshake, or the call that the server failed to start with: the row that represents all. */
  head: Noted | null;
  isUp: boolean;
  steps: Map<number, Noted>;
  /** Where the client's first call is: what the server says after it may be about a call. */
  firstCall: number;
}

interface Folds {
  connections: Map<string, Connection>;
  /** Failed rows, by their position. */
  failed: Map<number, Row>;
  /** Rows that can be folded, by their position. */
  quiet: Map<number, Row>;
  /** The row under which a row is folded, by their ids. It may be folded itself. */
  headOf: Map<number, number>;
  members: Map<number, Map<number, Noted>>;
}

const foldsOf = definePart<Folds>(() => ({
  connections: new Map(),
  failed: new Map(),
  quiet: new Map(),
  headOf: new Map(),
  members: new Map(),
}));

/** What the user unfolded, by the row that represents the others. */
export const [unfoldedOf, useUnfolded] = defineStore<{ all: boolean; heads: ReadonlySet<number> }>(() => ({
  all: false,
  heads: new Set(),
}));

const lists = new Set(['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list']);
const stepMethods = new Set(['notifications/initialized', 'logging/setLevel', ...lists]);
/** A list that a client requests later is not a step of the connection, and a connection made later is not one of several. */
const stepsLast = 10_000;
/** What a server says while it starts. */
const mostSteps = 200;
/** Rows next to each other that are searched for others to fold with. */
const farthest = 300;
/** A failure with a similar one at most this many rows above it has one line. */
const nearby = 12;

export function forgetFolds(model: Model): void {
  for (const part of Object.values(foldsOf(model))) part.clear();
}

/** Adds a row and sets its height; earlier rows may change with it. */
export function noteFold(model: Model, heights: RowHeights, index: number, row: Row, canFold: boolean): void {
  const folds = foldsOf(model);
  noteStorm(folds, heights, index, row);
  if (!canFold) return;
  const connection = noteConnection(folds, { index, row });
  const changed = [{ index, row }, ...linkConnection(folds, connection ?? noteFirstCall(folds, { index, row }))];
  if (connection) folds.quiet.set(index, row);
  else if (folds.quiet.delete(index)) {
    // It is shown now, and those on both sides of it are apart.
    unlink(folds, row.id);
    changed.push(...linkNeighbours(folds, index - 1), ...linkNeighbours(folds, index + 1));
  }
  changed.push(...linkNeighbours(folds, index));
  for (const one of changed) layOut(model, heights, one);
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
    if (other && heights.sizeOf(below) !== 'none') heights.set(below, sizeAt(folds, below, other));
  }
}

function sizeAt({ failed, members }: Folds, index: number, row: Row): RowSize {
  if (!isTall(row) || isNeverRun(row) || (isStart(row) && members.has(row.id))) return 'low';
  for (let above = index - 1; row.group !== null && above >= index - nearby; above -= 1)
    if (failed.get(above)?.group === row.group) return 'low';
  return 'tall';
}

const isOwnList = ({ actor, method, direction }: Row): boolean =>
  actor === 'misfire' && direction === 'out' && lists.has(method ?? '');

/** Ended as asked, or by the client. */
const isClosing = ({ kind, failure, headline }: Row): boolean =>
  kind === 'life' && failure === null && (headline === 'Closed' || headline === 'Exited 0');

const isOpening = ({ method, direction }: Row): boolean => isHandshake(method) && direction === 'out';

/** The row that stands for a server that did not start. A sign-in is not over yet. */
function isStart(row: Row): boolean {
  return row.incident === row.id && row.outcome !== 'sign_in' && (row.kind === 'life' || isOpening(row));
}

/** A program that could not be run has no steps to fold, and its one row says so. */
export const isNeverRun = ({ kind, failure }: Row): boolean => kind === 'life' && failure?.title === didNotStart;

const keyOf = ({ server, epoch }: Row): string => `${server}\n${epoch}`;

function connectionOf({ connections }: Folds, row: Row): Connection {
  const known = connections.get(keyOf(row));
  const connection = known ?? { head: null, isUp: false, steps: new Map(), firstCall: Infinity };
  if (!known) connections.set(keyOf(row), connection);
  return connection;
}

/** The connection that a row is a step of; null: of none. */
function noteConnection(folds: Folds, noted: Noted): Connection | null {
  const { row } = noted;
  const connection = connectionOf(folds, row);
  const isStep =
    isOpening(row) ||
    row.kind === 'life' ||
    row.kind === 'http' ||
    stepMethods.has(row.method ?? '') ||
    (isGreeting(row) && isAtStart(connection, noted) && connection.steps.size < mostSteps);
  if (!isStep && !connection.steps.has(row.id)) return null;
  connection.steps.set(row.id, noted);
  const isUp = isOpening(row) && row.outcome === 'answered' && row.failure === null;
  const isBetter = isUp ? !connection.isUp : isStart(row) && connection.head === null;
  if (isBetter || connection.head?.row.id === row.id) {
    connection.head = isUp || isStart(row) ? noted : null;
    connection.isUp = isUp;
  }
  return connection;
}

/** The connection whose first call a row is, of the rows that were loaded; null: of none. */
function noteFirstCall(folds: Folds, { index, row }: Noted): Connection | null {
  const connection = connectionOf(folds, row);
  if (row.kind !== 'call' || row.direction !== 'out' || index >= connection.firstCall) return null;
  connection.firstCall = index;
  return connection;
}

function isFolded(connection: Connection, { index, row }: Noted): boolean {
  const { head, isUp } = connection;
  if (head === null || row.id === head.row.id || row.pending) return false;
  if (!isUp) return row.failure === null || row.incident === head.row.id;
  if (row.kind === 'life' && isCountedElsewhere(row)) return true;
  if (row.failure !== null) return false;
  if (row.outcome !== null && row.outcome !== 'answered') return false;
  if (isGreeting(row)) return isAtStart(connection, { index, row });
  if (row.kind === 'life' && index > head.index && row.headline !== 'Connected') return false;
  // A server's stream is opened once; other requests are not steps.
  if (row.kind === 'http' && row.method !== 'GET') return false;
  return index < head.index || isOwnList(row) || isSoonAfter(row, head.row);
}

/** What many servers say and ask without a call: lines on stderr, the roots, that their lists changed. */
const isGreeting = ({ kind, method, direction }: Row): boolean =>
  kind === 'stderr' ||
  (direction === 'in' && (method === 'roots/list' || /^notifications\/.*list_changed$/.test(method ?? '')));

const isAtStart = ({ head, isUp, firstCall }: Connection, { index, row }: Noted): boolean =>
  !isUp || (index < firstCall && isSoonAfter(row, head!.row));

/** Counted from the end of the handshake, which may take longer if the server starts slowly. */
const isSoonAfter = ({ at }: Row, handshake: Row): boolean => at - (handshake.endAt ?? handshake.at) < stepsLast;

function linkConnection(folds: Folds, connection: Connection | null): Noted[] {
  if (connection === null) return [];
  const { head, isUp, steps } = connection;
  for (const step of steps.values()) {
    if (!isFolded(connection, step)) {
      if (step.row.id !== head?.row.id) unlink(folds, step.row.id);
    } else {
      // What is left of a server that died during a call belongs to that call.
      const call = isUp && isCountedElsewhere(step.row) ? step.row.incident : null;
      link(folds, step, call ?? head!.row.id);
    }
  }
  return [...steps.values()];
}

function link(folds: Folds, noted: Noted, head: number): void {
  const { id } = noted.row;
  if (folds.headOf.get(id) !== head) unlink(folds, id);
  folds.headOf.set(id, head);
  const own = folds.members.get(head) ?? new Map<number, Noted>();
  folds.members.set(head, own.set(id, noted));
}

function unlink({ headOf, members }: Folds, id: number): void {
  const head = headOf.get(id);
  if (head === undefined) return;
  headOf.delete(id);
  const own = members.get(head);
  own?.delete(id);
  if (own?.size === 0) members.delete(head);
}

/** What a row has in common with others next to it. */
function kindOf({ connections }: Folds, noted: Noted): 'up' | 'closed' | null {
  const { row } = noted;
  const connection = connections.get(keyOf(row));
  if (connection?.isUp && connection.head?.row.id === row.id) return 'up';
  if (connection?.steps.has(row.id) && isFolded(connection, noted)) return null;
  return isClosing(row) ? 'closed' : null;
}

/** Connections made or closed together, if nothing but their steps is between them. */
function linkNeighbours(folds: Folds, index: number): Noted[] {
  const { quiet } = folds;
  if (!folds.quiet.has(index)) return [];
  let first = index;
  while (index - first < farthest && quiet.has(first - 1)) first -= 1;
  let last = index;
  while (last - index < farthest && quiet.has(last + 1)) last += 1;
  const changed: Noted[] = [];
  const open: Partial<Record<string, { head: number; at: number }>> = {};
  for (let at = first; at <= last; at += 1) {
    const noted = { index: at, row: quiet.get(at)! };
    const kind = kindOf(folds, noted);
    if (kind === null) continue;
    const { id, at: time } = noted.row;
    const group = open[kind];
    changed.push(noted);
    if (group && time - group.at < stepsLast) {
      link(folds, noted, group.head);
      group.at = time;
    } else {
      unlink(folds, id);
      open[kind] = { head: id, at: time };
    }
  }
  // Their own steps are hidden with them.
  return changed.flatMap((noted) => [noted, ...(folds.members.get(noted.row.id)?.values() ?? [])]);
}

function layOut(model: Model, heights: RowHeights, { index, row }: Noted): void {
  heights.set(index, isHidden(model, row.id) ? 'none' : sizeAt(foldsOf(model), index, row));
}

function isHidden(model: Model, id: number): boolean {
  const head = foldsOf(model).headOf.get(id);
  return head !== undefined && (!isUnfolded(model, head) || isHidden(model, head));
}

export function isUnfolded(model: Model, head: number): boolean {
  const { all, heads } = unfoldedOf(model).getState();
  return all !== heads.has(head);
}

export interface FoldView {
  /** What the row stands for. `end`: for what is left of a server that died during this call. */
  kind: 'connection' | 'start' | 'closed' | 'end';
  /** `3 servers · 24 tools`; '' if the row says enough. */
  words: string;
  /** It stands for several servers. */
  isShared: boolean;
  isOpen: boolean;
}

/** null: the row represents only itself. */
export function foldOf(model: Model, row: Row): FoldView | null {
  const { members, connections } = foldsOf(model);
  const own = [...(members.get(row.id)?.values() ?? [])].map((noted) => noted.row);
  if (own.length === 0) return null;
  const isOpen = isUnfolded(model, row.id);
  const connection = connections.get(keyOf(row));
  if (connection?.head?.row.id !== row.id) {
    const servers = new Set([row, ...own].map(({ server }) => server)).size;
    const isShared = servers > 1;
    const kind = isClosing(row) ? 'closed' : 'end';
    return { kind, words: isShared && kind === 'closed' ? `${servers} servers` : '', isShared, isOpen };
  }
  if (!connection.isUp) return { kind: 'start', words: '', isShared: false, isOpen };
  const others = own.filter(isOpening);
  const tools = [row, ...others].reduce((sum, { id }) => sum + toolsOf([...(members.get(id)?.values() ?? [])]), 0);
  const words = [
    others.length > 0 ? `${others.length + 1} servers` : '',
    tools > 0 ? `${tools} ${tools === 1 ? 'tool' : 'tools'}` : '',
  ];
  return { kind: 'connection', words: words.filter(Boolean).join(' · '), isShared: others.length > 0, isOpen };
}

/** As the server listed them first: Misfire asks again, for example for the forms of *Call*. */
function toolsOf(steps: Noted[]): number {
  const pages = steps.filter(({ row }) => row.method === 'tools/list').sort((a, b) => a.index - b.index);
  const last = pages.findIndex(({ row }) => !row.headline.endsWith('more to come'));
  return pages.slice(0, last + 1).reduce((sum, { row }) => sum + (parseInt(row.headline, 10) || 0), 0);
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

/** Opens or closes the fold of a row; of one inside a fold, its head's. Returns the row that is then the place to be. */
export function setFold(model: Model, heights: RowHeights, row: number, isOpen: boolean): number | null {
  const { members, headOf } = foldsOf(model);
  const head = members.has(row) && (isOpen || isUnfolded(model, row)) ? row : isOpen ? undefined : headOf.get(row);
  if (head === undefined || isUnfolded(model, head) === isOpen) return null;
  toggleFold(model, heights, head);
  return head;
}

/** Whether a row is inside the fold of another. */
export function isInFold(model: Model, row: number, head: number): boolean {
  const own = foldsOf(model).headOf.get(row);
  return own !== undefined && (own === head || isInFold(model, own, head));
}

/** Unfolds what hides a row. True if something did. */
export function unfoldTo(model: Model, heights: RowHeights, row: number): boolean {
  const head = foldsOf(model).headOf.get(row);
  if (head === undefined) return false;
  const isOuter = unfoldTo(model, heights, head);
  if (isUnfolded(model, head)) return isOuter;
  toggleFold(model, heights, head);
  return true;
}

function layOutAll(model: Model, heights: RowHeights): void {
  for (const own of foldsOf(model).members.values()) for (const noted of own.values()) layOut(model, heights, noted);
}
