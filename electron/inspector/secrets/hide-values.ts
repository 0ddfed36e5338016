// Keeps values from the vault, from variables or from sign-in out of the log: every transport event passes here first. Replaces a value in
// every form in which it comes back. Filled-in variables are shown as written, `${NAME}`. Folder names stay in server output, because
// readers need them there.

import { createHash } from 'node:crypto';
import { findKnown, findSecrets } from '../../../shared/mask/find.ts';
import { KnownValues, partsOfValue, type ValueLookup } from '../../../shared/mask/known-values.ts';
import type { HttpExchange } from '../../../shared/wire.ts';
import type { OnEvents, TransportEvent } from '../../transports/transport.ts';
import type { PutIn } from './references.ts';

export interface Hidden {
  /** Replaced everywhere. */
  secrets: readonly string[];
  /** Replaced in text that Misfire itself writes: command lines, addresses, reasons. Secret ones are replaced everywhere. */
  put: readonly PutIn[];
}

const mark = '‹hidden›';
/** Shorter values are too common to search for: `true`, `8080`, a folder's name. */
const tellingLength = 6;

export class HiddenValues {
  readonly #secret = new KnownValues();
  readonly #ours = new KnownValues();
  readonly #marks = new Map<string, string>();

  constructor({ secrets, put }: Hidden) {
    for (const secret of secrets) this.add(secret);
    for (const { value, reference, isSecret } of put) {
      if (value.length < tellingLength) continue;
      if (isSecret) this.#know(value, reference);
      else {
        if (!this.#marks.has(value)) this.#marks.set(value, reference);
        this.#ours.add(value);
      }
    }
  }

  /** From now on; a header value may be complete, with its scheme. */
  add(secret: string): void {
    for (const part of partsOfValue(secret)) this.#know(part, mark);
  }

  /** Events on their way to the recorder, without these values. */
  pass(onEvents: OnEvents): OnEvents {
    return (events) => onEvents(events.map((event) => this.#hideIn(event)));
  }

  #know(value: string, shown: string): void {
    if (!this.#marks.has(value)) this.#marks.set(value, shown);
    this.#secret.add(value);
  }

  #hideIn(event: TransportEvent): TransportEvent {
    switch (event.lane) {
      case 'life':
        return event.message === undefined ? event : { ...event, message: this.#inOurs(event.message) };
      case 'http':
        this.#noteSession(event.http);
        return { ...event, http: this.#hideExchange(event.http) };
      default: {
        const text = event.lane === 'out' ? this.#inMessages(event.text) : this.#withoutTokens(event.text);
        if (text === event.text) return event;
        const { bytes: _bytes, ...rest } = event;
        return { ...rest, text };
      }
    }
  }

  #hideExchange(http: HttpExchange): HttpExchange {
    const each = (headers: Record<string, string>) =>
      Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, this.#inOurs(value)]));
    const { bodyBytes, ...rest } = http;
    const body = http.body === undefined ? undefined : this.#withoutTokens(http.body);
    return {
      ...rest,
      url: this.#inOurs(http.url),
      requestHeaders: each(http.requestHeaders),
      headers: each(http.headers),
      ...(http.error === undefined ? {} : { error: this.#inOurs(http.error) }),
      ...(http.problem === undefined ? {} : { problem: this.#inOurs(http.problem) }),
      ...(http.requestBody === undefined ? {} : { requestBody: this.#inMessages(http.requestBody) }),
      ...(body === undefined ? {} : { body }),
      ...(bodyBytes && body === http.body ? { bodyBytes } : {}),
    };
  }

  /** A session id gives access to the session. It is recorded under a short alias, the same everywhere. */
  #noteSession({ headers, requestHeaders }: HttpExchange): void {
    for (const id of [headers['mcp-session-id'], requestHeaders['mcp-session-id']]) {
      if (id === undefined || id.length < 4 || this.#marks.has(id) || id.startsWith('‹')) continue;
      this.#know(id, `‹session ${createHash('sha256').update(id).digest('hex').slice(0, 6)}›`);
    }
  }

  /** Server responses may contain tokens that are not configured: JWTs, and tokens issued by a sign-in. */
  #withoutTokens(text: string): string {
    const hidden = this.#inMessages(text);
    if (!anyToken.test(hidden) || !tokenWithin.test(hidden)) return hidden;
    const found = findSecrets(hidden).filter(({ kind, from, to, value }) =>
      kind === 'jwt'
        ? true
        : kind === 'token' &&
          givenOut.test(hidden.slice(Math.max(0, from - 40), from)) &&
          (value?.length ?? to - from) >= 8,
    );
    return replaced(hidden, found, () => mark);
  }

  #inMessages(text: string): string {
    return this.#replace(text, this.#secret);
  }

  #inOurs(text: string): string {
    return this.#replace(this.#inMessages(text), this.#ours);
  }

  #replace(text: string, known: ValueLookup): string {
    if (known.size === 0) return text;
    return replaced(text, findKnown(text, known), (value) => this.#marks.get(value) ?? mark);
  }
}

/** The same in a third of the time, if there is none. */
const anyToken = /oken|eyJ/i;
const tokenWithin = /eyJ[\w-]{8}|(?:access|refresh|id)_?token/i;
const givenOut = /(?:access|refresh|id)_?token\W{0,12}$/i;

function replaced(text: string, found: ReturnType<typeof findKnown>, markOf: (value: string) => string): string {
  if (found.length === 0) return text;
  const parts: string[] = [];
  let at = 0;
  for (const { from, to, value, quote = '' } of found) {
    parts.push(text.slice(at, from), quote, markOf(value ?? ''), quote);
    at = to;
  }
  parts.push(text.slice(at));
  return parts.join('');
}

export function hideValues(onEvents: OnEvents, hidden: Hidden): OnEvents {
  return new HiddenValues(hidden).pass(onEvents);
}
