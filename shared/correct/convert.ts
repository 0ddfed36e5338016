// The same value as another type, if nothing is lost or guessed: "5" is 5, "true" is true, one value is a list of one.

import { isObject, type Json, parseJson } from '../json/json.ts';

const number = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?(?:[eE][+-]?\d{1,3})?$/;
const longestJson = 200_000;

interface Converted {
  value: Json;
  type: string;
  /** Why it is the same value, if the type alone does not say so. */
  because?: string;
}

/** The value as each of these types; empty if it would be a guess. */
export function conversions(value: Json, types: readonly string[]): Converted[] {
  const found: Converted[] = [];
  for (const type of types) {
    const converted = convert(value, type);
    if (converted !== undefined) found.push({ type, ...converted });
  }
  return found;
}

function convert(value: Json, type: string): Omit<Converted, 'type'> | undefined {
  // A list of one where no list is allowed.
  if (Array.isArray(value) && type !== 'array' && type !== 'null') {
    const only = value[0];
    if (value.length !== 1 || only === undefined || Array.isArray(only)) return undefined;
    return isType(only, type) ? { value: only } : convert(only, type);
  }
  switch (type) {
    case 'integer':
    case 'number': {
      if (typeof value !== 'string' || !number.test(value.trim())) return undefined;
      const read = Number(value.trim());
      return Number.isFinite(read) && (type === 'number' || Number.isSafeInteger(read)) ? { value: read } : undefined;
    }
    case 'boolean': {
      const word = typeof value === 'string' ? value.trim().toLowerCase() : '';
      return word === 'true' || word === 'false' ? { value: word === 'true' } : undefined;
    }
    case 'string':
      return typeof value === 'number' || typeof value === 'boolean' ? { value: String(value) } : undefined;
    case 'array': {
      const read = readJson(value);
      if (Array.isArray(read)) return { value: read, because: 'it was sent as text that holds a list' };
      return value === null || Array.isArray(value) ? undefined : { value: [value] };
    }
    case 'object': {
      const read = readJson(value);
      return isObject(read) ? { value: read, because: 'it was sent as text that holds an object' } : undefined;
    }
    default:
      return undefined;
  }
}

function readJson(value: Json): Json | undefined {
  if (typeof value !== 'string' || value.length > longestJson || !/^\s*[[{]/.test(value)) return undefined;
  const parsed = parseJson(value);
  return parsed.ok ? parsed.value : undefined;
}

function isType(value: Json, type: string): boolean {
  if (type === 'integer') return Number.isInteger(value);
  return type === 'object' ? isObject(value) : typeof value === type;
}
