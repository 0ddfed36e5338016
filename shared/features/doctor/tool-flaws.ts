// What is wrong with one tool of a list, as the parsers of clients judge it: each of these flaws costs a client the tool or the whole list.

import type { ToolFlaw } from '../../clients/client.ts';
import { isObject, type Json, member } from '../../json/json.ts';
import { combinators } from '../lint/schema-flaws.ts';

const hints = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'];

export function flawsOf(tool: Json): ToolFlaw[] {
  const flaws: ToolFlaw[] = [];
  const schema = member(tool, 'inputSchema');
  if (typeof member(tool, 'name') !== 'string') flaws.push('no name');
  if (!isObject(schema)) flaws.push('no input schema');
  else {
    if (schema.type !== 'object') flaws.push('an input schema that is not of type object');
    if (combinators.some((name) => schema[name] !== undefined)) flaws.push('a choice at the top of its input schema');
    if (hasBareProperty(schema.properties)) flaws.push('a property without a schema');
  }
  const description = member(tool, 'description');
  if (description !== undefined && typeof description !== 'string') flaws.push('a description that is no text');
  const annotations = member(tool, 'annotations');
  if (annotations !== undefined && hints.some((hint) => isBroken(member(annotations, hint))))
    flaws.push('an annotation that is no boolean');
  const output = member(tool, 'outputSchema');
  if (output !== undefined && member(output, 'type') !== 'object')
    flaws.push('an output schema that is not of type object');
  return flaws;
}

const isBroken = (hint: Json | undefined): boolean => hint !== undefined && typeof hint !== 'boolean';

const hasBareProperty = (properties: Json | undefined): boolean =>
  properties !== undefined &&
  (!isObject(properties) || Object.values(properties).some((part) => !isObject(part) && typeof part !== 'boolean'));
