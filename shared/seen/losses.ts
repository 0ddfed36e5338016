// Which parts of a response did not reach the model: searches each part in what the model received. A part with the same content as one
// that arrived is not lost, so a text may replace equal structured content.

import { isObject, type Json, type JsonObject, member, parseJson } from '../json/json.ts';
import { contentOf, failedOf, gotText, resourceOf, structuredOf, textOf, typeOf } from './parts/blocks.ts';
import { type Got, type Loss, losses, type ServerAnswer } from './parts/seen.ts';

/** Long enough that an accidental match is unlikely. */
const sample = 40;

/** Maximum characters examined per client: each part may have to be searched in everything the model received. */
const mostWork = 20_000_000;
/** Minimum number of parts to search. */
const fewest = 20;

type Arrived = 'whole' | 'both ends' | 'start' | 'none';

export function lossesOf(answer: ServerAnswer, got: Got, flagged: boolean): Loss[] {
  const lost = new Set<Loss>();
  const search = new Search(got);
  const parts = spread(partsOf(answer), Math.max(fewest, Math.floor(mostWork / search.length)));
  const arrivals = parts.map(({ loss, value }) => ({ loss, arrived: search.find(value) }));
  for (const { loss, arrived } of arrivals) {
    if (arrived === 'none') lost.add(loss);
    if (arrived === 'both ends') lost.add('the middle');
    if (arrived === 'start') lost.add('the end');
  }
  if (parts.length > 0 && arrivals.every(({ arrived }) => arrived === 'none')) lost.add('everything');
  if (failedOf(answer) && !flagged) lost.add('flag');
  return losses.filter((loss) => lost.has(loss));
}

/** All of them, or a sample at even distances from the first to the last. */
function spread<T>(items: readonly T[], most: number): T[] {
  if (items.length <= most) return [...items];
  return Array.from({ length: most }, (_, at) => items[Math.round((at * (items.length - 1)) / (most - 1))] as T);
}

interface Part {
  loss: Loss;
  value: Json;
}

function partsOf(answer: ServerAnswer): Part[] {
  if ('error' in answer) {
    const { code, message, data } = answer.error;
    return [
      { loss: 'text' as const, value: message },
      { loss: 'code' as const, value: code },
      { loss: 'data' as const, value: data ?? '' },
    ].filter(({ value }) => value !== '');
  }
  const structured = structuredOf(answer.result);
  const content = member(answer.result, 'content');
  return [
    ...(typeof content === 'string' ? [{ loss: 'text' as const, value: content }] : []),
    ...contentOf(answer.result).flatMap(blockParts),
    ...(structured === undefined ? [] : [{ loss: 'structured content' as const, value: unwrapped(structured) }]),
  ];
}

/** FastMCP wraps a tool's return value in `result` unless it is an object; the text block has the same content. */
function unwrapped(structured: Json): Json {
  const inner = isObject(structured) && Object.keys(structured).length === 1 ? structured.result : undefined;
  return typeof inner === 'string' ? inner : structured;
}

function blockParts(block: JsonObject): Part[] {
  const part = (loss: Loss, value: string) => (value.trim() === '' ? [] : [{ loss, value }]);
  switch (typeOf(block)) {
    case 'text':
      return part('text', textOf(block, 'text'));
    case 'image':
    case 'audio':
      return part(typeOf(block) as 'image' | 'audio', textOf(block, 'data'));
    case 'resource_link':
      return part('resource link', textOf(block, 'uri'));
    case 'resource': {
      const resource = resourceOf(block);
      return part('resource', textOf(resource, 'text') || textOf(resource, 'blob'));
    }
    default:
      return [];
  }
}

class Search {
  /** Raw, and with JSON escapes resolved. Invisible characters are ignored. */
  readonly #texts: string[];
  readonly #blocks: readonly string[];
  #values: ReadonlySet<string> | undefined;
  #compact: string[] | undefined;

  constructor(got: Got) {
    const text = gotText(got);
    this.#texts = [...new Set([text, unescaped(text)])].map(plain);
    this.#blocks = typeof got === 'string' ? [got] : got.map((block) => textOf(block, 'text'));
  }

  /** In the searched text; 1 for none. */
  get length(): number {
    return Math.max(1, this.#texts[0]?.length ?? 0);
  }

  find(value: Json): Arrived {
    if (typeof value === 'number') return this.#texts.some((text) => hasNumber(text, value)) ? 'whole' : 'none';
    const text = plain(typeof value === 'string' ? value : JSON.stringify(value)).trim();
    const says = typeof value === 'string' ? parseJson(value) : { ok: true as const, value };
    if (says.ok && isObject(says.value) && this.#says(says.value)) return 'whole';
    const [best] = this.#texts.map((each) => arrival(each, text)).sort((one, other) => order[one] - order[other]);
    return best ?? 'none';
  }

  /** The same JSON in any formatting, alone or within other text. */
  #says(value: Json): boolean {
    const compact = withoutSpace(plain(JSON.stringify(value)));
    this.#compact ??= this.#texts.map(withoutSpace);
    return this.#compact.some((each) => holds(each, compact)) || this.#valuesGot().has(inOrder(value));
  }

  #valuesGot(): ReadonlySet<string> {
    this.#values ??= new Set(
      this.#blocks.flatMap((each) => {
        const parsed = parseJson(each);
        return parsed.ok ? [inOrder(parsed.value)] : [];
      }),
    );
    return this.#values;
  }
}

const withoutSpace = (text: string): string => text.replace(/\s/g, '');

const order: Record<Arrived, number> = { whole: 0, 'both ends': 1, start: 2, none: 3 };

function arrival(got: string, text: string): Arrived {
  if (holds(got, text)) return 'whole';
  if (text.length < 2 * sample) return 'none';
  const start = got.includes(text.slice(0, sample));
  if (!start) return 'none';
  return got.includes(text.slice(-sample)) && endsApart(got, text) ? 'both ends' : 'start';
}

/** A text of one repeated character ends anywhere: the ends must be in order and not overlap. */
function endsApart(got: string, text: string): boolean {
  const start = got.indexOf(text.slice(0, sample));
  const end = got.lastIndexOf(text.slice(-sample));
  if (end < start + sample) return false;
  // Only the client's marker distinguishes two ends from one long start.
  return !text.startsWith(got.slice(start, end + sample));
}

/** Maximum positions for a full comparison: a text of one repeated character would need one at each. */
const mostPlaces = 8;

function holds(got: string, text: string): boolean {
  if (text.length <= 2 * sample) return got.includes(text);
  const head = text.slice(0, sample);
  let at = got.indexOf(head);
  for (let tried = 0; at !== -1 && tried < mostPlaces; tried += 1) {
    if (got.startsWith(text, at)) return true;
    at = got.indexOf(head, at + 1);
  }
  return false;
}

const plain = (text: string): string =>
  text.normalize('NFC').replace(/[\u{ad}\u{180e}\u{200b}-\u{200f}\u{202a}-\u{202e}\u{2060}-\u{2069}\u{feff}]/gu, '');

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

function unescaped(text: string): string {
  return text.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/gs, (_all, hex: string | undefined, sign: string | undefined) =>
    hex === undefined ? (escapes[sign ?? ''] ?? sign ?? '') : String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** Not as part of a longer number. */
function hasNumber(text: string, value: number): boolean {
  const digits = String(value);
  for (let at = text.indexOf(digits); at !== -1; at = text.indexOf(digits, at + 1))
    if (!isDigit(text[at - 1]) && !isDigit(text[at + digits.length])) return true;
  return false;
}

const isDigit = (sign: string | undefined): boolean => sign !== undefined && sign >= '0' && sign <= '9';

const sorted = (value: Json): Json =>
  isObject(value)
    ? Object.fromEntries(
        Object.keys(value)
          .sort()
          .map((name) => [name, sorted(value[name] ?? null)]),
      )
    : Array.isArray(value)
      ? value.map(sorted)
      : value;
/** Equal for values that differ only in field order. */
const inOrder = (value: Json): string => JSON.stringify(sorted(value));
