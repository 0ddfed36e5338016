// Limits the length of an answer. Each token costs the reader money, so an answer has a fixed budget, and what does not fit is
// counted and named. Tokenizers differ; three bytes of UTF-8 per token is less than the common ones need for such text.

/** The budget of one answer, text and data together. */
export const answerTokens = 2000;
const bytesPerToken = 3;

export function tokensOf(value: unknown): number {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return Math.ceil(Buffer.byteLength(text ?? '', 'utf8') / bytesPerToken);
}

/** The start of a text that costs at most `tokens` as JSON; never splits a character. */
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

/** One line of at most this many characters. */
export function shortLine(text: string, most: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= most ? line : `${line.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** The first items that fit the budget. */
export function firstWithin<T>(items: readonly T[], tokens: number): T[] {
  let left = tokens;
  const end = items.findIndex((item) => {
    left -= tokensOf(item);
    return left < 0;
  });
  return items.slice(0, end < 0 ? items.length : end);
}
