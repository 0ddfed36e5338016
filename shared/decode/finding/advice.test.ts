// The advice table: every class has its texts, every text can be filled, and no step speaks about retrying.

import { describe, expect, it } from 'vitest';
import { builtInDialects } from '../../dialects/built-in.ts';
import { dialect } from '../../dialects/dialect.ts';
import type { Meaning } from '../../dialects/dialect-schema.ts';
import { ownMeanings } from '../../dialects/own-meanings.ts';
import { anyOf } from '../../dialects/patterns.ts';
import { failureClasses } from '../../failure.ts';
import { decode } from '../decode.ts';
import { context, rpcError, toolError, toolResult } from '../testing/account-fixtures.ts';
import { advice } from './advice.ts';
import { signs } from './signs.ts';

const retryWords = anyOf(
  /\bretr(?:y|ies)\b|\b(?:try|call|ask|send) (?:it |the same call )?(?:once more|again)\b|\brepeat\b/i,
  /\bgrowing waits\b|\bfail again\b|\bwait (?:for|until|\d|a|and)\b/i,
);

const meanings: (readonly [string, Meaning])[] = [
  ...builtInDialects.flatMap(({ id, codes, words, classes, statuses, ranges, phrases }) =>
    [codes, words, classes, statuses]
      .flatMap((table) =>
        Object.entries(table).flatMap(([key, rows]) => [rows].flat().map((row) => [`${id}.${key}`, row] as const)),
      )
      .concat([...ranges, ...phrases].map((row) => [`${id}.${'id' in row ? row.id : row.class}`, row] as const)),
  ),
  ...Object.entries(ownMeanings).map(([id, { meaning }]) => [id, meaning] as const),
];

describe('steps', () => {
  it('never speak about retrying: the verdict does', () => {
    const cells = failureClasses.flatMap((name) => advice[name].cells.map(({ steps = [] }) => [name, steps] as const));
    const rows = meanings.map(([id, { remedy = [] }]) => [id, remedy] as const);
    for (const [id, steps] of [...cells, ...rows]) for (const step of steps) expect(step, id).not.toMatch(retryWords);
  });

  it('end with the one sentence that follows from the verdict', () => {
    const last = (text: string) => decode(toolError(text), context())?.remedy.at(-1);
    expect(decode(toolError('Rate limit exceeded, retry in 6 s'), context())?.remedy[0]).toBe(
      'Wait 6 s, then repeat the same call.',
    );
    expect(last('Rate limit exceeded')).toBe('Try again with growing waits.');
    expect(last('The daily quota is used up')).toContain('wait until the next day');
    const retryOf = (text: string) => decode(toolError(text), context())?.retry;
    expect(retryOf('The monthly quota is used up')).toMatchObject({ verdict: 'backoff', period: 'month' });
    expect(retryOf('The statistics per month timed out')?.period).toBeUndefined();
    expect(last('Invalid API key')).toBe('Then repeat the call.');
    expect(decode(rpcError(-32601, 'Method not found'), context())?.remedy.join(' ')).not.toMatch(retryWords);
  });

  it('name no next month if a dialect has a wait of its own', () => {
    const own = dialect({
      id: 'beds',
      name: 'Beds',
      kind: 'generic',
      phrases: [{ says: ['used up'], class: 'rate_limited', verdict: 'backoff', afterMs: 9000 }],
    });
    const text = 'The monthly quota of beds is used up';
    const failure = decode(toolError(text), context({ dialects: [own] }));
    expect(failure?.retry).toMatchObject({ verdict: 'backoff', afterMs: 9000 });
    expect(failure?.retry.period).toBeUndefined();
    expect(failure?.remedy.at(-1)).toBe('Wait 9 s, then repeat the same call.');
  });

  it('say nothing about retrying a call that the server calls permanent', () => {
    for (const text of ['Rate limit exceeded', 'Service unavailable', 'fetch failed', 'Internal error'])
      expect(
        decode(
          toolResult({ isError: true, structuredContent: { error: text, retryable: false } }),
          context(),
        )?.remedy.join(' '),
      ).not.toMatch(retryWords);
  });
});

describe('cells', () => {
  it.each(failureClasses)('of %s end with one that always holds and has every text', (name) => {
    const last = advice[name].cells.at(-1);
    expect(last).toMatchObject({
      sentence: expect.any(String),
      explanation: expect.any(String),
      steps: expect.any(Array),
    });
    expect(last).not.toHaveProperty('when');
    expect(last).not.toHaveProperty('owner');
  });

  it('use every sign', () => {
    const text = JSON.stringify(advice);
    const used = [
      'part missing',
      'capability missing',
      'no session id',
      'version refused',
      'credentials of the server',
    ];
    for (const name of Object.keys(signs)) expect(used.includes(name) || text.includes(`"${name}"`), name).toBe(true);
  });
});

describe('one wait', () => {
  it('is in the sentence, the button and the step', () => {
    const failure = decode(
      toolError('{"error":"Rate limit exceeded, retry in 6 s","retry_after":2}', { target: 'search' }),
      context(),
    );
    const wait = failure?.retry.afterMs === 2000 ? '2 s' : '6 s';
    expect(failure?.sentence).toContain(`retry in ${wait}`);
    expect(failure?.fix).toEqual({ kind: 'wait', afterMs: failure?.retry.afterMs });
    expect(failure?.remedy.join(' ')).toContain(`Wait ${wait}`);
  });

  it('is not promised for a refusal', () => {
    const failure = decode(
      toolResult({
        isError: true,
        structuredContent: { error: 'Rate limit exceeded', retry_after: 6, retryable: false },
      }),
      context(),
    );
    expect(failure?.retry.verdict).toBe('never');
    expect(failure?.sentence).not.toContain('retry in');
  });
});
