// Inserts or replaces members of a JSON text while everything else stays as written: numbers, spacing, order.

import { memberPlace } from '../../../shared/exchange/span.ts';

/** The text of an object with this member; a text that is not an object is left alone. `value` is JSON text. */
export function putMember(text: string, name: string, value: string): string {
  const place = memberPlace(text, name);
  if (place) return text.slice(0, place.start) + value + text.slice(place.end);
  const end = text.lastIndexOf('}');
  if (end === -1 || !/^\s*\{/.test(text)) return text;
  const before = text.slice(0, end).trimEnd();
  return `${before}${before.endsWith('{') ? '' : ','}${JSON.stringify(name)}:${value}${text.slice(end)}`;
}

/** The same, but an existing member stays. */
export function addMember(text: string, name: string, value: string): string {
  return memberPlace(text, name) ? text : putMember(text, name, value);
}

/** Changes the object under `name`; creates it if missing. */
export function editMember(text: string, name: string, edit: (value: string) => string): string {
  const place = memberPlace(text, name);
  const old = place ? text.slice(place.start, place.end) : '{}';
  const changed = edit(old);
  return changed === old && place ? text : putMember(text, name, changed);
}
