// Errors from this module decode to their inputs, in every class, dialect and carrier, and every known model receives what matters.

import { describe, expect, it } from 'vitest';
import { asSeenBy, clientIds, decode, type Failure } from '../library/library.ts';
import { gotText } from '../seen/parts/blocks.ts';
import { classesOf, errorDialects } from './error-dialects.ts';
import { type ErrorFacts, type ReportedClass, reportedClasses, waits } from './error-facts.ts';
import { type ErrorOptions, problem, rpcError, toolError } from './errors.ts';

const sentence = 'Booking B-17 was handled by the other desk.';
const context = { method: 'tools/call', params: { name: 'book', arguments: { nights: 99 } }, server: 'Hotel' };

function factsOf(failureClass: ReportedClass, more: Partial<ErrorFacts> = {}): ErrorFacts {
  return {
    class: failureClass,
    sentence,
    ...(waits(failureClass) ? { retry: { afterMs: 13_000 } } : {}),
    ...(failureClass === 'validation' ? { fields: [{ path: 'nights', message: 'must be at most 30' }] } : {}),
    ...more,
  };
}

const carriers: Record<string, (facts: ErrorFacts, options: ErrorOptions) => Failure | null> = {
  'a tool result': (facts, options) => decode(toolError(facts, options), context),
  'a tool result with structured content': (facts, options) =>
    decode(toolError(facts, { ...options, structured: true }), context),
  'a JSON-RPC error': (facts, options) => decode({ jsonrpc: '2.0', id: 1, error: rpcError(facts, options) }, context),
  'an HTTP response': (facts, options) => {
    const { status, headers, body } = problem(facts, options);
    return decode(undefined, { ...context, http: { status, headers, body } });
  },
};

for (const dialect of errorDialects)
  for (const [carrier, send] of Object.entries(carriers))
    describe(`${dialect}, ${carrier}`, () => {
      it.each(classesOf(dialect))('%s decodes to its inputs', (failureClass) => {
        for (const code of [undefined, 7042]) {
          const facts = factsOf(failureClass, code === undefined ? {} : { code });
          const failure = send(facts, { dialect });
          expect(failure).toMatchObject({ class: failureClass, flagged: true });
          expect([failure?.message, failure?.problem?.detail].some((said) => said?.startsWith(sentence))).toBe(true);
          expect(failure?.retry.afterMs).toBe(facts.retry?.afterMs ?? null);
          if (facts.retry) expect(failure?.retry.verdict).toBe('wait');
          expect(failure?.issues.map(({ path, message }) => ({ path, message }))).toEqual(
            facts.fields?.map(({ path, message }) => ({ path: `/${path}`, message })) ?? [],
          );
          // Over HTTP the status is the code.
          if (code !== undefined && carrier !== 'an HTTP response') expect(failure?.code).toBe(code);
        }
      });
    });

it('every known model learns that it failed, why, and when to retry', () => {
  for (const dialect of errorDialects)
    for (const failureClass of classesOf(dialect))
      for (const structured of [false, true])
        for (const client of clientIds) {
          const facts = factsOf(failureClass);
          // The whole response: a result alone with a member `error` looks like a JSON-RPC error.
          const answer = { jsonrpc: '2.0', id: 1, result: toolError(facts, { dialect, structured }) };
          const seen = asSeenBy(client, answer, { server: 'hotel', tool: 'book' });
          const text = gotText(seen.got);
          const where = `${client}, ${dialect}, ${failureClass}, ${structured ? 'structured' : 'text'}`;
          expect(text, where).toContain('Error: ');
          expect(text, where).toContain(sentence);
          if (facts.retry) expect(text, where).toContain('Retry after 13 s');
          if (facts.fields) expect(text, where).toContain('must be at most 30');
        }
});

it('omits structured content unless the tool has no output schema', () => {
  expect(toolError(factsOf('internal'))).not.toHaveProperty('structuredContent');
  expect(toolError(factsOf('internal'), { structured: true }).structuredContent).toMatchObject({
    error: `Error: ${sentence} Retry after 13 s.`,
    retry_after_ms: 13_000,
  });
});

it('gives HTTP a status and whole seconds to wait', () => {
  const { status, headers } = problem(factsOf('rate_limited', { retry: { afterMs: 12_500 } }));
  expect(status).toBe(429);
  expect(headers).toEqual({ 'content-type': 'application/problem+json', 'retry-after': '13' });
});

it('names what is wrong with the inputs', () => {
  const wrong = (facts: object, options?: object) => () => toolError(facts as ErrorFacts, options as ErrorOptions);
  expect(wrong({ class: 'oops', sentence })).toThrow('Unknown class "oops". Known: validation,');
  expect(wrong({ class: 'internal', sentence: ' ' })).toThrow('The sentence is empty.');
  expect(wrong({ class: 'validation', sentence, retry: { afterMs: 5 } })).toThrow(
    'A wait does not help against validation.',
  );
  expect(wrong({ class: 'internal', sentence, retry: { afterMs: -1 } })).toThrow('retry.afterMs must be');
  expect(wrong({ class: 'timeout', sentence }, { dialect: 'platica' })).toThrow(
    'platica has no word for timeout. It has:',
  );
  expect(wrong({ class: 'timeout', sentence }, { dialect: 'no' })).toThrow('Unknown dialect "no".');
  expect(reportedClasses).toHaveLength(15);
});
