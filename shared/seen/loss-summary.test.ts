import { describe, expect, it } from 'vitest';
import { rulesOf } from './as-seen-by.ts';
import { isMeasured, lossSummary, reachingAll } from './loss-summary.ts';
import type { ServerAnswer } from './parts/seen.ts';
import { readServerAnswer } from './read-server-answer.ts';
import { seenClientIds } from './seen.ts';
import { seenByAll } from './seen-by-all.ts';

const text = (words: string) => ({ type: 'text', text: words });
const failures: Record<string, ServerAnswer> = {
  both: { result: { content: [text('Upstream said 503')], structuredContent: { code: 'UPSTREAM' }, isError: true } },
  structured: { result: { content: [], structuredContent: { retry_after: 7 }, isError: true } },
  error: { error: { code: -32003, message: 'Rate limit exceeded', data: { retry_after: 30 } } },
  link: { result: { content: [{ type: 'resource_link', uri: 'x://log', name: 'log' }], isError: true } },
};

describe('lossSummary', () => {
  it('counts the models that will not learn of a failure, and names their clients', () => {
    const { sentence, unaware, of, lost, change } = lossSummary(failures.both as ServerAnswer);
    expect(sentence).toBe('2 of 6 models will not learn that this failed (Codex, opencode)');
    expect({ unaware, of }).toEqual({ unaware: ['codex', 'opencode'], of: 6 });
    expect(lost).toBe('text for 1 of 6, structured content for 2 of 6');
    expect(change).toContain('leave structuredContent out');
  });

  it('is empty if the text of the response says that it failed', () => {
    const said: ServerAnswer = { result: { content: [text('Error: no such row')], isError: true } };
    expect(lossSummary(said)).toMatchObject({ sentence: '', lost: '', change: '' });
    expect(lossSummary({ result: { content: [text('fine')] } })).toMatchObject({ sentence: '', lost: '', change: '' });
  });

  it('suggests repeating structured content as text, and when to send less', () => {
    const split: ServerAnswer = { result: { content: [text('3 rows')], structuredContent: { rows: 3 } } };
    expect(lossSummary(split).change).toContain('Repeat the structured content');
    expect(lossSummary({ result: { content: [text('x'.repeat(60_000))] } }).change).toContain('8,000 characters');
  });
});

describe('the change that reaches all models', () => {
  it.each(Object.keys(failures))('loses only the flag, and says that it failed: %s', (name) => {
    const changed = reachingAll(failures[name] as ServerAnswer);
    expect(lossSummary(changed)).toMatchObject({ sentence: '', lost: '', change: '' });
    for (const { client, lost } of seenByAll(changed))
      expect(
        lost.filter((loss) => loss !== 'flag'),
        client,
      ).toEqual([]);
  });

  it.each<[string, string]>([
    ['both', 'Error: Upstream said 503\n{"code":"UPSTREAM"}'],
    ['structured', 'Error: {"retry_after":7}'],
    ['error', 'Error: Rate limit exceeded (-32003)\n{"retry_after":30}'],
    ['link', 'Error: x://log'],
  ])('keeps everything that the failure says: %s', (name, words) => {
    expect(reachingAll(failures[name] as ServerAnswer)).toEqual({ result: { content: [text(words)], isError: true } });
  });
});

it('names a version for every client, and other behavior for every measured one', () => {
  for (const id of seenClientIds) {
    expect(rulesOf(id).version).toMatch(/\d/);
    expect(rulesOf(id).beside !== undefined, id).toBe(isMeasured(id));
  }
});

describe('readServerAnswer', () => {
  it('accepts a response, a result and an error', () => {
    const result = { content: [] };
    const error = { code: 1, message: 'no' };
    expect(readServerAnswer({ jsonrpc: '2.0', id: 1, result })).toEqual({ ok: true, answer: { result } });
    expect(readServerAnswer(result)).toEqual({ ok: true, answer: { result } });
    expect(readServerAnswer({ jsonrpc: '2.0', id: 1, error })).toEqual({ ok: true, answer: { error } });
    expect(readServerAnswer({ error })).toEqual({ ok: true, answer: { error } });
    expect(readServerAnswer(error)).toEqual({ ok: true, answer: { error } });
  });

  it('says what is wrong with anything else', () => {
    const problem = (value: Parameters<typeof readServerAnswer>[0]) => {
      const read = readServerAnswer(value);
      return read.ok ? '' : read.problem;
    };
    expect(problem([1])).toContain('it is a list, not an object');
    expect(problem({ jsonrpc: '2.0', id: 1, result: 'x' })).toContain('its result is a string');
    expect(problem({ jsonrpc: '2.0', method: 'ping' })).toContain('a request or a notification');
    expect(problem({ a: 1 })).toContain('neither content nor structuredContent');
    expect(problem({ error: { code: 'x', message: 'm' } })).toContain('code of its error is not a number');
  });
});
