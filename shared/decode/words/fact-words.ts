// Numbers and values as sentences print them: limits, waits, sizes, scopes; shortened if long.

import type { Json } from '../../json/json.ts';
import { duration } from '../../text/duration.ts';
import type { Facts } from '../facts/facts.ts';

/** The facts that sentences use. */
export type ToldFacts = Pick<
  Facts,
  'numbers' | 'messages' | 'issues' | 'argumentIssues' | 'values' | 'suggestions' | 'statuses'
>;

export function limitText(facts: ToldFacts): string {
  const limit = valueText(facts, 'limit');
  const window = valueText(facts, 'window');
  if (limit === null) return '';
  return window === null
    ? ` (limit ${limit})`
    : ` (limit ${limit} per ${/^\d+$/.test(window) ? `${window} s` : window})`;
}

export function waitText(afterMs: number | null): string {
  return afterMs === null ? '' : ` and asks to wait ${duration(afterMs)}`;
}

export function timeText(facts: ToldFacts): string {
  const ms = valueText(facts, 'timeout_ms') ?? valueText(facts, 'timeoutMs') ?? valueText(facts, 'timeout');
  return ms !== null && /^\d{1,9}$/.test(ms) ? ` (limit ${duration(Number(ms))})` : '';
}

export function sizeText(facts: ToldFacts): string {
  const actual = valueText(facts, 'actual_size') ?? valueText(facts, 'actual_length');
  const max = valueText(facts, 'max_size') ?? valueText(facts, 'max_length') ?? valueText(facts, 'maxSize');
  const unit = valueText(facts, 'unit');
  if (max === null) return '';
  return ` (${actual === null ? '' : `${actual} of `}at most ${max}${unit === null ? '' : ` ${unit}`})`;
}

export function scopeText(facts: ToldFacts): string {
  const scope =
    valueText(facts, 'scope') ??
    valueText(facts, 'required_scope') ??
    valueText(facts, 'required_permission') ??
    valueText(facts, 'required_role');
  return scope === null ? '' : ` (needed: ${scope})`;
}

export function valueText(facts: ToldFacts, name: string): string | null {
  const found = facts.values.get(name);
  return found === undefined ? null : textOf(found.value);
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
