// What is wrong with an edited message. It can be passed on all the same.

import type { HeldView } from '../../../shared/features/hold/held.ts';
import { isObject, type Json, member, parseJson } from '../../../shared/json/json.ts';
import { checkSchema } from '../../../shared/schema/check-schema.ts';

const mostProblems = 3;

/** `schema`: of the tool's results or arguments, as JSON text. */
export function problemsOf(text: string, { direction }: Pick<HeldView, 'direction'>, schema: string | null): string[] {
  const read = parseJson(text);
  if (!read.ok) return [`Not JSON: ${read.problem}`];
  if (!isObject(read.value) || member(read.value, 'jsonrpc') !== '2.0') return ['Not a JSON-RPC 2.0 message.'];
  const checked = schema === null ? null : parseJson(schema);
  const part = partOf(read.value, direction);
  if (!checked?.ok || part === undefined) return [];
  const name = direction === 'request' ? 'inputSchema' : 'outputSchema';
  return checkSchema(checked.value, part)
    .slice(0, mostProblems)
    .map(({ path, message }) => `Breaks ${name}${path === '' ? '' : ` at ${path}`}: ${message}`);
}

function partOf(message: Json, direction: HeldView['direction']): Json | undefined {
  if (direction === 'request') return member(member(message, 'params'), 'arguments');
  return direction === 'response' ? member(member(message, 'result'), 'structuredContent') : undefined;
}
