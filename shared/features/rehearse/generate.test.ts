// What is generated comes back from the decoder as it was asked for: class, verdict and wait, in every pair that exists.

import { describe, expect, it } from 'vitest';
import { decode } from '../../library/library.ts';
import { type AnswerClass, answerClasses, answerDialects, answersIn, canWait } from './answer-pairs.ts';
import { type AnsweredCall, type AnswerInjection, generate } from './generate.ts';
import { readyPlans } from './ready-plans.ts';

const call: AnsweredCall = { tool: 'book_room', arguments: { nights: 99 }, hasOutputSchema: false };

function readBack(answer: AnswerInjection, of = call) {
  const made = generate(answer, of, 'mcp');
  const context = { method: 'tools/call', params: { name: of.tool, arguments: of.arguments }, server: 'Hotel' };
  if ('http' in made) return decode(undefined, { ...context, http: made.http });
  return decode({ jsonrpc: '2.0', id: 1, ...made }, context);
}

/** What a client may do about each class when no wait is stated. */
const verdicts: Record<AnswerClass, readonly string[]> = {
  validation: ['after_fix'],
  unauthorized: ['after_auth'],
  forbidden: ['never', 'after_auth'],
  approval_required: ['after_auth'],
  not_found: ['after_fix', 'never'],
  conflict: ['after_fix', 'backoff'],
  rate_limited: ['backoff'],
  timeout: ['backoff'],
  too_large: ['after_fix', 'never'],
  unsupported: ['never', 'after_fix'],
  not_ready: ['after_fix', 'backoff'],
  dependency: ['backoff'],
  unavailable: ['backoff'],
  internal: ['backoff'],
  terminal: ['never'],
  parse_error: ['after_fix'],
  invalid_request: ['after_fix'],
  method_not_found: ['never'],
  cancelled: ['never'],
  unknown: ['unknown'],
};

for (const dialect of answerDialects)
  describe(`in ${dialect}`, () => {
    it.each(answersIn(dialect))('%s is read back with its verdict', (answer) => {
      for (const hasOutputSchema of [false, true]) {
        const failure = readBack({ answer, dialect }, { ...call, hasOutputSchema });
        expect(failure).toMatchObject({ class: answer, flagged: true });
        // Closient documents how long to wait where an answer does not say it.
        if (dialect === 'closient' && canWait(answer)) continue;
        expect(verdicts[answer]).toContain(failure?.retry.verdict);
        expect(failure?.retry.afterMs).toBeNull();
      }
    });

    it.each(answersIn(dialect).filter(canWait))('%s is read back with its wait', (answer) => {
      for (const waitMs of [1000, 3000, 5000, 30_000]) {
        const failure = readBack({ answer, dialect, waitMs });
        expect(failure).toMatchObject({ class: answer, retry: { verdict: 'wait', afterMs: waitMs } });
      }
    });
  });

it('has a pair for every class', () => {
  const all = new Set(answerDialects.flatMap((dialect) => answersIn(dialect)));
  expect(all).toEqual(new Set(answerClasses));
});

it('objects to the argument that the plan names, else to the first one', () => {
  expect(readBack({ answer: 'validation' })?.issues).toMatchObject([{ path: '/nights' }]);
  expect(readBack({ answer: 'validation', field: 'email' })?.issues).toMatchObject([{ path: '/email' }]);
});

it('says a wait in the text and as retry_after, in every error model', () => {
  for (const dialect of answerDialects) {
    if (!answersIn(dialect).includes('rate_limited')) continue;
    const text = JSON.stringify(generate({ answer: 'rate_limited', dialect, waitMs: 2000 }, call, 'mcp'));
    expect(text, dialect).toMatch(/retry_after\\*":2[,}]/);
    expect(text, dialect).toMatch(/Retry after 2 s|"retry-after":"2"/);
  }
});

it('writes the answers of ready plans so that they are read back', () => {
  for (const { steps } of readyPlans)
    for (const { do: injection } of steps)
      if ('answer' in injection) expect(readBack(injection)?.class).toBe(injection.answer);
});

it('takes plain MCP where the own error model has no word, and over stdio instead of HTTP', () => {
  expect(generate({ answer: 'timeout' }, call, 'platica')).toMatchObject({ result: { isError: true } });
  expect(generate({ answer: 'timeout', dialect: 'http' }, call, 'mcp', false)).toHaveProperty('result');
});

it.each(answerDialects)('states a wait in the text and as retry_after: %s', (dialect) => {
  for (const waitMs of [1000, 2000, 5000])
    for (const hasOutputSchema of [false, true]) {
      const answer: AnswerInjection = { answer: 'rate_limited', waitMs, dialect };
      const generated = generate(answer, { tool: 'find', arguments: {}, hasOutputSchema }, 'mcp');
      const made = 'http' in generated ? generated.http.body : JSON.stringify(generated);
      if ('http' in generated) expect(generated.http.headers['retry-after']).toBe(String(waitMs / 1000));
      expect(made).toContain(`"retry_after":${waitMs / 1000}`);
      expect(made).toMatch(new RegExp(`\\b${waitMs / 1000} s\\b`));
    }
});
