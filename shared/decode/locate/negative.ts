// Negative results: `valid: false`, `found: false`. The call succeeded and the answer is no, so it is a success with a mark.

import { isObject, type Json, member } from '../../json/json.ts';

const questions = 'valid verified found exists isValid is_valid matched available allowed match passed'.split(' ');
const questionsDenied = new RegExp(`"(?:${questions.join('|')})"\\s{0,4}:\\s{0,4}false`);

/** Whether a tool's payload says no: the result, its structuredContent, or the JSON in a text. */
export function isNegativeAnswer(value: Json | undefined): boolean {
  if (!isObject(value)) return false;
  if (saysNo(value)) return true;
  const structured = member(value, 'structuredContent');
  if (isObject(structured)) return saysNo(structured);
  const content = member(value, 'content');
  if (!Array.isArray(content) || content.length === 0) return false;
  const text = member(content[0], 'text');
  if (typeof text !== 'string' || text.length > 4096) return false;
  return /^\s{0,8}\{/.test(text) && questionsDenied.test(text);
}

function saysNo(object: Json): boolean {
  for (const name of questions) if (member(object, name) === false) return true;
  return false;
}
