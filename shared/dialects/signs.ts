// What a text has somewhere in it, a bit each: noticed on the way while its words are heard, so that whoever looks for leaks
// searches only the few texts that can have any.

/** A line break, or what a stack trace begins with. */
export const traced = 1;
export const atSign = 2;
export const equalsSign = 4;
/** The ending of a source file. */
export const sourceFile = 8;
/** What keys and tokens begin with, or are announced by. */
export const credential = 16;

/** Of a text that was not heard, or not to its end: it may have any. */
export const allSigns = 31;

/** By ASCII code, of what separates words. */
export const signOfCharacter = new Uint8Array(128);
for (const [character, sign] of [
  ['\n', traced],
  ['@', atSign],
  ['=', equalsSign],
] as const)
  signOfCharacter[character.charCodeAt(0)] = sign;

/** The words that are signs; `*` for any ending. */
export const signWords: readonly (readonly [sign: number, words: readonly string[]])[] = [
  [traced, ['traceback']],
  [sourceFile, ['js', 'cjs', 'mjs', 'ts', 'py', 'go', 'rs', 'java', 'rb', 'php', 'cs', 'exe', 'dll']],
  [credential, ['sk', 'ghp*', 'gho*', 'ghu*', 'ghs*', 'ghr*', 'xox*', 'akia*', 'ey', 'bearer', 'private']],
];
