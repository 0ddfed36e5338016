// Compares two JSON values by structure: fields by name, elements by index or, if the lengths differ, by content. Owns the lines; each is
// a line of indented JSON. Linear in the size of the values, and safe at any depth.

import { isObject, type Json, type JsonObject } from '../json/json.ts';
import { pointerPart } from '../json/json-pointer.ts';
import { jsonText } from '../json/json-text.ts';
import type { DiffLine } from '../retry/replay.ts';
import { isVolatile } from './volatile.ts';

/** Deeper values are one line of compact text. */
const deepest = 60;
const mostLines = 20_000;
const textLimit = 2000;
/** Longer lists of different length are compared by index. */
const alignedLength = 200;

interface StructureDiff {
  lines: DiffLine[];
  volatilePaths: string[];
  /** There would be too many lines to read. */
  full: boolean;
}

export function diffValues(before: Json, after: Json): StructureDiff {
  const writer = new Writer();
  writer.compare({ path: '', indent: 0, label: '', comma: '' }, before, after);
  return { lines: writer.lines, volatilePaths: writer.volatilePaths, full: writer.full };
}

interface Spot {
  path: string;
  indent: number;
  /** `"name": ` for a field, '' for an element. */
  label: string;
  comma: '' | ',';
}

type Container = Json[] | JsonObject;
const isContainer = (value: Json): value is Container => typeof value === 'object' && value !== null;

class Writer {
  readonly lines: DiffLine[] = [];
  readonly volatilePaths: string[] = [];
  full = false;

  compare(spot: Spot, before: Json, after: Json): void {
    if (this.full) return;
    const nested = isContainer(before) && isContainer(after) && Array.isArray(before) === Array.isArray(after);
    if (!nested || spot.indent >= deepest) {
      const isSame =
        isContainer(before) && isContainer(after) ? jsonText(before) === jsonText(after) : before === after;
      if (isSame) this.#write('same', spot, before, false);
      else {
        const folded = isVolatile(spot.path, before, after);
        if (folded) this.volatilePaths.push(spot.path);
        this.#write('removed', spot, before, folded);
        this.#write('added', spot, after, folded);
      }
      return;
    }
    const [open, close] = Array.isArray(before) ? ['[', ']'] : ['{', '}'];
    this.#line('same', spot, `${spot.label}${open}`, false);
    const inner = { ...spot, indent: spot.indent + 1 };
    if (Array.isArray(before)) this.#compareLists(inner, before, after as Json[]);
    else this.#compareObjects(inner, before, after as JsonObject);
    this.#line('same', spot, `${close}${spot.comma}`, false);
  }

  #compareObjects(inner: Spot, before: JsonObject, after: JsonObject): void {
    const added = Object.keys(after).filter((name) => !Object.hasOwn(before, name));
    const names = [...Object.keys(before), ...added];
    names.forEach((name, index) => {
      const spot = memberSpot(inner, name, index < names.length - 1);
      const was = Object.hasOwn(before, name);
      const is = Object.hasOwn(after, name);
      if (was && is) this.compare(spot, before[name] as Json, after[name] as Json);
      else if (was) this.#write('removed', spot, before[name] as Json, false);
      else this.#write('added', spot, after[name] as Json, false);
    });
  }

  #compareLists(inner: Spot, before: readonly Json[], after: readonly Json[]): void {
    const pairs = before.length === after.length ? byPlace(before, after) : byContent(before, after);
    pairs.forEach(([was, is], index) => {
      const place = is ?? was ?? 0;
      const comma = index < pairs.length - 1 ? ',' : '';
      const spot: Spot = { path: `${inner.path}/${place}`, indent: inner.indent, label: '', comma };
      if (was !== null && is !== null) this.compare(spot, before[was] as Json, after[is] as Json);
      else if (was !== null)
        this.#write('removed', { ...spot, path: `${inner.path}/${was}` }, before[was] as Json, false);
      else if (is !== null) this.#write('added', spot, after[is] as Json, false);
    });
  }

  /** A whole value, each of its lines of the same kind. */
  #write(kind: DiffLine['kind'], spot: Spot, value: Json, folded: boolean): void {
    if (this.full) return;
    if (!isContainer(value) || spot.indent >= deepest || isEmpty(value)) {
      this.#line(kind, spot, `${spot.label}${clip(jsonText(value))}${spot.comma}`, folded);
      return;
    }
    const isList = Array.isArray(value);
    this.#line(kind, spot, `${spot.label}${isList ? '[' : '{'}`, folded);
    const inner = { ...spot, indent: spot.indent + 1 };
    const entries = Object.entries(value);
    entries.forEach(([name, part], index) => {
      const more = index < entries.length - 1;
      const place: Spot = isList
        ? { path: `${spot.path}/${name}`, indent: inner.indent, label: '', comma: more ? ',' : '' }
        : memberSpot(inner, name, more);
      this.#write(kind, place, part, folded);
    });
    this.#line(kind, spot, `${isList ? ']' : '}'}${spot.comma}`, folded);
  }

  #line(kind: DiffLine['kind'], { path, indent }: Spot, text: string, folded: boolean): void {
    if (this.lines.length >= mostLines) {
      this.full = true;
      return;
    }
    this.lines.push({ kind, text: `${'  '.repeat(indent)}${text}`, path, volatile: folded });
  }
}

/** RFC 6901 section 3: `~` and `/` are escaped. */
function memberSpot({ path, indent }: Spot, name: string, more: boolean): Spot {
  const pointer = `${path}/${pointerPart(name)}`;
  return { path: pointer, indent, label: `${JSON.stringify(name)}: `, comma: more ? ',' : '' };
}

const isEmpty = (value: Container): boolean => (isObject(value) ? Object.keys(value) : value).length === 0;

const clip = (text: string): string => (text.length > textLimit ? `${text.slice(0, textLimit)}…` : text);

type Pair = [number | null, number | null];

function byPlace(before: readonly Json[], after: readonly Json[]): Pair[] {
  return Array.from({ length: Math.max(before.length, after.length) }, (_, index): Pair => {
    return [index < before.length ? index : null, index < after.length ? index : null];
  });
}

/** Equal elements are matched; those in between are paired by index. */
function byContent(before: readonly Json[], after: readonly Json[]): Pair[] {
  if (before.length > alignedLength || after.length > alignedLength) return byPlace(before, after);
  const a = before.map((value) => jsonText(value, true));
  const b = after.map((value) => jsonText(value, true));
  const pairs: Pair[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    const [nextI, nextJ] = nextMatch(a, b, i, j);
    for (; i < nextI && j < nextJ; i += 1, j += 1) pairs.push([i, j]);
    for (; i < nextI; i += 1) pairs.push([i, null]);
    for (; j < nextJ; j += 1) pairs.push([null, j]);
    if (i < a.length && j < b.length) {
      pairs.push([i, j]);
      i += 1;
      j += 1;
    }
  }
  return pairs;
}

/** The nearest position from which both lists match. */
function nextMatch(a: readonly string[], b: readonly string[], i: number, j: number): [number, number] {
  for (let distance = 0; distance <= a.length - i + (b.length - j); distance += 1) {
    for (let ahead = 0; ahead <= distance; ahead += 1) {
      const x = i + ahead;
      const y = j + distance - ahead;
      if (x < a.length && y < b.length && a[x] === b[y]) return [x, y];
    }
  }
  return [a.length, b.length];
}
