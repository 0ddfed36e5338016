// Why an entry can be read in two ways: a duplicate key, or YAML text that several places share. Clients read the last of two keys or
// reject the file; Misfire changes neither. Owns the checks and their message.

import { lineAt } from './span-tree.ts';
import type { ObjectSpan, SpanNode } from './span-types.ts';

export interface Ambiguity {
  kind: 'key' | 'name' | 'sharing';
  key: string;
  start: number;
}

/** The second position of a duplicate key in an object. */
export function secondOf(object: ObjectSpan, key: string): Ambiguity | null {
  const [, second] = object.members.filter((member) => member.key === key);
  return second ? { kind: 'key', key, start: second.keyStart } : null;
}

/** The first ambiguous part of a value. */
export function ambiguityIn(node: SpanNode): Ambiguity | null {
  if (node.sharing) return { kind: 'sharing', key: node.sharing.mark, start: node.sharing.start };
  if (node.kind === 'scalar') return null;
  if (node.kind === 'array') return firstOf(node.items);
  const keys = new Set<string>();
  for (const { key, keyStart } of node.members) {
    if (keys.has(key)) return { kind: 'key', key, start: keyStart };
    keys.add(key);
  }
  return firstOf(node.members.map(({ value }) => value));
}

function firstOf(nodes: readonly SpanNode[]): Ambiguity | null {
  for (const node of nodes) {
    const found = ambiguityIn(node);
    if (found) return found;
  }
  return null;
}

/** Names file, line and key, and what to do. */
export function describeAmbiguity(
  path: string,
  text: string,
  { kind, key, start }: Ambiguity,
  wanted: 'watch' | 'undo' | 'change' = 'watch',
): string {
  const place = `${path}, line ${lineAt(text, start)}`;
  const name = JSON.stringify(key.slice(0, 80));
  const then = `then ${wanted} this server.`;
  switch (kind) {
    case 'key':
      return `${place}: duplicate key ${name}. Clients read only the last one or refuse the file. Remove one of them, ${then}`;
    case 'name':
      return `${place}: a second server has the name ${name}. Rename or remove one of them, ${then}`;
    case 'sharing':
      return `${place}: ${name} shares text with another part of the file. Write the values out in this entry, ${then}`;
    default:
      return kind satisfies never;
  }
}
