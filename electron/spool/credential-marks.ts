// Distinguishes the tokens that pass a proxy without keeping any: each gets a number. Of a token that says whose it is and when it was
// issued (JWT, RFC 7519), its times and a number for its user are kept too.

import { createHash } from 'node:crypto';
import { isObject, parseJson } from '../../shared/json/json.ts';
import type { CredentialMark } from '../../shared/wire.ts';

const mostKept = 1000;

export class CredentialMarks {
  /** By digest: the values themselves are forgotten at once. */
  readonly #marks = new Map<string, CredentialMark>();
  readonly #subjects = new Map<string, number>();
  #next = 1;

  /** `header`: the value of Authorization. undefined: it carries no token. */
  mark(header: string | undefined, now: number): CredentialMark | undefined {
    const token = /^Bearer\s+(\S{1,16384})$/i.exec(header ?? '')?.[1];
    if (token === undefined) return undefined;
    const digest = digestOf(token);
    const known = this.#marks.get(digest);
    if (known) return known;
    const made: CredentialMark = { token: this.#next, firstSeenAt: now, ...this.#claims(token) };
    this.#next += 1;
    this.#marks.set(digest, made);
    const [oldest] = this.#marks.keys();
    if (this.#marks.size > mostKept && oldest !== undefined) this.#marks.delete(oldest);
    return made;
  }

  #claims(token: string): Pick<CredentialMark, 'subject' | 'issuedAt' | 'expiresAt'> {
    const parts = token.split('.');
    const read = parts.length === 3 ? parseJson(Buffer.from(parts[1] ?? '', 'base64url').toString('utf8')) : null;
    if (!read?.ok || !isObject(read.value)) return {};
    const { iss, sub, iat, exp } = read.value;
    return {
      ...(typeof sub === 'string' ? { subject: this.#subject(digestOf(`${String(iss)}\n${sub}`)) } : {}),
      ...(typeof iat === 'number' ? { issuedAt: iat * 1000 } : {}),
      ...(typeof exp === 'number' ? { expiresAt: exp * 1000 } : {}),
    };
  }

  #subject(digest: string): number {
    const known = this.#subjects.get(digest) ?? this.#subjects.size + 1;
    if (this.#subjects.size < mostKept) this.#subjects.set(digest, known);
    return known;
  }
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64');
