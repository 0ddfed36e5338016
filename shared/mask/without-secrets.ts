// Arguments in a form that may be stored: JSON text without fields and items that contain a secret. Email addresses stay: people use them
// for lookups, and they grant no access.

import { isObject, type Json, parseJson } from '../json/json.ts';
import { Masker } from './masker.ts';

/** `left` names what was dropped. Unparsable text is dropped entirely. */
export function withoutSecrets(text: string): { text: string; left: string[] } {
  const masked = new Masker({ keep: ['email'] }).mask(text);
  if (masked === text) return { text, left: [] };
  const [before, after] = [parseJson(text), parseJson(masked)];
  if (!before.ok || !after.ok) return { text: '', left: ['the whole'] };
  const left: string[] = [];
  const kept = pick(before.value, after.value, [], left);
  return { text: kept === undefined ? '' : JSON.stringify(kept, null, 2), left };
}

/** undefined: it is a secret, or changed in an unknown way. */
function pick(before: Json, after: Json, path: string[], left: string[]): Json | undefined {
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length)
    return before.flatMap((item, index) => {
      const kept = pick(item, after[index] as Json, [...path, String(index)], left);
      return kept === undefined ? [] : [kept];
    });
  if (isObject(before) && isObject(after)) {
    const others = new Map(Object.entries(after));
    const members = Object.entries(before).flatMap(([name, value]) => {
      const other = others.get(name);
      const kept = other === undefined ? gone(path, name, left) : pick(value, other, [...path, name], left);
      return kept === undefined ? [] : [[name, kept] as const];
    });
    // Not by assignment: a field may be named __proto__.
    return Object.fromEntries(members);
  }
  if (before === after) return before;
  left.push(path.join('.') || 'the whole');
  return undefined;
}

/** The name itself contained a secret. */
function gone(path: readonly string[], _name: string, left: string[]): undefined {
  left.push([...path, 'a member'].join('.'));
}
