// What a row says: itself and each of its messages. Owns how a message is read for its words, so that the index, a look at rows
// that are not in it yet, and a log in memory find the same.

import { bodyOf } from '../../../../shared/exchange/row-event.ts';
import { searchedOfBurst } from '../../../../shared/filter/left-out.ts';
import { compileWords } from '../../../../shared/filter/words.ts';
import type { Row } from '../../../../shared/timeline.ts';
import type { StoredEvent } from '../../../../shared/wire.ts';
import type { LogStore } from '../store/store.ts';

/** Of each message only so much is searched: reading 12 MB of one for its words would hold up everything else. */
export const textLimit = 100_000;

/** The words of a message as a person reads them. */
export function textOf(event: StoredEvent): string {
  return unescaped(bodyOf(event).text.slice(0, textLimit));
}

/** `\n` inside a JSON string parts two words; as it is written it would be the beginning of one. */
export function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/g, (_, code: string | undefined, sign: string | undefined) =>
    code === undefined
      ? /[a-z]/.test(sign ?? '')
        ? ' '
        : (sign ?? '')
      : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** Whether the messages of a row say some words, by looking at them one after the other. */
export function saidBy(store: LogStore, { id }: Row): (words: string) => boolean {
  return (words) => {
    const says = compileWords(words);
    return store.eventPage(id, 0, searchedOfBurst).seqs.some((seq) => {
      const event = store.event(seq);
      return event !== null && says(textOf(event));
    });
  };
}
