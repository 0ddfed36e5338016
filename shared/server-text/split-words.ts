// Splits a command line into words like a shell, and does nothing else.

/** null: an unclosed quotation mark. */
export function splitWords(text: string): string[] | null {
  const words: string[] = [];
  let word: string | null = null;
  let quote: '"' | "'" | null = null;
  for (let index = 0; index < text.length; index++) {
    const character = text[index]!;
    if (quote !== null) {
      if (character === quote) quote = null;
      else if (character === '\\' && quote === '"' && /["\\]/.test(text[index + 1] ?? '')) word += text[++index]!;
      else word += character;
    } else if (character === '"' || character === "'") {
      quote = character;
      word ??= '';
    } else if (/\s/.test(character)) {
      if (word !== null) words.push(word);
      word = null;
    } else if (word === null && /^\\\\[A-Za-z0-9]/.test(text.slice(index, index + 3))) {
      // A Windows share, \\server\folder: both backslashes are literal.
      word = '\\\\';
      index++;
    } else if (character === '\\' && /[\s"'\\]/.test(text[index + 1] ?? '')) {
      word = (word ?? '') + text[++index]!;
    } else word = (word ?? '') + character;
  }
  if (quote !== null) return null;
  if (word !== null) words.push(word);
  return words;
}
