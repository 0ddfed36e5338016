// How long an answer may be. Whoever asks pays for each token, so an answer has a fixed room, and what does not fit is counted
// and named. Tokenisers differ; three bytes of UTF-8 a token is less than any of the common ones needs for such text.

/** What one answer may cost, text and data together. */
export const answerTokens = 2000;
const bytesPerToken = 3;

export function tokensOf(value: unknown): number {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return Math.ceil(Buffer.byteLength(text ?? '', 'utf8') / bytesPerToken);
}

/** The start of a text that costs no more than `tokens`, as it would be written in JSON; never half of a character. */
export function startWithin(text: string, tokens: number): string {
  if (tokensOf(JSON.stringify(text)) <= tokens) return text;
  let [least, most] = [0, Math.min(text.length, tokens * bytesPerToken)];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (tokensOf(JSON.stringify(text.slice(0, middle))) <= tokens) least = middle;
    else most = middle - 1;
  }
  const start = text.slice(0, least);
  return /[\ud800-\udbff]$/.test(start) ? start.slice(0, -1) : start;
}

/** One line of at most so many characters. */
export function shortLine(text: string, most: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= most ? line : `${line.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** As many of the first items as fit the room. */
export function firstWithin<T>(items: readonly T[], tokens: number): T[] {
  let left = tokens;
  const end = items.findIndex((item) => {
    left -= tokensOf(item);
    return left < 0;
  });
  return items.slice(0, end < 0 ? items.length : end);
}
