// The parts of a result in a few words, for the folded section.

import { isObject, type Json, member } from '../../shared/json/json.ts';
import { count } from '../text/format.ts';

/** Names of block types in MCP. Others are called blocks. */
const blockNames: Record<string, [one: string, many: string]> = {
  text: ['text', 'texts'],
  image: ['image', 'images'],
  audio: ['audio', 'audios'],
  resource: ['resource', 'resources'],
  resource_link: ['link', 'links'],
};

/** '' if it is not the result of a tool. */
export function resultSummary(result: Json): string {
  const content = member(result, 'content');
  if (!isObject(result) || !Array.isArray(content)) return '';
  const amounts = new Map<readonly [string, string], number>();
  for (const block of content) {
    const type = member(block, 'type');
    const names = (typeof type === 'string' && Object.hasOwn(blockNames, type) && blockNames[type]) || otherBlock;
    amounts.set(names, (amounts.get(names) ?? 0) + 1);
  }
  const parts = [...amounts].map(([[one, many], amount]) => count(amount, one, many));
  if (member(result, 'structuredContent') !== undefined) parts.push('structured content');
  return parts.length === 0 ? 'empty' : parts.join(', ');
}

const otherBlock = ['block', 'blocks'] as const;
