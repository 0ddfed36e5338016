// Secrets among the members of an object or a list: under a telling name at any depth of lists, in pairs such as
// {"name":"password","value":"x"}, after an option in a list of arguments. Works on values; the text around them stays.

import { credentialParts } from './credential-parts.ts';
import { type Frame, type JsonVisitor, unescaped, walkJson } from './json-tokens.ts';
import type { MaskKind, Secret } from './kinds.ts';
import { isPlainValue } from './plain-values.ts';
import {
  endOfPath,
  heldMember,
  isCredentialHeader,
  kindOfName,
  kindOfOption,
  type NamePlace,
  namingMember,
} from './secret-names.ts';
import { type Decoded, readJsonText } from './undo-encodings.ts';

/** Finds what is secret within one value; `name` is what the value is called. */
export type FindWithin = (value: string, name: string) => Secret[];

interface SecretFrame extends Frame {
  /** What its own name says about the values in it. */
  kind: MaskKind | null;
  place: NamePlace;
  /** The text before, in a list. */
  before: string;
  items: number;
  /** What a naming member says, and where the members are that it may be about. */
  naming: string;
  held: Held[];
}

interface Held {
  from: number;
  to: number;
  quote: string | undefined;
}

/** Gives the place after what was read, and whether there was anything in it. */
export function findInJson(
  text: string,
  start: number,
  name: string,
  within: FindWithin,
  found: Secret[],
  /** Whether names count; without them only what is found within values does. */
  byName = true,
): { end: number; members: number } {
  return walkJson(text, start, name, new SecretVisitor(text, within, found, byName));
}

class SecretVisitor implements JsonVisitor<SecretFrame> {
  readonly #text: string;
  readonly #within: FindWithin;
  readonly #found: Secret[];
  readonly #byName: boolean;

  constructor(text: string, within: FindWithin, found: Secret[], byName: boolean) {
    this.#byName = byName;
    this.#text = text;
    this.#within = within;
    this.#found = found;
  }

  open(frame: Frame): SecretFrame {
    const parent = frame.parent as SecretFrame | null;
    const own = frame.name === '' ? null : kindOfName(frame.name, parent?.place ?? 'member');
    const inherited = parent !== null && !parent.isObject ? parent.kind : null;
    return {
      ...frame,
      kind: own ?? inherited,
      place: placeIn(frame.name),
      before: '',
      items: 0,
      naming: '',
      held: [],
    };
  }

  key(frame: SecretFrame, from: number, to: number): void {
    if (to - from < 12) return;
    this.#look(this.#text.slice(from, to), from, '');
    frame.items += 1;
  }

  text(frame: SecretFrame, from: number, to: number): void {
    const raw = this.#text.slice(from, to);
    const name = frame.isObject ? frame.key : frame.name;
    const value = unescaped(raw);
    const kind = this.#kindOf(frame, value);
    this.#remember(frame, from, to, undefined, value);
    if (kind !== null && !isPlainValue(value)) this.#add(from, to, kind, value, name);
    else this.#look(raw, from, name);
  }

  bare(frame: SecretFrame, from: number, to: number): void {
    const word = this.#text.slice(from, to);
    const quote = frame.quote;
    this.#remember(frame, from, to, quote, word);
    const kind = this.#kindOf(frame, word);
    if (kind !== null && countsAsSecret(word, kind)) this.#found.push({ from, to, kind, value: word, quote });
    // A number that is known to be secret goes whole: half a number is none.
    else if (this.#within(word, frame.isObject ? frame.key : frame.name).length > 0)
      this.#found.push({ from, to, kind: 'token', value: word, quote });
  }

  close(frame: SecretFrame): void {
    if (!this.#byName || frame.naming === '' || frame.held.length === 0) return;
    const name = endOfPath(frame.naming);
    const kind = kindOfName(name) ?? kindOfName(name, 'header');
    if (kind === null) return;
    for (const { from, to, quote } of frame.held) {
      const raw = this.#text.slice(from, to);
      const value = unescaped(raw);
      if (quote === undefined) {
        if (!isPlainValue(value)) this.#add(from, to, kind, value, name);
      } else if (countsAsSecret(raw, kind)) this.#found.push({ from, to, kind, value: raw, quote });
    }
  }

  #kindOf(frame: SecretFrame, value: string): MaskKind | null {
    if (!this.#byName) return null;
    if (frame.isObject) {
      const own = kindOfName(frame.key, frame.place);
      if (own !== null) return own;
      if (frame.kind !== null && heldMember.test(frame.key)) return frame.kind;
      return frame.place === 'header' && /^cookies?$/i.test(frame.name) ? 'credential' : null;
    }
    const { before } = frame;
    frame.before = value;
    frame.items += 1;
    if (frame.kind !== null) return frame.kind;
    if (before.startsWith('-') && !value.startsWith('-')) return kindOfOption(before);
    // Headers as a flat list or as pairs.
    const isHeaders = frame.place === 'header' || frame.parent?.isObject === false;
    return isHeaders && frame.items % 2 === 0 && isCredentialHeader(before) && !isCredentialHeader(value)
      ? 'credential'
      : null;
  }

  #remember(frame: SecretFrame, from: number, to: number, quote: string | undefined, value: string): void {
    // A list in a pair belongs to the object around it.
    let holder: SecretFrame | null = frame;
    while (holder !== null && !holder.isObject) holder = holder.parent as SecretFrame | null;
    if (holder === null) return;
    if (namingMember.test(holder.key)) {
      // Of several members that could name it, the one that names a secret counts.
      if (value.length < 200 && isCredentialHeader(endOfPath(value))) holder.naming = value;
      // Rows are cut, and what a name went on with may have been what gave its value away.
      else if (value.endsWith('…') && holder.naming === '') holder.naming = 'password';
    }
    if (heldMember.test(holder.key) && holder.held.length < 1000) holder.held.push({ from, to, quote });
  }

  /** A sign-in header keeps its scheme and a cookie its name: they help, and tell nothing. */
  #add(from: number, to: number, kind: MaskKind, value: string, name: string): void {
    const parts = kind === 'credential' ? credentialParts(name, value) : [];
    if (parts.length === 0) {
      this.#found.push({ from, to, kind, value });
      return;
    }
    const raw = this.#text.slice(from, to);
    const decoded = raw.includes('\\') ? readJsonText(raw) : null;
    for (const part of parts) this.#found.push(moved({ ...part, kind }, from, decoded, value));
  }

  #look(raw: string, from: number, name: string): void {
    for (const secret of movedInto(raw, from, (text) => this.#within(text, name))) this.#found.push(secret);
  }
}

/** What `find` finds in a JSON string that stands, without its quotes, at `from`: by its places in the text around it. */
export function movedInto(raw: string, from: number, find: (text: string) => Secret[]): Secret[] {
  const decoded = raw.includes('\\') ? readJsonText(raw) : null;
  const text = decoded?.text ?? raw;
  return find(text).map((secret) => moved(secret, from, decoded, text));
}

function moved(secret: Secret, from: number, decoded: Decoded | null, text: string): Secret {
  const value = secret.value ?? text.slice(secret.from, secret.to);
  const [start, end] = decoded === null ? [secret.from, secret.to] : decoded.back(secret.from, secret.to);
  // The quotes that a hidden number gets stand within a string now.
  const quote = secret.quote === undefined ? {} : { quote: JSON.stringify(secret.quote).slice(1, -1) };
  return { ...secret, from: start + from, to: end + from, value, ...quote };
}

function placeIn(name: string): NamePlace {
  if (/(?:headers?|cookies?)$/i.test(name)) return 'header';
  if (/^(?:env|environ|environment|envvars|variables)$/i.test(name)) return 'variable';
  return /^(?:query|querystring|queryparams|searchparams)$/i.test(name) ? 'query' : 'member';
}

/** Numbers and bare words: counts, prices and the words of the language itself are none. */
function countsAsSecret(word: string, kind: MaskKind): boolean {
  if (/^(?:true|false|null|none|undefined|nan|[+-]?infinity)$/i.test(word)) return false;
  if (/^[+-]?[\d.]+(?:e[+-]?\d+)?$/i.test(word)) {
    const digits = word.replace(/\D/g, '').length;
    return kind === 'token' ? digits > 9 : digits >= 4;
  }
  return !isPlainValue(word);
}
