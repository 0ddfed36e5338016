// The columns of the timeline: their widths, which are hidden first without space, and the user's changes. Pure.

import type { ColumnWishes } from '../model/preferences.ts';

const columnIds = ['time', 'seen', 'mark', 'by', 'call', 'what', 'latency', 'waterfall'] as const;
export type ColumnId = (typeof columnIds)[number];

interface Column {
  id: ColumnId;
  title: string;
  /** Pixels, or fractions of the rest. */
  usual: number;
  isPart?: true;
  least: number;
  /** The user may hide it. */
  canLeave?: true;
  /** Has a grip at its right edge. */
  canGrow?: true;
  canSort?: true;
}

export const columns: readonly Column[] = [
  { id: 'time', title: 'Time', usual: 80, least: 54, canGrow: true, canSort: true },
  // What the model got: two dots, and the word if there is space.
  { id: 'seen', title: 'Seen', usual: 34, least: 34, canLeave: true, canGrow: true, canSort: true },
  // The brackets of attempts, and the server's mark.
  { id: 'mark', title: 'Server', usual: 30, least: 30, canGrow: true, canSort: true },
  { id: 'by', title: 'By', usual: 20, least: 20, canLeave: true, canSort: true },
  { id: 'call', title: 'Call', usual: 168, isPart: true, least: 120, canGrow: true, canSort: true },
  { id: 'what', title: 'What happened', usual: 256, isPart: true, least: 172, canGrow: true, canSort: true },
  { id: 'latency', title: 'Latency', usual: 54, least: 48, canLeave: true, canGrow: true, canSort: true },
  { id: 'waterfall', title: 'Waterfall', usual: 56, least: 44, canLeave: true },
];

const gap = 8;
const padding = 28;
const named = { seen: 124, by: 96 };
/** From this width of the list on, actors show names next to their marks. */
const wide = 1_000;
/** From this width of the window on, servers do. */
const namesServers = 1_100;
const serverWidth = 116;

export interface Layout {
  /** For `grid-template-columns`. */
  template: string;
  shown: ReadonlySet<ColumnId>;
  isNamed: boolean;
  /** Names of servers next to their marks. */
  hasServers: boolean;
  /** Words next to the dots of Seen. */
  isSeenNamed: boolean;
  /** Times to the second. */
  isShort: boolean;
}

interface Room {
  width: number;
  isSmall: boolean;
  isCardOpen: boolean;
  windowWidth: number;
  /** Something is known from a transcript. Without one, the column Seen has nothing to show. */
  hasSeen: boolean;
}

export function layoutOf(room: Room, { widths, hidden }: ColumnWishes): Layout {
  const { width, isSmall, isCardOpen, windowWidth, hasSeen } = room;
  let hasServers = windowWidth >= namesServers;
  const isNamed = width >= wide;
  const shown = new Set(columnIds.filter((id) => !hidden.includes(id)));
  if (!hasSeen) shown.delete('seen');
  if (isSmall && isCardOpen) for (const id of ['latency', 'waterfall'] as const) shown.delete(id);
  let isTight = false;
  const widthOf = ({ id, usual, least }: Column): number => {
    if (widths[id] !== undefined && (id !== 'mark' || hasServers)) return Math.max(least, widths[id]);
    if (id === 'time' && (isSmall || isTight)) return least;
    if (id === 'mark') return hasServers ? serverWidth : usual;
    return isNamed && (id === 'seen' || id === 'by') ? named[id] : usual;
  };
  const needs = () =>
    columns
      .filter(({ id }) => shown.has(id))
      .reduce((sum, column) => sum + gap + (column.isPart ? column.least : widthOf(column)), padding - gap);
  // A narrower waterfall is unreadable, and the card has the latency.
  if (width > 0 && needs() > width) shown.delete('waterfall');
  if (width > 0 && needs() > width) shown.delete('latency');
  // Next to a wide card, times to the second leave space for the rest.
  isTight = width > 0 && needs() > width && widths.time === undefined;
  // Next to a card with two columns of text, servers have their marks only.
  if (width > 0 && needs() > width) hasServers = false;
  const template = columns
    .filter(({ id }) => shown.has(id))
    .map((column) => {
      if (!column.isPart) {
        // The waterfall takes the remaining width, up to a maximum.
        return column.id === 'waterfall' && widths.waterfall === undefined && isNamed
          ? 'minmax(120px, 220fr)'
          : `${widthOf(column)}px`;
      }
      const chosen = widths[column.id];
      return chosen === undefined
        ? `minmax(${column.least}px, ${column.usual}fr)`
        : `minmax(${column.least}px, ${chosen}px)`;
    });
  // If the user sized both, the last takes the rest, so that there is no gap at the right.
  if (widths.call !== undefined && widths.what !== undefined) {
    const at = columns.filter(({ id }) => shown.has(id)).findIndex(({ id }) => id === 'what');
    template[at] = 'minmax(172px, 1fr)';
  }
  return {
    template: template.join(' '),
    shown,
    isNamed,
    hasServers,
    isSeenNamed: (widths.seen ?? (isNamed ? named.seen : 0)) >= 100,
    isShort: isSmall || isTight || (widths.time ?? 80) < 72,
  };
}
