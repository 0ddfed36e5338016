// Splits texts into words: `rate_limit_exceeded`, `RateLimitExceeded` and "Rate limit exceeded" give the same three, so that codes and
// sentences share one vocabulary. phrase.ts matches sequences of words.

const textLimit = 1600;
const wordLimit = 400;

// Kinds of characters: 0 boundary, 1 lowercase letter or other script, 2 capital, 3 digit, 4 a letter that is a word by itself.
const kinds = new Uint8Array(128);
for (let code = 0; code < 128; code++) {
  if (code >= 97 && code <= 122) kinds[code] = 1;
  else if (code >= 65 && code <= 90) kinds[code] = 2;
  else if (code >= 48 && code <= 57) kinds[code] = 3;
}

function kindOf(code: number): number {
  if (code < 128) return kinds[code] as number;
  // General punctuation, CJK punctuation and full-width forms separate words like ASCII punctuation does.
  if ((code >= 0x2000 && code <= 0x206f) || (code >= 0x3000 && code <= 0x303f) || code >= 0xff00) return 0;
  // Arabic comma, semicolon and question mark.
  if (code === 0x60c || code === 0x61b || code === 0x61f) return 0;
  // Chinese, Japanese and Korean have no spaces between words: their phrases match character by character.
  if ((code >= 0x3040 && code <= 0x9fff) || (code >= 0xac00 && code <= 0xd7a3)) return 4;
  return code < 0xc0 ? 0 : 1;
}

/** The words at the start of a text, in lowercase: bounded, so that a long text costs no more than a page. */
export function readWords(text: string): string[] {
  const part = text.length > textLimit ? text.slice(0, textLimit) : text;
  let lower = part.toLowerCase();
  // Only İ (U+0130) changes its length in lowercase: to an i with a separate dot.
  if (lower.length !== part.length) lower = lower.replaceAll('i\u0307', 'i');
  // The dots were separate before.
  const source = lower.length === part.length ? part : lower;
  const words: string[] = [];
  let start = -1;
  let before = 0;
  const length = source.length;
  for (let index = 0; index < length; index++) {
    const kind = kindOf(source.charCodeAt(index));
    if (kind === 0) {
      if (start >= 0) {
        words.push(lower.slice(start, index));
        start = -1;
        if (words.length >= wordLimit) return words;
      }
    } else if (kind === 4) {
      if (start >= 0) words.push(lower.slice(start, index));
      start = -1;
      words.push(lower.charAt(index));
      if (words.length >= wordLimit) return words;
    } else if (start < 0) {
      start = index;
    } else if (kind === 2 && before === 1) {
      // camelCase: a capital after a lowercase letter starts a word.
      words.push(lower.slice(start, index));
      start = index;
    } else if (kind === 1 && before === 2 && index - start > 1) {
      // HTTPError: the last capital of a run belongs to the next word.
      words.push(lower.slice(start, index - 1));
      start = index - 1;
    }
    before = kind;
  }
  if (start >= 0) words.push(lower.slice(start, length));
  return words;
}
