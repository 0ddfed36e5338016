// Measures the terminal columns of a text, and truncates to a width. Emoji and East Asian letters take two columns.

/** Wide by Unicode's East Asian Width, as ranges: what terminals draw over two columns. */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;
const plain = /^[\x20-\x7e]*$/;

let graphemes: Intl.Segmenter | null = null;

function* lettersOf(text: string): Generator<string> {
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  for (const { segment } of graphemes.segment(text)) yield segment;
}

const widthOfLetter = (letter: string): number => (/^\p{Mark}+$/u.test(letter) ? 0 : wide.test(letter) ? 2 : 1);

export function textWidth(text: string): number {
  if (plain.test(text)) return text.length;
  let width = 0;
  for (const letter of lettersOf(text)) width += widthOfLetter(letter);
  return width;
}

/** At most this wide, with an ellipsis if truncated. */
export function fitText(text: string, most: number): string {
  if (textWidth(text) <= most) return text;
  if (most <= 0) return '';
  let shown = '';
  let width = 0;
  for (const letter of lettersOf(text)) {
    width += widthOfLetter(letter);
    if (width > most - 1) break;
    shown += letter;
  }
  return `${shown.trimEnd()}…`;
}

/** Lines of at most this width, broken between words; a longer word is split. */
export function wrapText(text: string, most: number): string[] {
  const lines: string[] = [];
  for (const paragraph of text.split('\n')) {
    let line = '';
    for (const word of paragraph.split(' ')) {
      let rest = word;
      const joined = line === '' ? rest : `${line} ${rest}`;
      if (textWidth(joined) <= most) {
        line = joined;
        continue;
      }
      if (line !== '') lines.push(line);
      while (textWidth(rest) > most) {
        const start = fitText(rest, most + 1).slice(0, -1);
        if (start === '') break;
        lines.push(start);
        rest = rest.slice(start.length);
      }
      line = rest;
    }
    lines.push(line);
  }
  return lines;
}
