// The size of a text in each unit that clients use. Tokens are an estimate: only the model's tokenizer knows the exact number. The files
// in `clients/` define what a client does with a large response.

export type TextSize = Record<'tokens' | 'characters' | 'bytes' | 'lines', number>;

/** Estimates: four characters of English or code are a token; about one and a half of other scripts. */
const plainPerToken = 4;
const otherPerToken = 1.5;

export function sizeOfText(text: string): TextSize {
  let bytes = 0;
  let plain = 0;
  let other = 0;
  let lines = text === '' ? 0 : 1;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x80) {
      bytes += 1;
      plain += 1;
      if (code === 10) lines += 1;
      continue;
    }
    other += 1;
    if (code < 0x800) bytes += 2;
    else if (code >= 0xd800 && code < 0xdc00 && text.charCodeAt(at + 1) >= 0xdc00 && text.charCodeAt(at + 1) < 0xe000) {
      bytes += 4;
      at += 1;
    } else bytes += 3;
  }
  return {
    bytes,
    lines,
    characters: text.length,
    tokens: Math.ceil(plain / plainPerToken + other / otherPerToken),
  };
}
