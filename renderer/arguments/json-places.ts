// Positions in JSON text while it is typed: the path at a cursor, and the range of a path. Also works on broken JSON, because it uses the
// editor's syntax tree.

import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { SyntaxNode, Tree } from '@lezer/common';
import type { Path } from '../../shared/json/json-place.ts';

/** How long suggestions may wait for the parser, in milliseconds. */
const patience = 200;

/** The editor parses in time slices, so on a busy machine its tree may end in the middle of a short text. */
function treeOf(state: EditorState): Tree {
  return ensureSyntaxTree(state, state.doc.length, patience) ?? syntaxTree(state);
}

/** Names and indexes from the root to a node. */
function pathOf(state: EditorState, node: SyntaxNode): Path {
  const path: Path = [];
  for (let at: SyntaxNode | null = node; at?.parent; at = at.parent) {
    const parent: SyntaxNode = at.parent;
    if (at.name === 'Property') path.unshift(propertyName(state, at) ?? '');
    else if (parent.name === 'Array' && isValue(at)) path.unshift(indexIn(parent, at));
  }
  return path;
}

interface Place {
  /** `name`: the cursor is in a field name. `value`: in its value. */
  kind: 'name' | 'value';
  /** Path of the object (for a name) or of the value. */
  path: Path;
  from: number;
  to: number;
  /** Names that the object already has, without the one at the cursor. */
  present: string[];
  /** The text is already quoted. */
  quoted: boolean;
}

export function placeAt(state: EditorState, position: number): Place | null {
  const node = treeOf(state).resolveInner(position, -1);
  if (node.name === 'PropertyName') {
    const property = node.parent;
    const object = property?.parent;
    if (!property || !object) return null;
    return {
      kind: 'name',
      path: pathOf(state, object),
      from: node.from,
      to: node.to,
      present: namesIn(state, object, property),
      quoted: true,
    };
  }
  const object = node.name === 'Object' ? node : isBetween(node) && node.parent?.name === 'Object' ? node.parent : null;
  if (object) {
    return {
      kind: 'name',
      path: pathOf(state, object),
      from: position,
      to: position,
      present: namesIn(state, object, null),
      quoted: false,
    };
  }
  const property = node.name === 'Property' ? node : node.parent?.name === 'Property' ? node.parent : null;
  if (property) {
    const quoted = node.name === 'String';
    const from = isValue(node) ? node.from : position;
    return {
      kind: 'value',
      path: pathOf(state, property),
      from,
      to: isValue(node) ? node.to : position,
      present: [],
      quoted,
    };
  }
  return null;
}

/** The range of the value at a path; for a field, its name; for a missing value, its nearest parent. */
export function rangeOf(state: EditorState, path: Path): { from: number; to: number } {
  let node: SyntaxNode | null = treeOf(state).topNode.firstChild;
  let found = node;
  for (const step of path) {
    if (!node) break;
    node = typeof step === 'number' ? elementAt(node, step) : memberOf(state, node, step);
    if (node) found = node;
    if (node?.name === 'Property') node = node.lastChild;
  }
  if (!found) return { from: 0, to: 0 };
  if (found.name === 'Object' || found.name === 'Array')
    return { from: found.from, to: Math.min(found.from + 1, found.to) };
  return { from: found.from, to: found.to };
}

function memberOf(state: EditorState, object: SyntaxNode, name: string): SyntaxNode | null {
  for (let child = object.firstChild; child; child = child.nextSibling) {
    if (child.name === 'Property' && propertyName(state, child) === name) return child;
  }
  return null;
}

function elementAt(array: SyntaxNode, index: number): SyntaxNode | null {
  let at = 0;
  for (let child = array.firstChild; child; child = child.nextSibling) {
    if (isValue(child) && at++ === index) return child;
  }
  return null;
}

function namesIn(state: EditorState, object: SyntaxNode, without: SyntaxNode | null): string[] {
  const names: string[] = [];
  for (let child = object.firstChild; child; child = child.nextSibling) {
    if (child.name === 'Property' && child.from !== without?.from) names.push(propertyName(state, child) ?? '');
  }
  return names;
}

function propertyName(state: EditorState, property: SyntaxNode): string | null {
  const name = property.getChild('PropertyName');
  if (!name) return null;
  try {
    return JSON.parse(state.sliceDoc(name.from, name.to)) as string;
  } catch {
    return null;
  }
}

function indexIn(array: SyntaxNode, node: SyntaxNode): number {
  let index = 0;
  for (let child = array.firstChild; child && child.from < node.from; child = child.nextSibling)
    if (isValue(child)) index++;
  return index;
}

/** Punctuation, or text that the parser could not classify. */
function isBetween(node: SyntaxNode): boolean {
  return node.name === '{' || node.name === ',' || node.type.isError;
}

function isValue(node: SyntaxNode): boolean {
  return ['Object', 'Array', 'String', 'Number', 'True', 'False', 'Null'].includes(node.name);
}
