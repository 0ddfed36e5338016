// Makes visible what a terminal or a browser would obey or hide: control characters, escape sequences, direction overrides,
// zero-width characters and lone surrogates. Everything else passes untouched, character for character.

export interface TextPart {
  text: string;
  /** Set for characters that are shown as a chip: what they are, in words. */
  chip?: string;
}

// One escape sequence (CSI, OSC up to its end, or a single letter), or one character that cannot be seen.
// Bounded repeats only: a hostile text must not make this slow.
const unseen =
  /\u001b(?:\[[0-9;:?<=>]{0,32}[@-~]|\][^\u0007\u001b\n]{0,256}(?:\u0007|\u001b\\)|[A-Za-z0-9=>])?|[\u0000-\u0008\u000b\u000c\r\u000e-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

const names: Record<number, string> = {
  0: 'NUL',
  7: 'BEL',
  8: 'BS',
  11: 'VT',
  12: 'FF',
  13: 'CR',
  27: 'ESC',
  127: 'DEL',
  173: 'soft hyphen',
  1564: 'ALM',
  8203: 'ZWSP',
  8204: 'ZWNJ',
  8205: 'ZWJ',
  8206: 'LRM',
  8207: 'RLM',
  8232: 'LS',
  8233: 'PS',
  8234: 'LRE',
  8235: 'RLE',
  8236: 'PDF',
  8237: 'LRO',
  8238: 'RLO',
  8288: 'WJ',
  8294: 'LRI',
  8295: 'RLI',
  8296: 'FSI',
  8297: 'PDI',
  65279: 'BOM',
};

export function visibleParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const match of text.matchAll(unseen)) {
    if (joinsEmoji(text, match.index, match[0])) continue;
    if (match.index > from) parts.push({ text: text.slice(from, match.index) });
    parts.push({ text: match[0], chip: chipOf(match[0]) });
    from = match.index + match[0].length;
  }
  if (from < text.length) parts.push({ text: text.slice(from) });
  return parts;
}

/** The same in one plain string, for places where only text can stand; line breaks become spaces. */
export function visibleLine(text: string): string {
  const flat = unpictured(text.replace(/[\n\t]+/g, ' '));
  return visibleParts(flat)
    .map((part) => (part.chip ? `⟨${part.chip}⟩` : part.text))
    .join('');
}

/** Rows carry these signs where control characters were; most fonts have no picture for them. */
const pictures = /[\u2400-\u241f\u2421]/g;

/** The control characters themselves, so that they are shown like any others. */
export function unpictured(text: string): string {
  return text.replace(pictures, (sign) => String.fromCharCode(pictured(sign)));
}

function pictured(sign: string): number {
  const code = sign.charCodeAt(0);
  return code === 0x2421 ? 0x7f : code - 0x2400;
}

function chipOf(match: string): string {
  const code = match.charCodeAt(0);
  if (match.length > 1)
    return `ESC${[...match.slice(1)].map((c) => (isControl(c) ? nameOf(c.charCodeAt(0)) : c)).join('')}`;
  return nameOf(code);
}

function nameOf(code: number): string {
  return names[code] ?? `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

function isControl(character: string): boolean {
  const code = character.charCodeAt(0);
  return code < 0x20 || (code >= 0x7f && code <= 0x9f);
}

/** A zero-width joiner between two emoji is how families and flags are written; a chip there would only confuse. */
function joinsEmoji(text: string, index: number, match: string): boolean {
  const before = text[index - 1] ?? '';
  return match === '\u200d' && (isSurrogate(before) || before === '\ufe0f') && isSurrogate(text[index + 1] ?? '');
}

function isSurrogate(unit: string): boolean {
  return unit >= '\ud800' && unit <= '\udfff';
}
