// RFC 9457 problem documents, anywhere in a message. Fields of the wrong type are ignored, as section 3.1 requires; lists.ts reads
// `errors` with pointers (section 3).

import type { Problem } from '../../failure.ts';
import { type Json, type JsonObject, member } from '../../json/json.ts';
import { addLink, type Reading, shallow } from '../reading/reading.ts';
import type { Shape } from './reader.ts';

const members = new Set(['type', 'title', 'status', 'detail', 'instance', '__proto__']);

/** Two of its fields, one of them a text that only a problem document has. */
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

export const readProblemDocument: Shape = {
  // Every recognizable problem document has one of these.
  has: ['title', 'status', 'detail'],
  read({ reading }, object, _path, value) {
    // Each of them leads here; the first is enough.
    if (value !== (object.title ?? object.status ?? object.detail)) return [];
    // The innermost document is the relevant one.
    if (looksLikeProblem(object)) reading.problem = readProblem(reading, object);
    return [];
  },
};

function readProblem(reading: Reading, object: JsonObject): Problem {
  const { type, title, status, detail, instance } = object;
  const found: Problem = {};
  if (typeof type === 'string') found.type = type;
  if (typeof title === 'string') found.title = title;
  if (typeof status === 'number') found.status = status;
  if (typeof detail === 'string') found.detail = detail;
  if (typeof instance === 'string') found.instance = instance;
  addLink(reading, 'Problem type', type);
  const extensions: JsonObject = {};
  let count = 0;
  for (const name of Object.keys(object)) {
    if (members.has(name)) continue;
    if (++count > 30) break;
    extensions[name] = shallow(object[name] as Json, 3);
  }
  if (count > 0) found.extensions = extensions;
  return found;
}
