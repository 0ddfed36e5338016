// Attributes of OTLP records and spans, and what the calls in them share.

import { isObject, type Json, type JsonObject, member, parseJson } from '../../json/json.ts';
import { numberOf, textAt } from './reader.ts';
import type { SeenCall } from './seen-call.ts';

export type Fields = ReadonlyMap<string, string>;
/** null: about something else. `incomplete`: the client's settings leave out server, tool or arguments. */
export type Reported = SeenCall | 'incomplete' | null;

export const listOf = (value: Json | undefined, name: string): Json[] => {
  const list = member(value, name);
  return Array.isArray(list) ? list : [];
};

export const fieldOf = (fields: Fields, name: string): string => fields.get(name) ?? '';

/** Plain values as text: clients write booleans and numbers as either. */
export function fieldsOf(holder: Json | undefined): Fields {
  const fields = new Map<string, string>();
  for (const each of listOf(holder, 'attributes')) {
    const value = member(each, 'value');
    const plain = ['stringValue', 'intValue', 'doubleValue', 'boolValue'].map((kind) => member(value, kind));
    const given = plain.find((one) => one !== undefined && one !== null);
    if (given !== undefined && !isObject(given) && !Array.isArray(given))
      fields.set(textAt(each, 'key'), String(given));
  }
  return fields;
}

/** Nanoseconds as text or a number. */
export function msOf(value: Json | undefined): number {
  const ms = Number(typeof value === 'string' || typeof value === 'number' ? value : Number.NaN) / 1e6;
  return numberOf(ms) ?? 0;
}

export const times = (fields: Fields, ended: number) => {
  const duration = Number(fields.get('duration_ms'));
  return { started: duration >= 0 ? ended - duration : null, ended };
};

export const outcome = (isFailed: boolean, flagged: boolean) => ({
  flagged,
  ...(isFailed ? { failed: true as const } : {}),
  isReported: true as const,
});

/** null: left out by the client's settings, or cut. */
export function argumentsIn(value: string | undefined): JsonObject | null {
  const parsed = value === undefined ? null : parseJson(value);
  return parsed?.ok && isObject(parsed.value) ? parsed.value : null;
}
