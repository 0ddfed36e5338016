// Replaces the secrets of a call by variables before it is written as code. Covers all configured headers and variables, and credentials
// in arguments, URLs and command lines by name or shape (shared/mask).

import { isObject, type Json } from '../json/json.ts';
import { findSecrets } from '../mask/find.ts';
import { isPlainValue } from '../mask/plain-values.ts';
import {
  endOfPath,
  heldMember,
  isSecretName,
  kindOfOption,
  type NamePlace,
  namingMember,
} from '../mask/secret-names.ts';
import { addressLimit } from '../server/server-config.ts';

/** Replaces a secret. */
export class Variable {
  readonly name: string;
  /** It was a number, not text. */
  readonly isNumber: boolean;
  constructor(name: string, isNumber = false) {
    this.name = name;
    this.isNumber = isNumber;
  }
}

export type SafeJson = null | boolean | number | string | Variable | SafeJson[] | { [name: string]: SafeJson };

/** Text with variables in it. */
export type SafeText = (string | Variable)[];

/** Assigns variables: one name per place, each name only once. */
export class Variables {
  readonly #taken = new Map<string, string>();

  /** In order of use. */
  get names(): string[] {
    return [...this.#taken.keys()];
  }

  /** What they replace. */
  get secrets(): string[] {
    return [...new Set(this.#taken.values())];
  }

  /** `wish` becomes a name that shells and languages allow; the same secret gets the same variable. */
  take(wish: string, secret: string, isNumber = false): Variable {
    const plain =
      wish
        .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
        .replace(/[^A-Za-z0-9]+/g, '_')
        .replace(/^_+|_+$/g, '')
        .toUpperCase()
        .slice(0, 60) || 'SECRET';
    const base = /^[0-9]/.test(plain) || reserved.has(plain) ? `MCP_${plain}` : plain;
    let name = base;
    for (let count = 2; this.#taken.has(name) && this.#taken.get(name) !== secret; count += 1)
      name = `${base}_${count}`;
    this.#taken.set(name, secret);
    return new Variable(name, isNumber);
  }
}

/** Names with a meaning in a shell; overwriting them would break the script. */
const reserved = new Set(['PATH', 'HOME', 'IFS', 'SHELL', 'PWD', 'USER', 'URL', 'HEADERS', 'SESSION', 'KEY', 'TOKEN']);

/** Whether to replace a whole value: its name suggests a secret, or it contains one. */
const mustGo = (name: string, value: string, place: NamePlace): boolean =>
  value !== '' && ((isSecretName(name, place) && !isPlainValue(value)) || findSecrets(value).length > 0);

/** Arguments: a secret by name, by a naming pair, or by shape. The caller bounds the nesting. */
export function hideInJson(value: Json, variables: Variables, name = ''): SafeJson {
  if (typeof value === 'string') return mustGo(name, value, 'member') ? variables.take(name || 'SECRET', value) : value;
  if (typeof value === 'number')
    return isSecretName(name) && Math.abs(value) >= 1000 ? variables.take(name, String(value), true) : value;
  if (Array.isArray(value)) return hideInList(value, variables, name);
  if (!isObject(value)) return value;
  const hidden: { [member: string]: SafeJson } = {};
  const naming = Object.entries(value).find(([member, part]) => namingMember.test(member) && typeof part === 'string');
  const named = naming === undefined ? '' : endOfPath(naming[1] as string);
  for (const [member, part] of Object.entries(value)) {
    const called = heldMember.test(member) && isSecretName(named, 'header') ? named : member;
    // Defined, not assigned: a field named __proto__ would change the object instead.
    const safe = hideInJson(part, variables, isSecretName(called) ? called : heldMember.test(member) ? name : called);
    Object.defineProperty(hidden, member, { value: safe, enumerable: true, writable: true, configurable: true });
  }
  return hidden;
}

function hideInList(values: readonly Json[], variables: Variables, name: string): SafeJson[] {
  return values.map((part, index) => {
    const before = values[index - 1];
    const isOption = typeof before === 'string' && kindOfOption(before) !== null && typeof part === 'string';
    return hideInJson(part, variables, isOption && !part.startsWith('-') ? before : name);
  });
}

/** Words of a command line: `--token abc`, `--token=abc`, `-u ann:abc` and values shaped like a secret. */
export function hideInWords(words: readonly string[], variables: Variables): SafeText[] {
  return words.map((word, index) => {
    const before = words[index - 1] ?? '';
    const named = /^(-{0,2}[\w.-]+)=(.+)$/s.exec(word);
    if (named) {
      const [, name = '', value = ''] = named;
      const place = name.startsWith('-') ? 'option' : 'variable';
      return mustGo(name.replace(/^-+/, ''), value, place) ? [`${name}=`, variables.take(name, value)] : [word];
    }
    const follows = kindOfOption(before) !== null && !word.startsWith('-') && !isPlainValue(word);
    if (follows) return [variables.take(before, word)];
    return findSecrets(`${before.startsWith('-') ? `${before} ` : ''}${word}`).length > 0 && !isPlainValue(word)
      ? [variables.take('SECRET', word)]
      : [word];
  });
}

/** User name, password and query fields of a URL. One beyond the usual server limit is replaced whole. */
export function hideInUrl(address: string, variables: Variables): SafeText {
  if (address.length > addressLimit) return [variables.take('URL', address)];
  const secrets = [...secretsIn(address)].sort((a, b) => a.at - b.at);
  const parts: SafeText = [];
  let from = 0;
  for (const { at, text, name } of secrets) {
    parts.push(address.slice(from, at), variables.take(name, text));
    from = at + text.length;
  }
  parts.push(address.slice(from));
  return parts.filter((part) => part !== '');
}

function* secretsIn(address: string): Generator<{ at: number; text: string; name: string }> {
  const user = /^([a-z][a-z0-9+.-]*:\/\/)([^/?#@]*)@/i.exec(address);
  if (user?.[2] && !isPlainValue(user[2]))
    yield { at: (user[1] as string).length, text: user[2], name: 'URL_CREDENTIALS' };
  const start = address.search(/[?#]/);
  const path = address.slice(user?.[0].length ?? 0, start < 0 ? undefined : start);
  // A key as a path segment, as in webhooks.
  for (const piece of path.matchAll(/[^/]{12,}/g)) {
    if (findSecrets(piece[0]).length > 0)
      yield { at: (user?.[0].length ?? 0) + piece.index, text: piece[0], name: 'URL_PART' };
  }
  if (start < 0) return;
  // Field by field: a single expression for all of them would restart at each separator.
  for (const { 0: member, index } of address.slice(start).matchAll(/[^?&#]+/g)) {
    const sign = member.indexOf('=');
    const name = member.slice(0, Math.max(0, sign));
    const text = member.slice(sign + 1);
    if (sign > 0 && mustGo(name, text, 'query')) yield { at: start + index + sign + 1, text, name };
  }
}
