// Secrets of a call, replaced by variables before it is written as code. Owns what counts as one: everything a person configured
// as a header or a variable, and what in arguments, addresses and command lines is named or shaped like a credential.

import { isObject, type Json } from '../json.ts';

/** Stands where a secret stood. */
export class Variable {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

export type SafeJson = null | boolean | number | string | Variable | SafeJson[] | { [name: string]: SafeJson };

/** Text with variables in it. */
export type SafeText = (string | Variable)[];

const secretName =
  /(?:token|secret|passw(?:or)?d|passphrase|passcode|credential|api[-_]?key|access[-_]?key|private[-_]?key|client[-_]?key|auth|authorization|signature|cookie|session[-_]?key|bearer|pin[-_]?code)s?$/i;
const plainName =
  /^(?:progress|page|next|continuation|sync)[-_]?token$|^(?:max|min|total|input|output|num)[-_]?tokens?$/i;
const secretNames = new Set(['key', 'pass', 'pwd', 'pw', 'sig', 'jwt', 'otp']);

/** Prefixes that services give their keys, signed tokens, and credentials of HTTP authentication. */
const secretShape =
  /^(?:sk|pk|rk|whsec|ghp|gho|ghu|ghs|ghr|glpat|xox[abeprs]|npm|pypi|hf|dop_v1|shpat|key|pat|tok)[-_][A-Za-z0-9_-]{10,}$|^github_pat_\w{20,}$|^AKIA[0-9A-Z]{16}$|^AIza[\w-]{30,}$|^eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*$|^(?:Bearer|Basic|Token) \S{6,}$/;

export function isSecretName(name: string): boolean {
  const bare = name.replace(/^-+/, '');
  return (secretName.test(bare) && !plainName.test(bare)) || secretNames.has(bare.toLowerCase());
}

export const isSecretText = (text: string): boolean => secretShape.test(text);

/** Hands out variables: one name for one place, and never the same name twice. */
export class Variables {
  readonly #taken = new Map<string, string>();

  /** In the order they were needed. */
  get names(): string[] {
    return [...this.#taken.keys()];
  }

  /** `wish` becomes a name that shells and languages allow; the same secret gets the same variable. */
  take(wish: string, secret: string): Variable {
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
    return new Variable(name);
  }
}

/** Names that mean something to a shell; giving them another value would break the script. */
const reserved = new Set(['PATH', 'HOME', 'IFS', 'SHELL', 'PWD', 'USER', 'URL', 'HEADERS', 'SESSION', 'KEY', 'TOKEN']);

/** Arguments: a secret under a telling name, or of a telling shape wherever it is. Nesting is bounded by the caller. */
export function hideInJson(value: Json, variables: Variables, name = ''): SafeJson {
  if (typeof value === 'string') {
    const telling = isSecretName(name) && value !== '';
    return telling || isSecretText(value) ? variables.take(name || 'SECRET', value) : value;
  }
  if (Array.isArray(value)) return value.map((part) => hideInJson(part, variables, name));
  if (!isObject(value)) return value;
  const hidden: { [member: string]: SafeJson } = {};
  for (const [member, part] of Object.entries(value)) {
    // Defined, not set: a member called __proto__ would change the object instead.
    const safe = hideInJson(part, variables, member);
    Object.defineProperty(hidden, member, { value: safe, enumerable: true, writable: true, configurable: true });
  }
  return hidden;
}

/** Words of a command line: `--token abc`, `--token=abc` and what is shaped like a secret. */
export function hideInWords(words: readonly string[], variables: Variables): SafeText[] {
  return words.map((word, index) => {
    const before = words[index - 1] ?? '';
    const named = /^(-{0,2}[\w.-]+)=(.+)$/s.exec(word);
    if (named && (isSecretName(named[1] as string) || isSecretText(named[2] as string))) {
      return [`${named[1]}=`, variables.take(named[1] as string, named[2] as string)];
    }
    const follows = /^--?[\w.-]+$/.test(before) && isSecretName(before) && !word.startsWith('-');
    return follows || isSecretText(word) ? [variables.take(follows ? before : 'SECRET', word)] : [word];
  });
}

/** User name, password and query members of an address. */
export function hideInUrl(address: string, variables: Variables): SafeText {
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
  if (user?.[2]) yield { at: (user[1] as string).length, text: user[2], name: 'URL_CREDENTIALS' };
  const query = address.indexOf('?');
  if (query < 0) return;
  for (const match of address.slice(query).matchAll(/[?&]([^=&#]+)=([^&#]+)/g)) {
    const [, name = '', text = ''] = match;
    if (!isSecretName(name) && !isSecretText(text)) continue;
    yield { at: query + match.index + match[0].length - text.length, text, name };
  }
}
