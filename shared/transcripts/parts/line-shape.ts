// The shape of a line that Misfire does not understand: the names of its members and the kinds of their values. The values themselves may
// be prompts, so none of them is kept.

import { isObject, type Json } from '../../json/json.ts';

const mostMembers = 12;
const deepest = 3;
const longest = 400;
/** Other names may be data, such as paths. */
const plainName = /^[A-Za-z_$][\w$.-]{0,40}$/;

export function shapeOf(value: Json): string {
  const shape = describe(value, 0);
  return shape.length > longest ? `${shape.slice(0, longest)}…` : shape;
}

/** The kind that a line calls itself, unless that may be data too. */
export const kindName = (kind: string): string => (plainName.test(kind) ? kind : kind === '' ? 'without a type' : '…');

function describe(value: Json, depth: number): string {
  if (value === null) return 'null';
  if (Array.isArray(value))
    return value[0] === undefined || depth === deepest ? '[]' : `[${describe(value[0], depth + 1)}]`;
  if (!isObject(value)) return typeof value;
  if (depth === deepest) return '{…}';
  const names = Object.keys(value);
  const members = names
    .slice(0, mostMembers)
    .map((name) => `${plainName.test(name) ? name : '…'}: ${describe(value[name] ?? null, depth + 1)}`);
  return `{${[...members, ...(names.length > mostMembers ? ['…'] : [])].join(', ')}}`;
}
