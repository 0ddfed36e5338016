// Paths in JSON as keys and indexes: reads the value at a path, and copies a value with a change there. Pure.

import { isObject, type Json, member } from './json.ts';
import { pointerPart, readPointerPart } from './json-pointer.ts';

export type Path = (string | number)[];

/** A JSON Pointer (RFC 6901) as a path into this value, with numbers for lists, even past their end. */
export function pathIn(value: Json | undefined, pointer: string): Path {
  let at: Json | undefined = value;
  return pointer
    .split('/')
    .slice(1)
    .map((part) => {
      const name = readPointerPart(part);
      const step = Array.isArray(at) && /^\d{1,9}$/.test(name) ? Number(name) : name;
      at = memberAt(at, step);
      return step;
    });
}

export const pointerOf = (path: Path): string => path.map((step) => `/${pointerPart(String(step))}`).join('');

/** undefined: there is no value. */
export function valueAt(value: Json | undefined, path: Path): Json | undefined {
  return path.reduce<Json | undefined>(memberAt, value);
}

/** The value at a JSON Pointer. */
export function valueAtPointer(value: Json | undefined, pointer: string): Json | undefined {
  return valueAt(value, pointer.split('/').slice(1).map(readPointerPart));
}

/** The value at a path as findings print it: `result.content[0].text`. */
export function valueAtPrinted(value: Json | undefined, path: string): Json | undefined {
  let at = value;
  let start = 0;
  for (let end = 0; end <= path.length; end++) {
    if (end < path.length && !'.[]'.includes(path.charAt(end))) continue;
    if (end > start) at = memberAt(at, path.slice(start, end));
    start = end + 1;
  }
  return at;
}

function memberAt(value: Json | undefined, step: string | number): Json | undefined {
  return Array.isArray(value) ? value[Number(step)] : member(value, String(step));
}

/** A copy with one value changed; `undefined` removes it. Missing objects on the path are created. */
export function setAt(value: Json | undefined, path: Path, next: Json | undefined): Json {
  const [step, ...rest] = path;
  if (step === undefined) return next ?? null;
  if (typeof step === 'number') {
    const list = Array.isArray(value) ? [...value] : [];
    if (rest.length === 0 && next === undefined) list.splice(step, 1);
    else list[step] = setAt(list[step], rest, next);
    return list;
  }
  const entries = new Map(isObject(value) ? Object.entries(value) : []);
  if (rest.length === 0 && next === undefined) entries.delete(step);
  else entries.set(step, setAt(entries.get(step), rest, next));
  // Not by assignment: a member may be called __proto__.
  return Object.fromEntries(entries);
}
