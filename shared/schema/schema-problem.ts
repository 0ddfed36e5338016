// What makes a JSON Schema invalid in its own dialect, in words. Owns only mistakes that validators stop at; check-schema.ts applies
// schemas to values. Bounded, because schemas come from servers.

import { isObject, type Json, member } from '../json/json.ts';
import { jsonHead } from '../json/json-text.ts';
import { schemaLists, schemaMaps, schemaPlaces, step } from './schema-parts.ts';

export const jsonSchemaTypes: ReadonlySet<Json> = new Set([
  'array',
  'boolean',
  'integer',
  'null',
  'number',
  'object',
  'string',
]);
const mostSchemas = 5000;
const deepest = 60;

/** `has "required" true at /properties/a`; null: nothing is wrong, or the dialect is not known. */
export function schemaProblem(schema: Json | undefined): string | null {
  if (!isObject(schema)) return null;
  const dialect = typeof schema.$schema === 'string' ? schema.$schema : '2020-12';
  // Draft 3 and 4 have other forms of the same keywords.
  if (!/2020-12|2019-09|draft-0[67]/.test(dialect)) return null;
  let left = mostSchemas;
  const visit = (part: Json, path: string, depth: number): string | null => {
    left -= 1;
    if (left < 0 || depth > deepest || typeof part === 'boolean') return null;
    const at = path === '' ? '' : ` at ${path.slice(0, 200)}`;
    if (!isObject(part)) return `has a schema that is no object${at}`;
    const own = keywordProblem(part, dialect);
    if (own !== null) return `${own}${at}`;
    for (const name of schemaMaps) {
      const group = member(part, name);
      if (group === undefined) continue;
      if (!isObject(group)) return `has ${name} that are no object${at}`;
      for (const [key, one] of Object.entries(group)) {
        const found = visit(one, `${path}/${name}${step(key)}`, depth + 1);
        if (found !== null) return found;
      }
    }
    for (const name of schemaLists) {
      const list = member(part, name);
      if (list !== undefined && !Array.isArray(list) && !schemaPlaces.includes(name))
        return `has ${name} that is no list${at}`;
      for (const [index, one] of Array.isArray(list) ? list.entries() : []) {
        const found = visit(one, `${path}/${name}/${index}`, depth + 1);
        if (found !== null) return found;
      }
    }
    for (const name of schemaPlaces) {
      const one = member(part, name);
      const isList = Array.isArray(one) && schemaLists.includes(name);
      const found = one === undefined || isList ? null : visit(one, `${path}/${name}`, depth + 1);
      if (found !== null) return found;
    }
    return null;
  };
  return visit(schema, '', 0);
}

function keywordProblem(schema: Json, dialect: string): string | null {
  const said = (name: string): string => `has "${name}" ${jsonHead(member(schema, name) ?? null, 40)}`;
  const type = member(schema, 'type');
  const names = Array.isArray(type) ? type : type === undefined ? [] : [type];
  if (names.some((name) => !jsonSchemaTypes.has(name))) return said('type');
  const required = member(schema, 'required');
  if (required !== undefined && !(Array.isArray(required) && required.every((name) => typeof name === 'string')))
    return said('required');
  for (const name of ['exclusiveMinimum', 'exclusiveMaximum', 'minimum', 'maximum', 'minLength', 'maxLength'])
    if (member(schema, name) !== undefined && typeof member(schema, name) !== 'number') return said(name);
  const choices = member(schema, 'enum');
  if (choices !== undefined && !Array.isArray(choices)) return said('enum');
  return dialect.includes('2020-12') && Array.isArray(member(schema, 'items')) ? 'has a list as "items"' : null;
}
