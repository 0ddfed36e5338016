// The payload shapes with rules of their own, one file each, found by a member that only they have.
// A shape takes the members it understands; the rest of the object is read member by member.

import type { Json, JsonObject } from '../../json.ts';
import { aws } from './aws.ts';
import { elicitations } from './elicitations.ts';
import { errorWord } from './error-word.ts';
import { fieldMap, flattened } from './field-map.ts';
import { googleRpc } from './google-rpc.ts';
import { graphql } from './graphql.ts';
import { nextActions } from './next-actions.ts';
import type { Reader } from './object.ts';
import { payment, x402 } from './payment.ts';
import { problemNames } from './problem.ts';
import { stackNames } from './stack.ts';

export interface Shape {
  /** The member by which it is found. */
  has: string;
  /** Names of the members it took, or null when it is another shape after all. */
  read(reader: Reader, object: JsonObject, path: string, value: Json, depth: number): string[] | null;
}

const shapes: readonly Shape[] = [
  googleRpc,
  aws,
  graphql,
  fieldMap,
  flattened,
  errorWord,
  x402,
  payment,
  nextActions,
  elicitations,
];

/** A bit for problem documents, one for stack traces, and one for each shape. */
const problemBit = 1;
const stackBit = 2;
const firstShape = 4;

/** By the name of a member: what an object may be that has it. */
export const tellingNames: ReadonlyMap<string, number> = (() => {
  const bits = new Map<string, number>(problemNames.map((name) => [name, problemBit]));
  for (const name of stackNames) bits.set(name, (bits.get(name) ?? 0) | stackBit);
  for (const [index, { has }] of shapes.entries()) bits.set(has, (bits.get(has) ?? 0) | (firstShape << index));
  return bits;
})();

export function mayBeProblem(bits: number): boolean {
  return (bits & problemBit) !== 0;
}

export function mayHaveStack(bits: number): boolean {
  return (bits & stackBit) !== 0;
}

export function readShape(
  reader: Reader,
  object: JsonObject,
  path: string,
  depth: number,
  bits: number,
): Set<string> | null {
  let taken: Set<string> | null = null;
  for (let index = 0; index < shapes.length; index++) {
    if ((bits & (firstShape << index)) === 0) continue;
    const shape = shapes[index] as Shape;
    const value = object[shape.has] as Json;
    // No shape takes a member that is null.
    const names = value === null ? null : shape.read(reader, object, path, value, depth);
    if (names === null) continue;
    taken ??= new Set();
    for (const name of names) taken.add(name);
  }
  return taken;
}
