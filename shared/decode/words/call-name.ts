// What was requested, in a sentence.

import type { CallFacts } from '../reading/reading.ts';
import { inMarks } from './shorten.ts';

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
