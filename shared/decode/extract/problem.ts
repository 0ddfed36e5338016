// RFC 9457 problem documents, wherever they travel. Members of the wrong type are left out, as section 3.1 asks;
// `errors` with pointers (section 3) is read with the other lists.

import type { Problem } from '../../failure.ts';
import { type Json, type JsonObject, member } from '../../json.ts';
import { addLink, type Facts, shallow } from '../facts.ts';

const members = new Set(['type', 'title', 'status', 'detail', 'instance']);

/** One of these is in every problem document that is known as one. */
export const problemNames = ['title', 'status', 'detail'] as const;

/** Two of its own members, one of them a text that only a problem document has. */
export function looksLikeProblem(object: JsonObject): boolean {
  if (object.title === undefined && object.status === undefined && object.detail === undefined) return false;
  const title = typeof member(object, 'title') === 'string';
  const detail = typeof member(object, 'detail') === 'string';
  const status = typeof member(object, 'status') === 'number';
  const type = member(object, 'type');
  const uri = typeof type === 'string' && isUriReference(type);
  return (title && (status || detail || uri)) || (uri && (status || detail)) || (status && detail);
}

function isUriReference(text: string): boolean {
  return text === 'about:blank' || text.includes('/') || /^[a-z][a-z0-9+.-]{1,20}:/i.test(text);
}

export function readProblem(facts: Facts, object: JsonObject): void {
  if (!looksLikeProblem(object)) return;
  const problem: Problem = {};
  const type = member(object, 'type');
  if (typeof type === 'string') {
    problem.type = type;
    addLink(facts, 'Problem type', type);
  }
  const title = member(object, 'title');
  if (typeof title === 'string') problem.title = title;
  const status = member(object, 'status');
  if (typeof status === 'number') problem.status = status;
  const detail = member(object, 'detail');
  if (typeof detail === 'string') problem.detail = detail;
  const instance = member(object, 'instance');
  if (typeof instance === 'string') problem.instance = instance;
  const extensions: JsonObject = {};
  let count = 0;
  for (const name of Object.keys(object)) {
    if (members.has(name) || name === '__proto__') continue;
    if (++count > 30) break;
    extensions[name] = shallow(object[name] as Json, 3);
  }
  if (count > 0) problem.extensions = extensions;
  // The innermost document is the one that means it.
  facts.problem = problem;
}
