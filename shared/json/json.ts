// JSON values, and safe parsing. The only place that turns text into JSON; it never throws, and explains why a text is not JSON.

import { parseLong } from './long-strings.ts';
import { withoutExcess } from './wide-json.ts';

export type Json = null | boolean | number | string | Json[] | JsonObject;
export interface JsonObject {
  [member: string]: Json;
}

export type ParsedJson = { ok: true; value: Json } | { ok: false; problem: string };

/** Objects with too many members are read up to a limit (wide-json.ts). */
export function parseJson(text: string): ParsedJson {
  try {
    const kept = withoutExcess(text) ?? text;
    return { ok: true, value: (parseLong(kept) ?? JSON.parse(kept)) as Json };
  } catch (error) {
    // It quotes the text, line breaks included.
    return { ok: false, problem: (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ') };
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An own member of the object; `__proto__` and inherited names are never found. */
export function member(value: unknown, name: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
