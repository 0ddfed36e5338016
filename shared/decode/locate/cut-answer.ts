// Finds the start of a response to this call among lines that are not JSON: a cut-off message still shows what it was.

import type { Account } from '../../account/account.ts';
import { isObject, type Json, member } from '../../json/json.ts';
import { repairJson } from './repair-json.ts';

/** How a message starts, even if the rest is broken. */
export const answerStart = /^\s{0,8}\{\s{0,8}"(?:result|error|jsonrpc|id)"/;

/** The result field of each method; other methods accept any result. */
const resultMembers: Readonly<Record<string, string>> = {
  initialize: 'protocolVersion',
  'tools/list': 'tools',
  'tools/call': 'content',
  'resources/list': 'resources',
  'resources/templates/list': 'resourceTemplates',
  'resources/read': 'contents',
  'prompts/list': 'prompts',
  'prompts/get': 'messages',
};

export function findCutAnswer(account: Account): NonNullable<Account['answer']> | null {
  if (account.method === undefined || account.answer !== undefined) return null;
  const wanted = resultMembers[account.method];
  for (const line of account.noise?.slice(-20) ?? bodyLines(account)) {
    if (!answerStart.test(line)) continue;
    const value = repairJson(line);
    if (!isObject(value)) continue;
    const result = member(value, 'result');
    const error = member(value, 'error');
    if (isObject(error) ? typeof member(error, 'code') !== 'number' : !fits(result, wanted)) continue;
    return { value, text: line };
  }
  return null;
}

/** The body as JSON, or the data of its events (HTML Standard, server-sent events). */
function bodyLines(account: Account): string[] {
  const body = account.http?.body;
  if (body === undefined || body === '') return [];
  if (!/^(?:event|data|id|retry|:)/.test(body)) return [body];
  return body
    .slice(0, 100_000)
    .split('\n', 200)
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice(5).trimStart());
}

function fits(result: Json | undefined, wanted: string | undefined): boolean {
  if (!isObject(result)) return false;
  return wanted === undefined
    ? Object.keys(result).length > 0 && !Object.values(resultMembers).some((name) => Object.hasOwn(result, name))
    : Object.hasOwn(result, wanted);
}
