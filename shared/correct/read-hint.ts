// Reads what a server's message about an argument requires: a type, a choice, a range, an intended name, an example. Knows the wording of
// common validators (Zod, Pydantic, Ajv, jsonschema, serde, Go) and of people. Patterns start with fixed words and are bounded; text
// without a match requires nothing.

import type { Json } from '../json/json.ts';

export interface Hint {
  /** As JSON Schema names them. */
  types: string[];
  /** Allowed values; for an unknown name, the known names. */
  choices: string[];
  least: number | null;
  most: number | null;
  /** The limits are exclusive. */
  isOpen: boolean;
  /** `Did you mean "limit"?` */
  meant: string | null;
  example: string | null;
  /** Names that the server does not know. */
  unknown: string[];
  isMissing: boolean;
}

const longest = 1000;

export function readHint(message: string, code = ''): Hint {
  const text = message.slice(0, longest);
  const unknown = unknownNames(text);
  const listed = choicesIn(text);
  const asTypes = listed.map((word) => typeOf(word));
  const areTypes = listed.length > 0 && asTypes.every((type) => type !== null);
  return {
    types: areTypes ? (asTypes as string[]) : typesIn(text),
    choices: areTypes ? [] : listed,
    ...rangeIn(text),
    meant: meantWord.exec(text)?.[1]?.replace(/(?<![.?!,])[.?!,]+$/, '') || null,
    example: exampleWord.exec(text)?.[1] ?? null,
    unknown,
    isMissing: unknown.length === 0 && (/required|missing/i.test(text) || /^(?:required|missing)/.test(code)),
  };
}

const meantWord =
  /\b(?:did you mean|do you mean|perhaps you meant|maybe you meant|you probably meant)[: ]{1,3}(?:one of[: ]{1,2})?["'`“‘]?([\w$.:@/-]{1,100})/i;
const exampleWord = /(?:\be\.g\.,?|\bfor example,?|\bexample:|\bsuch as)\s{1,2}["'`“‘]([^"'`“”‘’\n]{1,100})["'`”’]/i;

const unknownStart =
  /\b(?:unrecogni[sz]ed keys?(?:\(s\))?(?: in object)?|additional properties are not allowed|(?:unknown|unexpected|unsupported) (?:keyword )?(?:fields?|parameters?|arguments?|propert(?:y|ies)|options?|keys?))[:\s(]{1,4}/i;

function unknownNames(text: string): string[] {
  const start = unknownStart.exec(text);
  if (start === null) return [];
  const rest = text.slice(start.index + start[0].length);
  const names = listAt(rest, false);
  if (names.length > 0) return names;
  const plain = /^([\w$.-]{1,100})(?=$|[\s,.;)])/.exec(rest)?.[1];
  return plain === undefined || plainWords.has(plain.toLowerCase()) ? [] : [plain.replace(/\.$/, '')];
}

/** Words after "unknown field" that are not names. */
const plainWords = new Set(['for', 'in', 'of', 'is', 'was', 'were', 'value', 'values', 'type', 'name', 'names', 'to']);

/** Introduces a list; the second kind also one without quotes. */
const beforeChoices = /\b(?:expected|should be|must be|has to be|be either)[:\s]{1,3}(?:either )?/gi;
const beforeList =
  /\b(?:one of(?: the following(?: values)?)?|(?:allowed|valid|possible|supported|accepted|permitted|available) (?:values?|options?|choices|names)(?: are| is)?|choose from|(?:can|may) use|ha(?:s|ve) access to|valid \w{1,30}s are|expected one of)[:\s]{1,3}/gi;

/** Valibot: `Invalid key: Expected "city" but received undefined` names the argument, not a value. */
const ofKey = /^invalid key:/i;

function choicesIn(text: string): string[] {
  if (ofKey.test(text)) return [];
  for (const [pattern, plain] of [
    [beforeList, true],
    [beforeChoices, false],
  ] as const) {
    pattern.lastIndex = 0;
    for (let start = pattern.exec(text); start !== null; start = pattern.exec(text)) {
      const found = listAt(text.slice(start.index + start[0].length), plain);
      if (found.length > 0) return found;
    }
  }
  return [];
}

const mostChoices = 60;
/** Up to the same kind of quote: half of "Bob's" would be a false value. An apostrophe is in the middle of a word. */
const quotedItem =
  /"([^"\n]{0,100})"|“([^”\n]{0,100})”|`([^`'\n]{0,100})[`']|'((?:[^'\n]|'(?=\w)){0,100})'|‘((?:[^’\n]|’(?=\w)){0,100})’/y;
const plainItem = /[\w$.:@/+-]{1,60}/y;
const separator = /\s{0,3}(?:,\s{0,3}(?:or|and)\s|[,|/]|\bor\b|\band\b)\s{0,3}/y;

/** `'a' | 'b'`, `["a", "b"]`, `a, b or c`. Without quotes only complete lists count: at least two items, and nothing after them. */
function listAt(text: string, plain: boolean): string[] {
  let at = /^[\s[({<]{0,3}/.exec(text)?.[0].length ?? 0;
  const item = '"\'`“‘'.includes(text.charAt(at)) ? quotedItem : plain ? plainItem : null;
  if (item === null) return [];
  const found: string[] = [];
  while (found.length < mostChoices) {
    item.lastIndex = at;
    const one = item.exec(text);
    if (one === null) break;
    found.push(one.slice(1).find((part) => part !== undefined) ?? one[0]);
    at = item.lastIndex;
    separator.lastIndex = at;
    if (!separator.test(text)) break;
    at = separator.lastIndex;
  }
  if (item === quotedItem) return found;
  const isWhole = /^\s{0,2}(?:$|[\])}>.;(]|\breceived\b|\bgot\b)/.test(text.slice(at));
  const words = found.map((word) => word.replace(/\.$/, '')).filter(Boolean);
  return words.length > 1 && isWhole ? words : [];
}

const typeWords: Readonly<Record<string, string>> = {
  string: 'string',
  str: 'string',
  text: 'string',
  number: 'number',
  float: 'number',
  float64: 'number',
  f64: 'number',
  f32: 'number',
  double: 'number',
  decimal: 'number',
  integer: 'integer',
  int: 'integer',
  int32: 'integer',
  int64: 'integer',
  i32: 'integer',
  i64: 'integer',
  u8: 'integer',
  u16: 'integer',
  u32: 'integer',
  u64: 'integer',
  usize: 'integer',
  boolean: 'boolean',
  bool: 'boolean',
  array: 'array',
  list: 'array',
  sequence: 'array',
  object: 'object',
  dictionary: 'object',
  dict: 'object',
  map: 'object',
};
const typeOf = (word: string): string | null =>
  Object.hasOwn(typeWords, word.toLowerCase()) ? (typeWords[word.toLowerCase()] as string) : null;

const beforeType =
  /\b(?:expected|should be|must be|has to be|of type|wants?|requires?)[:\s]{1,3}(?:type )?(?:an? )?(?:valid )?["'`“‘<]?([A-Za-z][A-Za-z0-9]{1,12})\b(?: or (?:an? )?([A-Za-z]{2,12})\b)?/gi;

function typesIn(text: string): string[] {
  beforeType.lastIndex = 0;
  for (let found = beforeType.exec(text); found !== null; found = beforeType.exec(text)) {
    const types = [found[1], found[2]].map((word) => (word === undefined ? null : typeOf(word)));
    if (types[0] !== null) return types.filter((type) => type !== null) as string[];
  }
  return [];
}

const figure = '(-?\\d{1,15}(?:\\.\\d{1,10})?)';
const between = new RegExp(
  `\\b(?:between|from|in (?:the )?range(?: of)?|ranges? from)[:\\s]{1,3}[[(]?${figure}(?:\\s{0,2}(?:and|to|,|\\.\\.|-|–)\\s{0,2})${figure}`,
  'i',
);
/** "Maximum limit is 50", "maximum allowed value of 50" */
const limited = '(?:allowed )?[a-z][\\w-]{0,30}';
const atLeast = new RegExp(
  `(?:>=|≥|\\bgreater than or equal to|\\bat least|\\bno less than|\\bnot be (?:less|lower|smaller) than|\\bmin(?:imum)?(?: ${limited})?(?: is| of|:)?)\\s{0,2}${figure}`,
  'i',
);
const atMost = new RegExp(
  `(?:<=|≤|\\bless than or equal to|\\bat most|\\bno (?:more|greater) than|(?:\\bnot |\\bcannot |\\bcan't )(?:be (?:more|greater|larger|higher) than|exceed)|\\bmax(?:imum)?(?: ${limited})?(?: is| of|:)?|\\bup to)\\s{0,2}${figure}`,
  'i',
);
const above = new RegExp(`(?:>(?!=)|\\bgreater than(?! or)|\\bmore than)\\s{0,2}${figure}`, 'i');
const below = new RegExp(`(?:<(?!=)|\\bless than(?! or)|\\bfewer than)\\s{0,2}${figure}`, 'i');

/** Limits of a number, not of a length. */
function rangeIn(text: string): Pick<Hint, 'least' | 'most' | 'isOpen'> {
  // Most sentences have no digit and skip six patterns.
  if (!/\d/.test(text) || /character|item|element|letter|entr(?:y|ies)|length|byte|\bkeys\b/i.test(text))
    return { least: null, most: null, isOpen: false };
  const both = between.exec(text);
  if (both) return { least: Number(both[1]), most: Number(both[2]), isOpen: false };
  const least = atLeast.exec(text)?.[1];
  const most = atMost.exec(text)?.[1];
  if (least !== undefined || most !== undefined) return { least: figureOf(least), most: figureOf(most), isOpen: false };
  return { least: figureOf(above.exec(text)?.[1]), most: figureOf(below.exec(text)?.[1]), isOpen: true };
}

const figureOf = (text: string | undefined): number | null => (text === undefined ? null : Number(text));

/** Whether a value meets the server's requirements, as far as they were recognized. */
export function hintAccepts(hint: Hint, value: Json): boolean {
  if (hint.types.length > 0 && !hint.types.some((type) => isOfType(value, type))) return false;
  if (hint.choices.length > 0 && hint.unknown.length === 0 && !hint.choices.includes(String(value))) return false;
  if (typeof value !== 'number') return true;
  const { least, most, isOpen } = hint;
  if (least !== null && (isOpen ? value <= least : value < least)) return false;
  return most === null || (isOpen ? value < most : value <= most);
}

function isOfType(value: Json, type: string): boolean {
  switch (type) {
    case 'integer':
      return Number.isInteger(value);
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    default:
      return typeof value === type;
  }
}
