// Numbers and values as sentences print them: limits, waits, sizes, scopes; shortened if long.

import type { Json } from '../../json/json.ts';
import { duration } from '../../text/duration.ts';
import type { Reading } from '../reading/reading.ts';

export function limitText(reading: Reading): string {
  const limit = valueText(reading, 'limit');
  const window = valueText(reading, 'window');
  if (limit === null) return '';
  return window === null
    ? ` (limit ${limit})`
    : ` (limit ${limit} per ${/^\d+$/.test(window) ? `${window} s` : window})`;
}

export function waitText(afterMs: number | null): string {
  return afterMs === null ? '' : ` and asks to wait ${duration(afterMs)}`;
}

export function timeText(reading: Reading): string {
  const ms = valueText(reading, 'timeout_ms', 'timeoutMs', 'timeout');
  return ms !== null && /^\d{1,9}$/.test(ms) ? ` (limit ${duration(Number(ms))})` : '';
}

export function sizeText(reading: Reading): string {
  const actual = valueText(reading, 'actual_size', 'actual_length');
  const max = valueText(reading, 'max_size', 'max_length', 'maxSize');
  const unit = valueText(reading, 'unit');
  if (max === null) return '';
  return ` (${actual === null ? '' : `${actual} of `}at most ${max}${unit === null ? '' : ` ${unit}`})`;
}

export function scopeText(reading: Reading): string {
  const scope = valueText(reading, 'scope', 'required_scope', 'required_permission', 'required_role');
  return scope === null ? '' : ` (needed: ${scope})`;
}

/** The first of these values that can be printed. */
export function valueText({ values }: Reading, ...names: readonly string[]): string | null {
  for (const name of names) {
    const text = textOf(values.get(name)?.value ?? null);
    if (text !== null) return text;
  }
  return null;
}

function textOf(value: Json): string | null {
  if (typeof value === 'string') return value === '' ? null : short(value, 160);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) {
    const parts = value.slice(0, 6).map(textOf);
    return parts.every((part) => part !== null) && parts.length > 0 ? parts.join(', ') : null;
  }
  return null;
}

export function short(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}
