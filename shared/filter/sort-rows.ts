// The order of a sorted list: the column and the direction. The log and reports share it. Pure.

import { severities } from '../failure.ts';
import type { Row } from '../timeline.ts';
import { seenStateOf, seenStates } from './seen-state.ts';

export const sortKeys = ['time', 'seen', 'mark', 'by', 'call', 'what', 'latency'] as const;
export type SortKey = (typeof sortKeys)[number];

export interface Sort {
  by: SortKey;
  isDown: boolean;
}

/** The order in which the log lists rows anyway. */
export function isPlainOrder(sort: Sort | undefined): boolean {
  return sort === undefined || (sort.by === 'time' && !sort.isDown);
}

/** Equal rows stay in the order of time; rows without a value come last. */
export function compareRows({ by, isDown }: Sort, serverName: (id: string) => string): (a: Row, b: Row) => number {
  const valueIn = valueBy(by, serverName);
  const way = isDown ? -1 : 1;
  return (a, b) => {
    const [one, other] = [valueIn(a), valueIn(b)];
    if (one === null || other === null) return one === other ? a.ord - b.ord : one === null ? 1 : -1;
    if (one === other) return a.ord - b.ord;
    return (one < other ? -1 : 1) * way;
  };
}

function valueBy(by: SortKey, serverName: (id: string) => string): (row: Row) => string | number | null {
  switch (by) {
    case 'time':
      return ({ ord }) => ord;
    case 'seen':
      return (row) => {
        const state = seenStateOf(row);
        return state === null ? null : seenStates.indexOf(state);
      };
    case 'mark':
      return ({ server }) => serverName(server).toLowerCase();
    case 'by':
      return ({ actor, client }) => (client ?? actor).toLowerCase();
    case 'call':
      return ({ target, method, kind }) => (target ?? method ?? kind).toLowerCase();
    case 'what':
      // Failures by severity, then other rows.
      return ({ failure, headline }) =>
        failure ? `${severities.indexOf(failure.severity)} ${failure.title}` : `9 ${headline.toLowerCase()}`;
    case 'latency':
      return ({ latencyMs }) => latencyMs;
  }
}
