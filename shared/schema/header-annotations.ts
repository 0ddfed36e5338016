// Rules for `x-mcp-header` in a tool's schema (2026-07-28, "Custom Headers from Tool Parameters"). Clients must drop a tool that breaks
// one, and may keep the server's other tools. They apply to Streamable HTTP only.

import { isObject, type Json, member } from '../json/json.ts';
import { pointerPart } from '../json/json-pointer.ts';
import { jsonHead } from '../json/json-text.ts';

interface HeaderProblem {
  /** A JSON Pointer into the schema. */
  path: string;
  words: string;
}

const deepest = 10;
/** RFC 9110 section 5.6.2. */
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
/** Not `number`: two programs may write the same fraction differently. */
const permitted = new Set(['string', 'integer', 'boolean']);
/** Schemas below these keywords apply to some calls only, or to many values at once. */
const single = ['items', 'contains', 'additionalProperties', 'propertyNames', 'not', 'if', 'then', 'else'];
const several = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const named = ['$defs', 'definitions', 'patternProperties', 'dependentSchemas'];

export function headerProblems(inputSchema: Json | undefined): HeaderProblem[] {
  const problems: HeaderProblem[] = [];
  const seen = new Set<string>();
  const visit = (schema: Json | undefined, path: string, isReachable: boolean, depth: number): void => {
    if (!isObject(schema) || depth > deepest) return;
    const header = member(schema, 'x-mcp-header');
    if (header !== undefined) {
      const words = isReachable ? problemOf(header, member(schema, 'type'), seen) : unreachable(header);
      if (words !== null) problems.push({ path: `${path}/x-mcp-header`, words });
      if (typeof header === 'string') seen.add(header.toLowerCase());
    }
    const go = (value: Json | undefined, below: string, stays: boolean) =>
      visit(value, `${path}/${below}`, isReachable && stays, depth + 1);
    for (const [name, property] of entries(schema.properties)) go(property, `properties/${pointerPart(name)}`, true);
    for (const keyword of single) go(schema[keyword], keyword, false);
    for (const keyword of several)
      for (const [at, one] of entries(schema[keyword])) go(one, `${keyword}/${pointerPart(at)}`, false);
    for (const keyword of named)
      for (const [name, one] of entries(schema[keyword])) go(one, `${keyword}/${pointerPart(name)}`, false);
  };
  visit(inputSchema, '', true, 0);
  return problems;
}

const entries = (value: Json | undefined): [string, Json][] =>
  isObject(value) || Array.isArray(value) ? Object.entries(value) : [];

function problemOf(header: Json, type: Json | undefined, seen: ReadonlySet<string>): string | null {
  if (typeof header !== 'string' || !token.test(header)) return `x-mcp-header ${quoted(header)} is not a header name.`;
  if (seen.has(header.toLowerCase())) return `x-mcp-header ${header} is there twice.`;
  if (typeof type !== 'string' || !permitted.has(type))
    return `x-mcp-header ${header} is on a value that is not a string, an integer or a boolean.`;
  return null;
}

const unreachable = (header: Json): string =>
  `x-mcp-header ${quoted(header)} is not below properties alone, so no client can find its value.`;

const quoted = (header: Json): string => jsonHead(header, 60);
