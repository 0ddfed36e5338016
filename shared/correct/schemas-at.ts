// Everything a tool's schema says about one path in its arguments: through references, alternatives and conditions. Bounded, because
// schemas come from servers; the rest is ignored.

import { isObject, type Json, type JsonObject, member } from '../json/json.ts';
import type { Path } from '../json/json-place.ts';
import { resolveReference } from '../schema/check-schema.ts';

const mostSchemas = 64;
const deepest = 40;

/** The schemas about the path, the nearest first. */
export function schemasAt(root: Json, path: Path): JsonObject[] {
  if (path.length > deepest) return [];
  let here = opened(root, [root]);
  for (const step of path) here = opened(root, here.flatMap((schema) => inner(schema, step)).slice(0, mostSchemas));
  return here;
}

/** With their references and their parts. */
function opened(root: Json, schemas: readonly Json[]): JsonObject[] {
  const found = new Set<JsonObject>();
  const open = [...schemas];
  for (let at = 0; at < open.length && found.size < mostSchemas; at += 1) {
    const schema = open[at];
    if (!isObject(schema) || found.has(schema)) continue;
    found.add(schema);
    const ref = member(schema, '$ref');
    if (typeof ref === 'string') {
      const target = resolveReference(root, ref);
      if (target !== undefined) open.push(target);
    }
    for (const name of ['allOf', 'anyOf', 'oneOf']) {
      const parts = member(schema, name);
      if (Array.isArray(parts)) open.push(...parts.slice(0, mostSchemas));
    }
    for (const name of ['then', 'else']) {
      const part = member(schema, name);
      if (part !== undefined) open.push(part);
    }
  }
  return [...found];
}

function inner(schema: JsonObject, step: string | number): Json[] {
  if (typeof step === 'number') {
    const items = member(schema, 'items');
    const first = member(schema, 'prefixItems') ?? (Array.isArray(items) ? items : undefined);
    const listed = Array.isArray(first) ? first[step] : undefined;
    return [listed, Array.isArray(items) ? undefined : items].filter((part) => part !== undefined);
  }
  const named = member(member(schema, 'properties'), step);
  return [named ?? member(schema, 'additionalProperties')].filter((part) => part !== undefined);
}

/** The fields that the tool names at a path. */
export function namesAt(schemas: readonly JsonObject[]): string[] {
  const names = new Set<string>();
  for (const schema of schemas) {
    const properties = member(schema, 'properties');
    if (isObject(properties)) for (const name of Object.keys(properties).slice(0, 400)) names.add(name);
  }
  return [...names];
}

export function isNamed(schemas: readonly JsonObject[], name: string): boolean {
  return schemas.some((schema) => member(member(schema, 'properties'), name) !== undefined);
}

export function requiredAt(schemas: readonly JsonObject[]): Set<string> {
  const names = new Set<string>();
  for (const schema of schemas) {
    const required = member(schema, 'required');
    if (Array.isArray(required))
      for (const name of required.slice(0, 1000)) if (typeof name === 'string') names.add(name);
  }
  return names;
}

export function typesAt(schemas: readonly JsonObject[]): string[] {
  const types = schemas.flatMap((schema) => {
    const type = member(schema, 'type');
    return Array.isArray(type) ? type : [type];
  });
  return [...new Set(types.filter((type) => typeof type === 'string'))];
}
