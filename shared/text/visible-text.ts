// Makes deceptive text visible: characters that reorder the text around them, that are invisible, or that a terminal or a page
// interprets. The only owner of these characters and of how each output writes them.

export interface TextPart {
  text: string;
  /** Set for characters shown as a chip: their description. */
  chip?: string;
}

/**
 * Control characters except tab and line feed; direction and width marks; tag characters, which repeat ASCII invisibly; variation
 * selectors without a base character; fillers that are blank letters; noncharacters.
 */
const unseenSet =
  '\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u2800\\u3164\\ufeff\\uffa0\\ufff0-\\ufffb';
const astralSet = '\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}';
/** A variation selector after a Latin letter, a digit or a symbol: it looks the same, but is another name. */
const selectorSource =
  '(?<=^|[\\p{ASCII}\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}])[\\ufe00-\\ufe0f](?!\\u20e3)';
const unseenSource = `[${unseenSet}]|[${astralSet}]|\\p{Surrogate}|${selectorSource}`;
const anyUnseen = new RegExp(unseenSource, 'u');
const everyUnseen = new RegExp(unseenSource, 'gu');
// One escape sequence (CSI, OSC up to its end, or a single letter). Only bounded repeats, so that hostile text cannot make this
// slow.
const sequence =
  '\\u001b(?:\\[[0-9;:?<=>]{0,32}[@-~]|\\][^\\u0007\\u001b\\n]{0,256}(?:\\u0007|\\u001b\\\\)|[A-Za-z0-9=>])?';
const everyPart = new RegExp(`${sequence}|${unseenSource}`, 'gu');

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

/** For the window: visible text as it is, the rest as chips. Joined, they give the same text. */
export function visibleParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const match of text.matchAll(everyPart)) {
    if (joinsEmoji(text, match.index, match[0])) continue;
    if (match.index > from) parts.push({ text: text.slice(from, match.index) });
    parts.push({ text: match[0], chip: chipOf(match[0]) });
    from = match.index + match[0].length;
  }
  if (from < text.length) parts.push({ text: text.slice(from) });
  return parts;
}

/** As one plain string, for rows, titles, tooltips and files: ⟨RLO⟩ replaces the character. Line breaks and tabs stay. */
export function visibleText(text: string): string {
  if (!anyUnseen.test(text)) return text;
  return visibleParts(text)
    .map((part) => (part.chip ? `⟨${part.chip}⟩` : part.text))
    .join('');
}

/** For a terminal: escaped as in source code, so that nothing is interpreted and nothing is invisible. */
export function terminalText(text: string): string {
  return anyUnseen.test(text)
    ? text.replace(everyUnseen, (character, at: number) =>
        joinsEmoji(text, at, character) ? character : written(character),
      )
    : text;
}

/** JSON for a terminal or a pipe: the same value, with invisible characters as escapes. */
export function terminalJson(json: string): string {
  return anyUnseen.test(json)
    ? json.replace(everyUnseen, (character) =>
        // Line breaks between values belong to the JSON.
        character === '\r'
          ? character
          : [...Array(character.length).keys()].map((i) => unitEscape(character.charCodeAt(i))).join(''),
      )
    : json;
}

/** One CSV field (RFC 4180), with a quote before text that a spreadsheet would take as a formula. */
export function csvField(value: string): string {
  const text = visibleText(value.replaceAll('\r\n', '\n'));
  const first = text.trimStart()[0] ?? '';
  // Some spreadsheets also accept full-width signs at the start of a formula.
  const isFormula =
    '=+@|%＝＋－＠'.includes(first) && first !== '' ? true : first === '-' && !/^\s*-?\d+(?:\.\d+)?$/.test(text);
  const harmless = isFormula || /^[\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) || harmless !== harmless.trim() ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export const htmlText = (text: string): string =>
  visibleText(text).replace(/[&<>"']/g, (character) => entities[character] as string);

/** On one line and without markup. */
export const markdownText = (text: string): string =>
  visibleText(text.replace(/[\r\n\t\u2028\u2029]+/g, ' ')).replace(/[\\`*_{}[\]<>()#|!~&@]/g, '\\$&');

/** Letters of scripts that look like Latin ones. */
const script = {
  latin: /\p{Script=Latin}/u,
  other: /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Lisu}]/u,
};

/**
 * A word that mixes similar scripts (UTS #39, "mixed script"), or has letters that only look like plain ones; null: it does not.
 */
export function lookAlike(name: string): string | null {
  if (!beyondAscii.test(name)) return null;
  const mark = combined.exec(name)?.[0];
  if (mark !== undefined) return `${codeOf(mark)} is combined with the letter before it`;
  for (const word of name.split(/[^\p{L}\p{M}\p{N}]+/u)) {
    const strange = [...word].find((letter) => script.other.test(letter) || mathLetter.test(letter));
    if (strange === undefined) continue;
    if (
      script.latin.test(word) ||
      /[0-9]/.test(word) ||
      mathLetter.test(strange) ||
      [...word].every((letter) => twins.has(letter))
    )
      return `${strange} is ${codeOf(strange)}`;
  }
  return null;
}

const codeOf = (character: string): string =>
  `U+${(character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0')}`;

/** A combining mark on a Latin letter, a digit or a symbol is hardly visible. Scripts that use such marks have other letters. */
const combined =
  /(?<=[\p{ASCII}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])(?:(?![\ufe00-\ufe0f\u20e3])\p{M})/u;
const beyondAscii = /[^\p{ASCII}]/u;
const mathLetter = /[\u{1d400}-\u{1d7ff}\uff21-\uff3a\uff41-\uff5a]/u;
/** A word of only these letters reads as Latin. */
const twins = new Set('аеорсухіјѕԁһԛԝАВЕКМНОРСТХІЈЅΑΒΕΖΗΙΚΜΝΟΡΤΥΧοαν');

/** The name of a server or a tool, with a warning if it imitates another. */
export function visibleName(name: string): string {
  const strange = lookAlike(name);
  const shown = oneLine(visibleText(name));
  return strange === null ? shown : `${shown} ⟨look-alike: ${strange}⟩`;
}

/** A name is one line: text after a line break would look like Misfire's own output, or like a workflow command. */
const oneLine = (text: string): string =>
  text.replace(/[\n\t]/g, (character) => (character === '\n' ? '⟨LF⟩' : '⟨TAB⟩'));

function written(character: string): string {
  const code = character.codePointAt(0) as number;
  if (code <= 0xff) return `\\x${code.toString(16).padStart(2, '0')}`;
  return code > 0xffff ? `\\u{${code.toString(16)}}` : unitEscape(code);
}

const unitEscape = (unit: number): string => `\\u${unit.toString(16).padStart(4, '0')}`;

function chipOf(match: string): string {
  if (match.length > 1 && match.charCodeAt(0) === 27)
    return `ESC${[...match.slice(1)].map((c) => (isControl(c) ? nameOf(c.charCodeAt(0)) : c)).join('')}`;
  return nameOf(match.codePointAt(0) as number);
}

function nameOf(code: number): string {
  if (code > 0xe0020 && code < 0xe007f) return `tag ${String.fromCharCode(code - 0xe0000)}`;
  return names[code] ?? `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

function isControl(character: string): boolean {
  const code = character.charCodeAt(0);
  return code < 0x20 || (code >= 0x7f && code <= 0x9f);
}

/** A zero-width joiner between two emoji is how families and flags are written; marking it would only confuse. */
function joinsEmoji(text: string, index: number, match: string): boolean {
  const before = text[index - 1] ?? '';
  return match === '\u200d' && (isSurrogate(before) || before === '\ufe0f') && isSurrogate(text[index + 1] ?? '');
}

function isSurrogate(unit: string): boolean {
  return unit >= '\ud800' && unit <= '\udfff';
}

/** The same for programs: the name stays unchanged, and this goes next to it. */
export function nameMark(name: string): { lookAlike?: string } {
  const strange = lookAlike(name);
  return strange === null ? {} : { lookAlike: strange };
}
