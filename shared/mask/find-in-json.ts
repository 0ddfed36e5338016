// Finds secrets among the fields of an object or list: under a secret name at any list depth, in pairs such as
// {"name":"password","value":"x"}, after an option in an argument list. Works on values; the text around them stays.

import { credentialParts, isAuthName, isBasicPair } from './credential-parts.ts';
import { isOdd } from './find-in-settings.ts';
import { type JsonVisitor, type OpenContainer, unescaped, walkJson } from './json-tokens.ts';
import { type MaskKind, type SecretKind, secretValues } from './kinds.ts';
import { isPlainValue } from './plain-values.ts';
import {
  endOfPath,
  factsOfName,
  isCredentialHeader,
  kindOfName,
  kindOfOption,
  type NameFacts,
  type NamePlace,
} from './secret-names.ts';
import { type DecodedText, readJsonText } from './undo-encodings.ts';

/** Finds the secrets within one value; `name` is the value's name. */
type FindWithin = (value: string, name: string) => SecretKind[];

interface SecretFrame extends OpenContainer {
  parent: SecretFrame | null;
  /** What its name says about its values. */
  kind: MaskKind | null;
  /** An object is in between: only values that look secret count, because such an object has fields of all kinds. */
  isDeep: boolean;
  /** Another field says that this value is secret: `"sensitive": true`, `"type": "secret"`. */
  isMarked: boolean;
  /** A Kubernetes manifest, by its `kind`, and the values under its `data`. */
  isManifest: boolean;
  data: Held[];
  place: NamePlace;
  /** Of its own name, then of the name of the current field. */
  facts: NameFacts;
  /** The previous text, in a list. */
  before: string;
  items: number;
  /** The contents of naming fields, and the positions of the fields that they may describe. */
  naming: string[];
  held: Held[];
}

interface Held {
  from: number;
  to: number;
  quote: string | undefined;
}

/** Returns the position after the parsed part, and whether it had any content. */
export function findInJson(
  text: string,
  start: number,
  name: string,
  within: FindWithin,
  found: SecretKind[],
  /** Whether names count; if not, only findings within values do. */
  byName = true,
): { end: number; members: number } {
  return walkJson(text, start, name, new SecretVisitor(text, within, found, byName));
}

class SecretVisitor implements JsonVisitor<SecretFrame> {
  readonly #text: string;
  readonly #within: FindWithin;
  readonly #found: SecretKind[];
  readonly #byName: boolean;

  constructor(text: string, within: FindWithin, found: SecretKind[], byName: boolean) {
    this.#byName = byName;
    this.#text = text;
    this.#within = within;
    this.#found = found;
  }

  open(isObject: boolean, name: string, quote: string, parent: SecretFrame | null): SecretFrame {
    const facts = parent?.isObject ? parent.facts : factsOfName(name, parent?.place ?? 'member');
    return {
      isObject,
      name,
      key: '',
      quote,
      parent,
      kind: facts.kind ?? parent?.kind ?? null,
      isDeep: facts.kind === null && parent !== null && (parent.isObject || parent.isDeep),
      isMarked: false,
      isManifest: false,
      data: [],
      place: facts.inner,
      facts,
      before: '',
      items: 0,
      naming: [],
      held: [],
    };
  }

  key(frame: SecretFrame, from: number, to: number): void {
    frame.facts = factsOfName(frame.key, frame.place);
    if (to - from < 12) return;
    this.#look(this.#text.slice(from, to), from, '');
    frame.items += 1;
  }

  text(frame: SecretFrame, from: number, to: number): void {
    const raw = this.#text.slice(from, to);
    const value = unescaped(raw);
    const { before } = frame;
    const kind = this.#kindOf(frame, value);
    const name = frame.isObject ? frame.key : kind === 'credential' ? before : frame.name;
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
    // A secret number is masked whole: part of a number is not a value.
    else {
      const secrets = this.#within(word, frame.isObject ? frame.key : frame.name);
      const within = secrets.flatMap((secret) => secretValues(word, secret));
      if (within.length > 0) this.#found.push({ from, to, kind: 'token', value: word, quote, within });
    }
  }

  close(frame: SecretFrame): void {
    if (!this.#byName) return;
    if (frame.isManifest) this.#addHeld(frame.data, 'token', '');
    if (frame.held.length === 0) return;
    const naming = namingOf(frame.naming);
    if (naming === '' && !frame.isMarked) return;
    const name = endOfPath(naming);
    const kind = kindOfName(name) ?? kindOfName(name, 'header') ?? (frame.isMarked ? 'token' : null);
    if (kind !== null) this.#addHeld(frame.held, kind, name);
  }

  #addHeld(held: readonly Held[], kind: MaskKind, name: string): void {
    for (const { from, to, quote } of held) {
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
      const { facts } = frame;
      if (facts.kind !== null) return facts.kind;
      if (isAuthName(frame.key) && isBasicPair(value)) return 'credential';
      if (frame.kind !== null && ((!frame.isDeep && facts.isHeld) || isDeepSecret(frame.key, value))) return frame.kind;
      return frame.place === 'header' && /^cookies?$/i.test(frame.name) ? 'credential' : null;
    }
    const { before } = frame;
    frame.before = value;
    frame.items += 1;
    if (frame.kind !== null && (!frame.isDeep || isDeepSecret('', value))) return frame.kind;
    if (before.startsWith('-') && !value.startsWith('-')) return kindOfOption(before);
    if (!isCredentialHeader(before) || isCredentialHeader(value)) return null;
    // Headers as a flat list or as pairs; in any other list the name must be a header's, or the value unlike a word.
    const isHeaders = frame.place === 'header' || frame.parent?.isObject === false;
    const isPaired = frame.items % 2 === 0;
    if (isHeaders && isPaired) return 'credential';
    const isHeader = /^(?:[A-Za-z]+-[A-Za-z-]+|(?:set-)?cookie|authorization)$/i.test(before);
    return isHeader || (isPaired && isOdd(value)) ? 'credential' : null;
  }

  #remember(frame: SecretFrame, from: number, to: number, quote: string | undefined, value: string): void {
    if (frame.isObject && frame.parent?.isObject && /^(?:data|stringData)$/.test(frame.name)) {
      const { data } = frame.parent;
      if (data.length < 1000) data.push({ from, to, quote });
    }
    if (frame.isObject && frame.key === 'kind' && value === 'Secret') frame.isManifest = true;
    if (frame.isObject && (value === 'true' ? markedBy.test(frame.key) : frame.key === 'type' && markedAs.test(value)))
      frame.isMarked = true;
    // A list in a pair belongs to the surrounding object.
    let holder: SecretFrame | null = frame;
    while (holder !== null && !holder.isObject) holder = holder.parent;
    if (holder === null) return;
    if (holder.facts.isNaming && (value.length < 200 || value.endsWith('…'))) holder.naming.push(value);
    if (holder.facts.isHeld && holder.held.length < 1000) holder.held.push({ from, to, quote });
  }

  /** A sign-in header keeps its scheme and a cookie its name: they help readers and reveal nothing. */
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

/** What `find` finds in a JSON string whose content starts at `from`, as positions in the surrounding text. */
export function movedInto(raw: string, from: number, find: (text: string) => SecretKind[]): SecretKind[] {
  const decoded = raw.includes('\\') ? readJsonText(raw) : null;
  const text = decoded?.text ?? raw;
  const found = find(text);
  return found.length === 0 ? found : found.map((secret) => moved(secret, from, decoded, text));
}

function moved(secret: SecretKind, from: number, decoded: DecodedText | null, text: string): SecretKind {
  const value = secret.value ?? text.slice(secret.from, secret.to);
  const [start, end] = decoded === null ? [secret.from, secret.to] : decoded.back(secret.from, secret.to);
  // The quotes around a masked number are now within a string.
  const quote = secret.quote === undefined ? {} : { quote: JSON.stringify(secret.quote).slice(1, -1) };
  return { ...secret, from: start + from, to: end + from, value, ...quote };
}

/** If several fields could name a value, the last one that names a secret counts. */
function namingOf(values: readonly string[]): string {
  let naming = '';
  for (const value of values) {
    if (value.length < 200 && namesAny.test(value) && isCredentialHeader(endOfPath(value))) naming = value;
    // Rows are cut, and the missing part of a name may have revealed its value.
    else if (value.endsWith('…') && naming === '') naming = 'password';
  }
  return naming;
}

/** A number names nothing. */
const namesAny = /[^\d.-]/;
const markedBy = /^(?:is)?[_-]?(?:secret|sensitive|masked|protected|confidential)$/i;
const markedAs = /^(?:secret|password|sensitive|securestring)$/i;

/** Under a secret name, but not directly: descriptions stay visible. */
const describing =
  /^(?:\$?(?:type|ref|schema|id|kind|name|title|label|description|format|pattern|user|username|login|email|account|owner|created|updated|expires|scopes?|status|state|message|error|code|reason|path|url|uri|href|host|region|version|date|time|provider|issuer|algorithm|alg|encoding)|(?:created|updated|expires|issued)_?(?:at|on|in)?|.{0,40}_?(?:id|at|url|type))$/i;
const isDeepSecret = (key: string, value: string): boolean =>
  value.length >= 5 &&
  value.length < 20_000 &&
  !describing.test(key) &&
  isOdd(value) &&
  !/^[\d.:TZ+-]+$|^https?:/.test(value);

/** Numbers and bare words: counts, prices and keywords are not secret. */
function countsAsSecret(word: string, kind: MaskKind): boolean {
  if (/^(?:true|false|null|none|undefined|nan|[+-]?infinity)$/i.test(word)) return false;
  if (/^[+-]?[\d.]+(?:e[+-]?\d+)?$/i.test(word)) {
    const digits = word.replace(/\D/g, '').length;
    return kind === 'token' ? digits > 9 : digits >= 4;
  }
  return !isPlainValue(word);
}
