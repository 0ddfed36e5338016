// The searchable text of a row and of each of its messages. Defines how a message is split into words. The index, the scan of unindexed
// rows and the in-memory log therefore find the same.

import { bodyOf } from '../../../../shared/exchange/row-event.ts';
import { compileWords } from '../../../../shared/filter/filter-words.ts';
import { searchedOfBurst } from '../../../../shared/filter/left-out.ts';
import type { Row } from '../../../../shared/timeline.ts';
import type { StoredEvent } from '../../../../shared/wire.ts';
import type { LogStore } from '../store/store.ts';

/** Only this much of a message is searched: splitting 12 MB into words would block everything else. */
export const textLimit = 100_000;

/** The words of a message as a person reads them. */
export function searchedText(event: StoredEvent): string {
  return unescapedForSearch(bodyOf(event).text.slice(0, textLimit));
}

/** `\n` inside a JSON string separates two words; unescaped, its `n` would start a word. */
export function unescapedForSearch(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/g, (_, code: string | undefined, sign: string | undefined) =>
    code === undefined
      ? /[a-z]/.test(sign ?? '')
        ? ' '
        : (sign ?? '')
      : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** Whether a row's messages contain some words, by scanning one after the other. */
export function saidBy(store: LogStore, { id }: Row): (words: string) => boolean {
  return (words) => {
    const says = compileWords(words);
    return store.eventPage(id, 0, searchedOfBurst).seqs.some((seq) => {
      const event = store.event(seq);
      return event !== null && says(searchedText(event));
    });
  };
}
