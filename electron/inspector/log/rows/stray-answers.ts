// Links responses with a wrong id to the calls that wait for one, in both directions. Reads only the nearby rows, each time it is called.

import { clip } from '../../../../shared/exchange/clip.ts';
import { firstSeq, rowId } from '../../../../shared/exchange/ledger.ts';
import { elementTexts, memberText } from '../../../../shared/exchange/span.ts';
import {
  type Asked,
  type Came,
  isSure,
  type StrayKind,
  strayKind,
  wordsOnAnswer,
  wordsOnCall,
} from '../../../../shared/exchange/stray-answer.ts';
import type { Row, StrayLink } from '../../../../shared/timeline.ts';
import type { LogStore } from '../store/store.ts';

const rowsLookedAt = 1000;
const mostLinks = 5;
const longestId = 200;
/** Longer messages are not searched for their id: the row itself shows enough. */
const longestMessage = 1_000_000;

export function readStrays(store: LogStore, row: Row): StrayLink[] {
  if (row.kind === 'call') return straysOf(store, row);
  return row.kind === 'orphan' ? callsFor(store, row) : [];
}

function straysOf(store: LogStore, row: Row): StrayLink[] {
  const id = idOf(store, row);
  if (id === null) return [];
  const call: Asked = { row, id };
  const around = store.rowsFrom(row.ord + 1, rowsLookedAt, 'orphan');
  const found = around
    .filter((other) => isAnswerTo(other, row))
    .flatMap((other) => linked(call, answerOf(store, other)));
  return surest(found).map(({ kind, answer }) => ({ row: answer.row.id, words: wordsOnCall(kind, call, answer) }));
}

function callsFor(store: LogStore, row: Row): StrayLink[] {
  const answer = answerOf(store, row);
  const around = store.rowsBefore(row.server, row.ord, rowsLookedAt).reverse();
  const found = around
    .filter((other) => other.kind === 'call' && isAnswerTo(row, other))
    .flatMap((other) => {
      const id = idOf(store, other);
      return id === null ? [] : linked({ row: other, id }, answer);
    });
  return surest(found).map(({ kind, call }) => ({ row: call.row.id, words: wordsOnAnswer(kind, call, answer) }));
}

interface Link {
  kind: StrayKind;
  call: Asked & { row: Row };
  answer: Came & { row: Row };
}

function linked(call: Asked, answer: Came & { row: Row }): Link[] {
  const kind = strayKind(call, answer);
  return kind === null ? [] : [{ kind, call: call as Link['call'], answer }];
}

function surest(found: readonly Link[]): Link[] {
  const sure = found.filter(({ kind }) => isSure(kind));
  return (sure.length > 0 ? sure : found).slice(0, mostLinks);
}

/** A response travels in the opposite direction of its request, on the same connection. */
function isAnswerTo(answer: Row, call: Row): boolean {
  return (
    answer.kind === 'orphan' &&
    answer.server === call.server &&
    answer.epoch === call.epoch &&
    answer.direction !== call.direction
  );
}

function answerOf(store: LogStore, row: Row): Came & { row: Row } {
  return { row, id: idOf(store, row) };
}

/** As written; null if it is missing or null. */
function idOf(store: LogStore, row: Row): string | null {
  const seq = firstSeq(row.id);
  const event = store.event(seq);
  if (!event || (event.lane !== 'in' && event.lane !== 'out') || event.text.length > longestMessage) return null;
  const index = (row.id - seq) / (rowId(0, 1) - rowId(0, 0));
  const message = /^\s*\[/.test(event.text) ? (elementTexts(event.text)[index] ?? '') : event.text;
  const id = memberText(message, 'id');
  return id === null || id === 'null' ? null : clip(id, longestId);
}
