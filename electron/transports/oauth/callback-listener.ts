// The page to which the browser returns after the user's decision: on a random port of this machine, for one sign-in, used once. Owns which
// requests it accepts (RFC 8252 sections 7.3 and 8.3) and the page; sign-in-flow.ts reads the answer.

import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HttpExchange } from '../../../shared/wire.ts';
import { now } from '../clock.ts';
import { hideCredentials } from '../credential-headers.ts';

export interface Callback {
  code: string | null;
  error: string | null;
  errorDescription: string | null;
  iss: string | undefined;
  /** Answers the browser and closes the listener; '' if all is well, otherwise the problem. */
  finish(problem: string): void;
}

interface CallbackOptions {
  /** Called with each request to the callback, once it is answered. */
  onExchange(http: Omit<HttpExchange, 'exchange'>): void;
}

/** A page of another site cannot fill the log by calling us. */
const reportLimit = 20;

export class CallbackListener {
  readonly state = randomBytes(32).toString('base64url');
  readonly #server: Server;
  readonly #options: CallbackOptions;
  #used = false;
  #told = 0;
  /** Stored, because a closed server no longer knows its address, and a request may still arrive. */
  #host = '';
  #arrive: (callback: Callback) => void = () => {};
  readonly arrived = new Promise<Callback>((resolve) => {
    this.#arrive = resolve;
  });

  private constructor(options: CallbackOptions) {
    this.#options = options;
    this.#server = createServer((request, response) => {
      try {
        this.#answer(request, response);
      } catch {
        // Any invalid input ends this request and nothing else.
        response.destroy();
      }
    });
    this.#server.requestTimeout = 10_000;
    this.#server.maxHeadersCount = 100;
  }

  static open(options: CallbackOptions): Promise<CallbackListener> {
    const listener = new CallbackListener(options);
    return new Promise((resolve, reject) => {
      listener.#server.once('error', reject);
      listener.#server.listen(0, '127.0.0.1', () => {
        listener.#host = `127.0.0.1:${(listener.#server.address() as AddressInfo).port}`;
        resolve(listener);
      });
    });
  }

  get redirectUri(): string {
    return `http://${this.#host}/callback`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeIdleConnections();
    // A browser that still reads the page gets all of it.
    setTimeout(() => this.#server.closeAllConnections(), 1000).unref();
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const startedAt = now();
    const refusal = this.#refuse(request);
    if (refusal) {
      sendPage(response, ...refusal);
      return;
    }
    const url = new URL(request.url ?? '', this.redirectUri);
    const finish = (status: number, problem: string) => {
      const title = problem === '' ? 'Back to Misfire' : 'Sign-in did not work';
      sendPage(response, status, title, problem === '' ? 'You can close this page now.' : problem);
      if (this.#told >= reportLimit) return;
      this.#told += 1;
      this.#options.onExchange({
        step: 'authorization',
        method: 'GET',
        url: url.href,
        status,
        statusText: '',
        requestHeaders: hideCredentials(
          Object.entries(request.headers).map(([name, value]) => [name, String(value)] as const),
        ),
        headers: {},
        startedAt,
        endedAt: now(),
        ...(problem === '' ? {} : { problem }),
      });
    };
    if (this.#used) {
      finish(410, 'This sign-in was answered before; an answer counts once.');
      return;
    }
    if (!isSame(url.searchParams.get('state') ?? '', this.state)) {
      finish(400, 'The answer belongs to no sign-in that Misfire began: its state is not the one that was sent.');
      return;
    }
    this.#used = true;
    this.#arrive({
      code: url.searchParams.get('code'),
      error: url.searchParams.get('error'),
      errorDescription: url.searchParams.get('error_description'),
      iss: url.searchParams.get('iss') ?? undefined,
      finish: (problem) => finish(problem === '' ? 200 : 400, problem),
    });
  }

  /** Why a request is not an answer to a sign-in at all; null: it may be one. */
  #refuse(request: IncomingMessage): [status: number, title: string, words: string] | null {
    // A name that resolves to this machine is not this machine's name (DNS rebinding).
    if (request.headers.host !== this.#host) return [403, 'Not here', 'This address is not for you.'];
    const path = request.url ?? '';
    if (!/^\/callback(?:\?|$)/.test(path)) return [404, 'Nothing here', 'There is no page at this address.'];
    return request.method === 'GET' ? null : [405, 'Not like this', 'This page is only opened.'];
  }
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** No script, no foreign style, and nothing of the request except escaped words. */
function sendPage(response: ServerResponse, status: number, title: string, words: string): void {
  const style =
    'body{font:16px/1.5 system-ui,sans-serif;margin:18vh auto;max-width:30rem;padding:0 1.5rem;color:#1c2127;background:#f7f8f9}' +
    '@media(prefers-color-scheme:dark){body{color:#e6e9ec;background:#15181c}}';
  const nonce = randomBytes(16).toString('base64url');
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
    connection: 'close',
  });
  response.end(
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escapeText(title)}</title><style nonce="${nonce}">${style}</style>` +
      `<h1>${escapeText(title)}</h1><p>${escapeText(words)}</p></html>`,
  );
}

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
