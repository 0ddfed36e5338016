// What every reader of an error part receives: where facts go, what field names mean, and how to read nested values.

import type { CompiledMark } from '../../dialects/compile.ts';
import type { FieldRole } from '../../dialects/dialect-schema.ts';
import type { Json, JsonObject } from '../../json/json.ts';
import type { Reading } from '../reading/reading.ts';

export interface Reader {
  reading: Reading;
  members: ReadonlyMap<string, Member>;
  /** Reads any nested value. */
  read(value: Json, path: string, depth: number): void;
}

/** Everything known about a field name: one lookup per name instead of one per question. */
export interface Member {
  /** What it holds; null if unknown. */
  role: FieldRole | null;
  /** Which shapes an object with it may have, one bit each (shapes.ts). */
  shapes: number;
  /** Marks of dialects that are looked for here. */
  marks: readonly CompiledMark[] | null;
}

/** A payload with its own rules. */
export interface Shape {
  /** The fields that identify it. */
  has: readonly string[];
  /** Names of the fields it read; none if it is another shape after all. `path` is the object's, `value` that of such a field. */
  read(reader: Reader, object: JsonObject, path: string, value: Json, depth: number): readonly string[];
}

export function memberPath(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

/** Maximum depth of objects and JSON inside strings, from where the failure was found. */
export const deepest = 10;
