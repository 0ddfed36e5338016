// An excerpt around the first match in a row's messages, for rows that do not show the match themselves.

import { clip } from '../../../../shared/exchange/clip.ts';
import { bodyOf } from '../../../../shared/exchange/row-event.ts';
import { compileWords, findWords } from '../../../../shared/filter/filter-words.ts';
import { searchText } from '../../../../shared/filter/match.ts';
import type { Row } from '../../../../shared/timeline.ts';
import type { LogStore } from '../store/store.ts';
import { unescapedForSearch } from './row-texts.ts';

/** Little text before the match, so that it is visible in a narrow column. */
const around = { before: 12, after: 60 };
const eventLimit = 20;
const burstLimit = 300;
/** A page must be answered within a frame. Matches deeper in a message are found, but get no excerpt. */
const depth = 20_000;

export function textAround(
  store: LogStore,
  rows: readonly Row[],
  phrases: readonly string[],
): { id: number; text: string }[] {
  const tests = phrases.map((words) => ({ words, says: compileWords(words) }));
  return rows.flatMap((row) => {
    const own = searchText([row.method, row.target, row.args, row.headline, row.detail, row.code]);
    const missing = tests.filter(({ says }) => !says(own));
    const text = missing.length === 0 ? null : firstHit(store, row, missing[0]?.words ?? '');
    return text === null ? [] : [{ id: row.id, text }];
  });
}

function firstHit(store: LogStore, row: Row, words: string): string | null {
  for (const seq of store.eventPage(row.id, 0, row.times > 1 ? burstLimit : eventLimit).seqs) {
    const event = store.event(seq);
    if (!event) continue;
    const text = unescapedForSearch(bodyOf(event).text.slice(0, depth));
    const [place] = findWords(text, words, 1);
    if (!place) continue;
    const [from, to] = place;
    const start = Math.max(0, from - around.before);
    return `${start > 0 ? '…' : ''}${clip(text.slice(start, to + around.after), around.before + around.after + to - from + 2)}`;
  }
  return null;
}
