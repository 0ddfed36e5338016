// Names in a sentence: of the server, and of what was requested. What has none of its own is "The server" at the start and "the server"
// after it.

import type { DecodeContext } from '../../account/account.ts';
import { capital } from '../../text/capital.ts';
import type { CallFacts } from '../reading/reading.ts';
import { inMarks } from './shorten.ts';

/** A name as it is written after this text. */
export function nameAfter(before: string, name: string): string {
  if (name !== 'The server' && name !== 'The client' && name !== 'the request') return name;
  return before === '' || before.endsWith('. ') ? capital(name) : `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
}

/** Tags a text whose names may be such words. */
export const inSentence = (texts: TemplateStringsArray, ...values: readonly (string | number)[]): string =>
  values.reduce<string>((text, value, at) => text + nameAfter(text, String(value)) + texts[at + 1], texts[0] as string);

export function nameOfServer({ server }: Pick<DecodeContext, 'server'>): string {
  return server === '' || server === '?' ? 'The server' : server;
}

/** What was requested, as a noun: `the tool "search"`, `the method ping`. */
export function callName(call: Pick<CallFacts, 'method' | 'target'>): string {
  if (call.target !== undefined && call.target !== '') {
    const target = inMarks(call.target, 80);
    if (call.method === 'prompts/get') return `the prompt ${target}`;
    if (call.method?.startsWith('resources/')) return `the resource ${target}`;
    return target;
  }
  return call.method === undefined ? 'the request' : call.method;
}
