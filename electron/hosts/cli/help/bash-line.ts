// A line of bash up to the cursor: its words without quotes, and how a completed word is inserted. Bash has no way to ask for either,
// and counts what follows a colon or an equals sign as a word of its own.

interface BashLine {
  /** The last one as far as it was written; '' after a space. */
  words: string[];
  /** What bash is to put where the cursor is. */
  insert: (word: string) => string;
}

export function readBashLine(line: string): BashLine {
  const words: string[] = [];
  let word = '';
  let isOpen = false;
  let quote = '';
  for (let at = 0; at < line.length; at += 1) {
    const sign = line[at] as string;
    const next = line[at + 1];
    if (sign === '\\' && next !== undefined && (quote === '' || (quote === '"' && '"\\$`'.includes(next)))) {
      word += next;
      at += 1;
      isOpen = true;
    } else if (quote !== '') {
      if (sign === quote) quote = '';
      else word += sign;
    } else if (sign === '"' || sign === "'") {
      quote = sign;
      isOpen = true;
    } else if (/\s/.test(sign)) {
      if (isOpen) words.push(word);
      word = '';
      isOpen = false;
    } else {
      word += sign;
      isOpen = true;
    }
  }
  words.push(word);
  // Inside quotes nothing breaks a word, and bash keeps what was typed before the quote.
  const kept = quote === '' ? Math.max(word.lastIndexOf(':'), word.lastIndexOf('=')) + 1 : 0;
  return { words, insert: (chosen) => escapeFor(quote, chosen.slice(kept)) };
}

function escapeFor(quote: string, text: string): string {
  if (quote === "'") return text.replaceAll("'", "'\\''");
  if (quote === '"') return text.replace(/["\\$`]/g, '\\$&');
  return text.replace(/[^\w@%+=:,./\u0080-\uffff-]/g, '\\$&');
}
