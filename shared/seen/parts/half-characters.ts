// Half characters (lone surrogates): JSON can escape one, and UTF-8 cannot encode it. Clients replace it, or reject the whole message.

import type { Got, ServerAnswer } from './seen.ts';

/** JSON.stringify escapes only halves; an escaped backslash before it is text of the server. */
const half = /(?:^|[^\\])(?:\\\\)*\\ud[89a-f]/;

export const hasHalfCharacter = (answer: ServerAnswer): boolean => half.test(JSON.stringify(answer));

/** As UTF-8 has it: U+FFFD in the place of each half. */
export const withWholeCharacters = (got: Got): Got =>
  typeof got === 'string'
    ? got.toWellFormed()
    : got.map((block) => (typeof block.text === 'string' ? { ...block, text: block.text.toWellFormed() } : block));
