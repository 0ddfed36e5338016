// Stack traces that an error object carries in a member of their own.

import { type Json, type JsonObject, member } from '../../json.ts';

export const stackNames = ['stack', 'stackTrace', 'stack_trace', 'traceback'] as const;

export function hasStack(object: JsonObject): boolean {
  return stackNames.some((name) => isStack(member(object, name)));
}

function isStack(stack: Json | undefined): boolean {
  return (typeof stack === 'string' && stack !== '') || (Array.isArray(stack) && stack.length > 0);
}
