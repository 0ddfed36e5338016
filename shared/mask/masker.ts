// Puts a sign where each secret was, the same for the same secret, and remembers what was hidden.
// One masker a view, an export or a copy; it never gives a secret back.

import { compileRegex } from '../filter/regex.ts';
import { findSecrets, mayHold, merged } from './find.ts';
import { type MaskKind, maskKinds, maskWords, type Secret } from './kinds.ts';

export interface MaskerOptions {
  /** Further values to hide, each a regular expression; one that is wrong hides nothing (see `checkPattern`). */
  patterns?: readonly string[];
  /** Kinds that a person chose to leave as they are. */
  keep?: readonly string[];
  /** Secrets that stay as they are, since a person is looking at them. */
  revealed?: ReadonlySet<string>;
  /** Told once for each secret, by whoever may show it again. */
  onSign?: (sign: string, secret: string) => void;
}

export interface MaskSummary {
  kind: MaskKind;
  label: string;
  count: number;
  /** How some of them look now, with what stood before them. */
  examples: string[];
}

/** Headers that are nothing but a credential. */
const credentialHeader =
  /^(?:(?:proxy-)?authorization|(?:set-)?cookie2?|x-api-key|api-key|apikey|x-auth-token|x-access-token|x-csrf-token|x-xsrf-token|mcp-session-id|x-amz-security-token|x-goog-api-key|x-functions-key|ocp-apim-subscription-key|x-vault-token|private-token|x-shopify-access-token|x-gitlab-token|x-session-token|x-forwarded-access-token)$/i;

const exampleLimit = 3;

export function checkPattern(source: string): string | null {
  const compiled = compileRegex(source);
  return compiled.ok ? null : compiled.problem;
}

export class Masker {
  readonly #patterns: { test: (text: string) => boolean; wide: boolean }[];
  readonly #keep: ReadonlySet<string>;
  readonly #revealed: ReadonlySet<string>;
  readonly #onSign: ((sign: string, secret: string) => void) | undefined;
  readonly #numbers = new Map<string, string>();
  readonly #next = new Map<MaskKind, number>();
  readonly #summary = new Map<MaskKind, MaskSummary>();

  constructor({ patterns = [], keep = [], revealed = new Set(), onSign }: MaskerOptions = {}) {
    this.#keep = new Set(keep);
    this.#revealed = revealed;
    this.#onSign = onSign;
    this.#patterns = patterns.flatMap((source) => {
      const compiled = compileRegex(source);
      return compiled.ok && source !== '' ? [{ test: compiled.test, wide: /\s|\\s/.test(source) }] : [];
    });
  }

  /** Where the secrets are that this masker hides. */
  find(text: string): Secret[] {
    const found = mayHold(text) ? findSecrets(text).filter(({ kind }) => !this.#keep.has(kind)) : [];
    const all = this.#patterns.length === 0 ? found : merged([...found, ...this.#own(text)]);
    return this.#revealed.size === 0 ? all : all.filter(({ from, to }) => !this.#revealed.has(text.slice(from, to)));
  }

  mask(text: string): string {
    const secrets = this.find(text);
    if (secrets.length === 0) return text;
    const parts: string[] = [];
    let at = 0;
    for (const secret of secrets) {
      const sign = this.sign(secret.kind, text.slice(secret.from, secret.to));
      const part = `${text.slice(at, secret.from)}${secret.quote ?? ''}${sign}${secret.quote ?? ''}`;
      parts.push(part);
      this.#note(secret.kind, part);
      at = secret.to;
    }
    parts.push(text.slice(at));
    return parts.join('');
  }

  header(name: string, value: string): string {
    if (!credentialHeader.test(name) || this.#keep.has('credential')) return this.mask(value);
    if (value === '' || value.startsWith('‹') || this.#revealed.has(value)) return value;
    const sign = this.sign('credential', value);
    this.#note('credential', `${name}: ${sign}`);
    return sign;
  }

  headers(headers: Record<string, string>): Record<string, string> {
    return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, this.header(name, value)]));
  }

  /** Every string in a JSON value, keys excepted; a member's name tells what its value is. */
  value<T>(value: T): T {
    return JSON.parse(this.mask(JSON.stringify(value))) as T;
  }

  /** What stands for a secret. */
  sign(kind: MaskKind, secret: string): string {
    const known = this.#numbers.get(secret);
    if (known !== undefined) return known;
    const number = (this.#next.get(kind) ?? 0) + 1;
    this.#next.set(kind, number);
    const sign = `‹${maskWords[kind]} ${number}›`;
    this.#numbers.set(secret, sign);
    this.#onSign?.(sign, secret);
    return sign;
  }

  get count(): number {
    return [...this.#summary.values()].reduce((total, { count }) => total + count, 0);
  }

  summary(): MaskSummary[] {
    return [...this.#summary.values()].sort((a, b) => b.count - a.count);
  }

  #note(kind: MaskKind, text: string): void {
    const known = this.#summary.get(kind) ?? { kind, label: maskKinds[kind], count: 0, examples: [] };
    known.count += 1;
    const example = text.slice(-40).replace(/\s+/g, ' ');
    if (known.examples.length < exampleLimit && !known.examples.includes(example)) known.examples.push(example);
    this.#summary.set(kind, known);
  }

  /** A pattern hides each whole value that it fits: a word, or, when it speaks of spaces, a quoted text. */
  #own(text: string): Secret[] {
    const found: Secret[] = [];
    for (const { test, wide } of this.#patterns) {
      for (const match of text.matchAll(wide ? /[^"\r\n\\]+/g : /[^\s"'\\,;(){}[\]<>]+/g)) {
        if (test(match[0])) found.push({ from: match.index, to: match.index + match[0].length, kind: 'own' });
      }
    }
    return found;
  }
}
