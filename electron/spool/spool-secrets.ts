// What proxy and bridge leave out of the copy on the disk: ids of sessions, credentials in addresses and in `Location`, and what
// the server repeats of a credential that the client sent. Sees each exchange before it is written; what crosses stays as it is.

import { createHash } from 'node:crypto';
import { findKnown, findSecrets } from '../../shared/mask/find.ts';
import { digestNonce } from '../../shared/mask/find-phrases.ts';
import { hideGivenTokens } from '../../shared/mask/given-tokens.ts';
import type { SecretKind } from '../../shared/mask/kinds.ts';
import { KnownValues, partsOfValue } from '../../shared/mask/known-values.ts';
import { isCredentialHeader } from '../../shared/mask/secret-names.ts';
import type { HttpExchange } from '../../shared/wire.ts';
import { hiddenValue } from '../transports/credential-headers.ts';
import type { SpoolHider } from './spool-lines.ts';

/** Shorter ones are too common to be looked for. */
const tellingLength = 6;
/** A client that sends a new credential with each request must not fill the memory. */
const mostValues = 1000;
/** Longer texts are searched for the values as they are: undoing their escapes would hold up what passes. */
const longText = 1_000_000;
/** Where the older transport says where to send: `/messages?sessionId=…`. */
const sessionInAddress = /[?&]session_?id=([^&\s"'\\<>#]{4,400})/gi;
/** Headers whose values HTTP itself defines, so that only what is known can be in them. */
const plainHeaders: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'cache-control',
  'connection',
  'content-length',
  'content-type',
  'date',
  'host',
  'keep-alive',
  'transfer-encoding',
  'vary',
]);
/** They say who or what it is, and open nothing. */
const harmless: ReadonlySet<string> = new Set(['email', 'card', 'entropy']);

const sessionMark = (id: string): string =>
  id.startsWith('‹') ? id : `‹session ${createHash('sha256').update(id).digest('hex').slice(0, 6)}›`;

export class SpoolSecrets implements SpoolHider {
  readonly #known = new KnownValues();
  readonly #marks = new Map<string, string>();

  /** The value of a header, with its scheme. */
  hide(value: string): void {
    for (const part of partsOfValue(value)) if (part.length >= tellingLength) this.#know(part, hiddenValue);
  }

  /** What a client sends along, before it is hidden for the record. */
  sent(headers: Iterable<readonly [string, string]>, url: string): void {
    for (const [name, value] of headers) {
      if (name === 'mcp-session-id') this.#session(value);
      else if (isCredentialHeader(name)) this.hide(value);
    }
    for (const { from, to, value, kind } of findSecrets(url))
      if (!harmless.has(kind)) this.hide(value ?? url.slice(from, to));
  }

  /** What the server says. */
  text(text: string): string {
    if (text.includes('igest '))
      for (const match of text.matchAll(digestNonce)) this.#know(match[1] as string, hiddenValue);
    if (text.includes('ession')) for (const match of text.matchAll(sessionInAddress)) this.#session(match[1] as string);
    return this.#withoutKnown(hideGivenTokens(text));
  }

  exchange(http: HttpExchange): HttpExchange {
    for (const headers of [http.headers, http.requestHeaders])
      if (headers['mcp-session-id'] !== undefined) this.#session(headers['mcp-session-id']);
    for (const [name, value] of Object.entries(http.headers))
      if (/^(?:www|proxy)-authenticate$/.test(name))
        for (const match of value.matchAll(digestNonce)) this.#know(match[1] as string, hiddenValue);
    const each = (headers: Record<string, string>) =>
      Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [
          name,
          name === 'mcp-session-id'
            ? sessionMark(value)
            : plainHeaders.has(name)
              ? this.text(value)
              : this.#ours(value),
        ]),
      );
    const { bodyBytes, ...rest } = http;
    const body = http.body === undefined ? undefined : this.text(http.body);
    return {
      ...rest,
      url: this.#ours(http.url),
      requestHeaders: each(http.requestHeaders),
      headers: each(http.headers),
      ...(http.error === undefined ? {} : { error: this.#ours(http.error) }),
      ...(http.problem === undefined ? {} : { problem: this.#ours(http.problem) }),
      ...(body === undefined ? {} : { body }),
      ...(bodyBytes && body === http.body ? { bodyBytes } : {}),
    };
  }

  /** A session id gives access to the session. It is replaced by a short name, the same in all lines. */
  #session(id: string): void {
    if (id.length < 4 || id.startsWith('‹')) return;
    this.#know(id, sessionMark(id));
  }

  #know(value: string, mark: string): void {
    if (this.#marks.has(value) || this.#marks.size >= mostValues) return;
    this.#marks.set(value, mark);
    this.#known.add(value);
  }

  /** Addresses, headers and reasons: also what only looks like a credential, as the code in a `Location`. */
  #ours(text: string): string {
    const hidden = this.text(text);
    return this.#replaced(
      hidden,
      findSecrets(hidden).filter(({ kind }) => !harmless.has(kind)),
    );
  }

  #withoutKnown(text: string): string {
    if (this.#known.size === 0) return text;
    if (text.length <= longText) return this.#replaced(text, findKnown(text, this.#known));
    let hidden = text;
    for (const [value, mark] of this.#marks) hidden = hidden.replaceAll(value, mark);
    return hidden;
  }

  #replaced(text: string, found: readonly SecretKind[]): string {
    let shown = '';
    let at = 0;
    for (const { from, to, value, quote = '' } of found) {
      const mark = this.#marks.get(value ?? text.slice(from, to)) ?? hiddenValue;
      shown += `${text.slice(at, from)}${quote}${mark}${quote}`;
      at = to;
    }
    return at === 0 ? text : shown + text.slice(at);
  }
}
