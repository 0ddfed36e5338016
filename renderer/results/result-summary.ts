// The parts of a result in a few words, for the folded section.

import { isObject, type Json, type JsonObject, member } from '../../shared/json/json.ts';
import { countInWords } from '../text/format.ts';
import { visibleLine } from '../text/visible-text.ts';

/** Names of block types in MCP. Others are called blocks. */
const blockNames: Record<string, [one: string, many: string]> = {
  text: ['text', 'texts'],
  image: ['image', 'images'],
  audio: ['audio', 'audios'],
  resource: ['resource', 'resources'],
  resource_link: ['link', 'links'],
};

const longestNames = 40;

/** Never empty: a tool may also answer with an object of its own. */
export function resultSummary(result: Json): string {
  const content = member(result, 'content');
  if (!isObject(result)) return Array.isArray(result) ? countInWords(result.length, 'item') : 'a single value';
  if (!Array.isArray(content)) return fieldsOf(result);
  const amounts = new Map<readonly [string, string], number>();
  for (const block of content) {
    const type = member(block, 'type');
    const names = (typeof type === 'string' && Object.hasOwn(blockNames, type) && blockNames[type]) || otherBlock;
    amounts.set(names, (amounts.get(names) ?? 0) + 1);
  }
  const parts = [...amounts].map(([[one, many], amount]) => countInWords(amount, one, many));
  if (member(result, 'structuredContent') !== undefined) parts.push('structured content');
  return parts.length === 0 ? 'empty' : parts.join(', ');
}

/** `1 field: error` */
function fieldsOf(result: JsonObject): string {
  const names = Object.keys(result);
  const list = visibleLine(names.slice(0, longestNames).join(', '));
  if (names.length === 0) return 'empty';
  return list.length > longestNames
    ? countInWords(names.length, 'field')
    : `${countInWords(names.length, 'field')}: ${list}`;
}

const otherBlock = ['block', 'blocks'] as const;
