// Misfire's own check of the sent arguments against the tool's listed schema, before the server's message is read.

import type { FieldIssue } from '../../failure.ts';
import { isObject, member } from '../../json/json.ts';
import { checkSchema } from '../../schema/check-schema.ts';
import type { CallFacts } from '../reading/reading.ts';

export function checkArguments({ method, params, inputSchema }: CallFacts): readonly FieldIssue[] {
  if (method !== 'tools/call' || inputSchema === undefined || !isObject(params)) return [];
  return checkSchema(inputSchema, member(params, 'arguments') ?? {});
}
