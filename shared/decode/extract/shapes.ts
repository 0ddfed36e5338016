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

/** Names without which an object is neither a problem document nor any of these. */
export const tellingNames: ReadonlySet<string> = new Set([...problemNames, ...shapes.map((shape) => shape.has)]);

export function readShape(reader: Reader, object: JsonObject, path: string, depth: number): Set<string> | null {
  let taken: Set<string> | null = null;
  for (const shape of shapes) {
    // `undefined` also for an own member that is null, which no shape takes.
    if ((object[shape.has] ?? undefined) === undefined || !Object.hasOwn(object, shape.has)) continue;
    const names = shape.read(reader, object, path, object[shape.has] as Json, depth);
    if (names === null) continue;
    taken ??= new Set();
    for (const name of names) taken.add(name);
  }
  return taken;
}
