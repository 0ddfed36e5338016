// Generated failures (fixed seed, built from parts of real ones): no card contradicts itself or the wire.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Account } from '../account/account.ts';
import type { Failure } from '../failure.ts';
import { isObject, type Json, type ParsedJson, parseJson } from '../json/json.ts';
import { decode } from './decode.ts';
import { context, exchanged, rpcError, toolError, toolResult } from './testing/account-fixtures.ts';

const sentence = fc.constantFrom(
  'Not found',
  'Rate limit exceeded. Retry after 42 seconds.',
  'Unauthorized: bad token!',
  'connect ECONNREFUSED 127.0.0.1:1',
  'certificate has expired',
  'Something went wrong…',
  'Do you really want this?',
  'ACME_KEY is not set.',
  'Request timed out;',
  'Service unavailable, try again later.',
  'Operation was cancelled.',
  'Session not found',
  'Approval required before this',
  'The account is suspended for good.',
  'Cannot read properties of undefined',
  'Invalid arguments: city: Required',
  '错误：参数无效。',
  '',
);
const code = fc.constantFrom(
  -32700,
  -32600,
  -32601,
  -32602,
  -32603,
  -32000,
  -32001,
  -32002,
  -32003,
  -32042,
  0,
  404,
  429,
  503,
  2001,
  3001,
  4002,
  5001,
);
const data = fc.record(
  {
    retryable: fc.boolean(),
    retry_after: fc.constantFrom<Json>(5, '5', '3.5s', -1, 'soon', 7200),
    retry_after_ms: fc.constantFrom<Json>(1500, '1500'),
    status: fc.constantFrom<Json>(401, '404', 429, 500, 503),
    code: fc.constantFrom<Json>('404', 'NOT_FOUND', 'rate_limited', 12),
    error_class: fc.constantFrom('validation', 'permission', 'retryable', 'dependency', 'terminal'),
    recovery: fc.constantFrom('transient', 'correctable', 'terminal'),
    message: sentence,
    field: fc.constantFrom('city', 'a.b'),
    suggestion: fc.constantFrom('Ask for less.', 'Try again'),
    timeout_ms: fc.constantFrom<Json>(3000),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<Json>;

const subjects: fc.Arbitrary<Account> = fc.oneof(
  fc.tuple(code, sentence, data).map(([number, text, more]) => rpcError(number, text, more)),
  fc.tuple(sentence, data).map(([text, more]) => toolError(`${text} ${JSON.stringify(more)}`)),
  sentence.map((text) => toolError(text)),
  data.map((more) =>
    toolResult({ isError: true, content: [{ type: 'text', text: 'It failed.' }], structuredContent: more }),
  ),
  fc
    .tuple(code, sentence, data)
    .map(([number, message, more]) => toolResult({ error: { code: number, message, data: more } })),
  fc
    .tuple(
      fc.constantFrom(400, 401, 403, 404, 408, 409, 422, 429, 500, 502, 503, 504),
      fc.constantFrom('5', '0', 'x', 'Sun, 15 Nov 2026 00:00:30 GMT'),
      data,
    )
    .map(([status, wait, body]) => ({
      method: 'tools/call',
      target: 'search',
      http: exchanged(status, { 'retry-after': wait }, JSON.stringify(body)),
    })),
  fc.tuple(fc.constantFrom(0, 1, 137), fc.array(sentence, { maxLength: 4 })).map(([exit, stderr]) => ({
    method: 'tools/call',
    target: 'search',
    process: { code: exit, signal: null, stderr },
  })),
  sentence.map((message) => ({
    method: 'tools/call',
    target: 'search',
    unanswered: { why: 'stream_cut' as const, message },
  })),
  fc.constant({ method: 'tools/call', target: 'search', timeout: { afterMs: 3000 } }),
  sentence.map((reason) => ({ method: 'tools/call', target: 'search', cancelled: { reason } })),
  sentence.map((spawnError) => ({
    method: 'initialize',
    process: { code: null, signal: null, stderr: [], spawnError },
  })),
);

/** Each generated failure, with its inputs. */
function forEach(check: (failure: Failure, account: Account) => void): void {
  fc.assert(
    fc.property(subjects, (account) => {
      const failure = decode(account, context());
      if (failure !== null) check(failure, account);
    }),
  );
}

const again =
  /\btry (?:it )?(?:once more|again)|repeat the (?:same )?call\b|\bretry\b(?! (?:hint|does not|cannot))|call again\b/i;

describe('the content of a card', () => {
  it('never suggests a retry when the verdict is never', () => {
    forEach(({ retry, remedy }) => {
      if (retry.verdict !== 'never') return;
      for (const step of remedy.filter((text) => !text.startsWith('The server suggests: ')))
        expect(step).not.toMatch(again);
    });
  });

  it('names a wait only when the same call may be sent again later', () => {
    forEach(({ retry }) => {
      if (retry.verdict === 'wait') expect(retry.afterMs).not.toBeNull();
    });
  });

  it('shows evidence as it was sent', () => {
    forEach(({ evidence }, account) => {
      for (const { path, value } of evidence) {
        const sent = sentAt(account, path);
        if (sent === undefined || value === null || typeof value === 'object') continue;
        if (typeof sent === 'string' && typeof value === 'string' && value.endsWith('…'))
          expect(sent).toContain(value.slice(0, -1));
        else if (typeof sent === 'string') expect(sent, path).toContain(String(value));
        else expect(value, path).toBe(sent);
      }
    });
  });

  it('quotes only the server as the server’s message', () => {
    forEach(({ message }, account) => {
      const { answer, http, process } = account;
      const received = [
        answer?.text ?? '',
        http?.body ?? '',
        JSON.stringify(http?.headers ?? {}),
        ...(process?.stderr ?? []),
      ].join('\n');
      const plain = unescaped(received);
      for (const part of message.split(/: |\n/)) if (part.trim() !== '') expect(plain).toContain(part.trim());
    });
  });

  it('quotes nothing that was not received or sent', () => {
    forEach((failure, account) => {
      const received = receivedIn(account);
      if (failure.quote !== null) expect(received, failure.quote.path).toContain(failure.quote.text);
      const { sentence: title, short, explanation, remedy } = failure;
      for (const text of [title, short, explanation, ...remedy])
        for (const [, quoted = ''] of text.matchAll(/“([^”]*)”/g)) expect(received).toContain(quoted);
    });
  });

  it('has one deciding piece of evidence when the class is known', () => {
    forEach(({ class: failureClass, evidence }) => {
      const deciding = evidence.filter(({ decides }) => decides).length;
      if (failureClass === 'unknown') expect(deciding).toBeLessThanOrEqual(1);
      else expect(deciding, failureClass).toBe(1);
    });
  });

  it('gives consistent advice: verdict, owner and fix agree', () => {
    forEach(({ retry: { verdict }, owner, fix }) => {
      const repeats = verdict === 'wait' || verdict === 'backoff';
      if (fix.kind === 'wait') expect(repeats || verdict === 'unknown', verdict).toBe(true);
      else if (fix.kind !== 'setting') expect(repeats, fix.kind).toBe(false);
      if (fix.kind === 'request') expect(owner).toBe('request');
      if (fix.kind === 'report' && fix.to === 'server')
        expect(['server', 'upstream', 'network', 'none']).toContain(owner);
    });
  });

  it('keeps its sentences within their limits', () => {
    forEach(({ sentence: title, short, tiny }) => {
      expect(title.length).toBeLessThanOrEqual(90);
      expect(short.length).toBeLessThanOrEqual(40);
      expect(tiny.length).toBeLessThanOrEqual(28);
      expect([title, short, tiny]).not.toContain('');
    });
  });

  it('ends each sentence in one mark', () => {
    forEach(({ explanation, remedy, notes }) => {
      for (const text of [explanation, ...remedy, ...notes.map((note) => note.message)])
        expect(text).not.toMatch(/[.!?。…;,:][.]$|\.\.$/);
    });
  });

  it('suggests no wait for something only the user can provide', () => {
    for (const line of [
      'ACME_KEY is not set',
      'Usage: plantd --config FILE',
      "Cannot find module 'x'",
      "KeyError: 'DB_URL'",
      'error: the following arguments are required: path',
    ]) {
      const failure = decode({ method: 'initialize', process: { code: 1, signal: null, stderr: [line] } }, context());
      expect(failure?.retry.verdict, line).toBe('after_fix');
      expect(failure?.remedy.join(' '), line).not.toMatch(/growing waits|repeat the call/);
    }
  });
});

/** All texts that crossed the wire for it, both raw and parsed as JSON. */
function receivedIn({ answer, http, process, unanswered, cancelled, target, params, stderr }: Account): string {
  const texts: string[] = [];
  const collect = (value: Json | undefined): void => {
    if (typeof value === 'string') texts.push(value);
    else if (Array.isArray(value)) value.forEach(collect);
    else if (value !== undefined && isObject(value)) Object.values(value).forEach(collect);
  };
  collect(answer?.value);
  collect(params);
  const lines = [...(process?.stderr ?? []), ...(stderr ?? [])];
  const whole = [answer?.text, http?.body, JSON.stringify(http?.headers ?? {}), target, unanswered?.message];
  const parts = [...whole, cancelled?.reason, process?.spawnError, ...texts, ...lines];
  const received = parts.filter((part) => part !== undefined).join('\n');
  return `${received}\n${unescaped(received)}`;
}

function unescaped(text: string): string {
  return text.replaceAll(/\\+"/g, '"').replaceAll(/\\+n/g, '\n');
}

/** The value at a path of the evidence; undefined if the path leads nowhere. */
function sentAt({ answer, http }: Account, path: string): Json | undefined {
  const root: Json | undefined = path.startsWith('http.body')
    ? http?.body
    : path.startsWith('http.headers.')
      ? undefined
      : answer?.value;
  if (path.startsWith('http.headers.')) return http?.headers[path.slice('http.headers.'.length)];
  if (root === undefined || !/^(?:error|result|http\.body)\b/.test(path)) return undefined;
  let value: Json | undefined = root;
  for (const step of path
    .replace(/^http\.body\.?/, '')
    .split(/\.|(?=\[)/)
    .filter((part) => part !== '')) {
    if (typeof value === 'string') {
      const start = value.indexOf('{');
      const parsed: ParsedJson | null = start < 0 ? null : parseJson(value.slice(start));
      if (parsed === null || !parsed.ok) return undefined;
      value = parsed.value;
    }
    const index = /^\[(\d+)\]$/.exec(step)?.[1];
    if (index !== undefined) value = Array.isArray(value) ? value[Number(index)] : undefined;
    else value = isObject(value) ? value[step] : undefined;
    if (value === undefined) return undefined;
  }
  return value;
}
