// What every reader of a part of an error is handed: where facts go, what names of members tell, and the way to what is inside.

import type { CompiledMark } from '../../dialects/compile.ts';
import type { FieldRole } from '../../dialects/schema.ts';
import type { Json, JsonObject } from '../../json/json.ts';
import type { Facts } from '../facts/facts.ts';

export interface Reader {
  facts: Facts;
  members: ReadonlyMap<string, Member>;
  /** Reads what is inside of something else, whatever it is. */
  read(value: Json, path: string, depth: number): void;
}

/** All that the name of a member tells: reading an object asks once a name, not once a question. */
export interface Member {
  /** What it holds; null where nobody knows. */
  role: FieldRole | null;
  /** Which shapes an object with it may have, a bit each (shapes.ts). */
  shapes: number;
  /** Marks of dialects that are looked for where it is. */
  marks: readonly CompiledMark[] | null;
}

/** A payload with rules of its own. */
export interface Shape {
  /** The members by which it is found. */
  has: readonly string[];
  /** Names of the members it took; none when it is another shape after all. `path` is the object's, `value` that of such a member. */
  read(reader: Reader, object: JsonObject, path: string, value: Json, depth: number): readonly string[];
}

export function memberPath(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

/** How deep objects and JSON inside strings are followed from where the failure was found. */
export const deepest = 10;
