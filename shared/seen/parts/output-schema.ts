// The official TypeScript SDK's check against a tool's `outputSchema`, as in Gemini CLI and opencode: it rejects an invalid response, and
// the model gets the error message instead. The messages are the SDK's and those of its validator, Ajv.

import type { FieldIssue } from '../../failure.ts';
import { isObject, type Json, type JsonObject, member } from '../../json/json.ts';
import { checkSchema } from '../../schema/check-schema.ts';

/** The message that the SDK throws; `null` if it passes the result on. */
export function refusedByOutputSchema(result: JsonObject, tool: string, schema: Json | undefined): string | null {
  if (schema === undefined || !isObject(schema)) return null;
  const structured = member(result, 'structuredContent');
  if (structured === undefined)
    return member(result, 'isError') === true
      ? null
      : `MCP error -32600: Tool ${tool} has an output schema but did not return structured content`;
  const issues = checkSchema(schema, structured);
  if (issues.length === 0) return null;
  return `MCP error -32602: Structured content does not match the tool's output schema: ${issues.map(asAjv).join(', ')}`;
}

/** Ajv gives the path of the object with a missing or extra property, not of the property. */
function asAjv({ path, message, code }: FieldIssue): string {
  const at = path.lastIndexOf('/');
  const parent = `data${path.slice(0, at)}`;
  const name = path
    .slice(at + 1)
    .replaceAll('~1', '/')
    .replaceAll('~0', '~');
  if (code === 'required') return `${parent} must have required property '${name}'`;
  if (code === 'additionalProperties') return `${parent} must NOT have additional properties`;
  if (code === 'enum') return `data${path} must be equal to one of the allowed values`;
  if (code === 'const') return `data${path} must be equal to constant`;
  return `data${path} ${message.replace('must not have', 'must NOT have').replace(' or ', ',')}`;
}
