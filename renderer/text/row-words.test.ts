import { describe, expect, it } from 'vitest';
import { failureClasses } from '../../shared/failure.ts';
import { outcomes } from '../../shared/timeline.ts';
import { makeFailure, makeRow } from '../testing/row-fixtures.ts';
import {
  argumentPairs,
  barTone,
  clientLetters,
  happening,
  incidentWords,
  isTall,
  onlyValue,
  rowName,
  rowSentence,
  rowSpan,
  tellingArgument,
  timesWord,
  toneOf,
  toneOfClass,
} from './row-words.ts';

describe('the appearance of a row', () => {
  it('is green only for a successful response', () => {
    for (const outcome of outcomes)
      expect(barTone(makeRow({ outcome })) === 'ok', outcome).toBe(outcome === 'answered');
    // Its client never got the answer.
    expect(barTone(makeRow({ rehearsed: { injected: 'hold:dropped' } }))).toBe('mute');
    for (const name of failureClasses) expect(toneOfClass(name), name).not.toBe('ok');
    expect(toneOf(makeRow())).toBeNull();
  });

  it('says which row counts, if one cause made several fail', () => {
    expect(incidentWords(makeRow())).toBe('');
    expect(incidentWords(makeRow({ id: 4, incident: 4 }))).toBe('');
    expect(incidentWords(makeRow({ id: 5, incident: 4 }))).toBe('counted with #4');
  });

  it('says of the other rows of an incident what became of them, not the cause again', () => {
    const died = { outcome: 'process_died', headline: 'Process died', failure: makeFailure() } as const;
    expect(happening(makeRow({ ...died, id: 4, incident: 4 }))).toBe('Process died');
    expect(happening(makeRow({ ...died, id: 5, incident: 4 }))).toBe('Never answered');
    expect(happening(makeRow({ ...died, id: 6, incident: 4, kind: 'life' }))).toBe('Connection closed');
    expect(happening(makeRow({ ...died, id: 7, incident: 4, outcome: 'timeout', headline: 'Timed out' }))).toBe(
      'Timed out',
    );
  });

  it('gives a failure two lines, and its repetitions one', () => {
    expect(isTall(makeRow())).toBe(false);
    expect(isTall(makeRow({ failure: makeFailure() }))).toBe(true);
    expect(isTall(makeRow({ failure: makeFailure(), attempt: 2, chain: 1 }))).toBe(false);
  });

  it('does not label a failed retry as recovered', () => {
    expect(toneOf(makeRow({ remarks: ['recovered'] }))).toBe('ok');
    expect(toneOf(makeRow({ remarks: ['recovered'], failure: makeFailure() }))).toBe('bad');
  });
});

describe('rowSentence', () => {
  it('describes what is visible', () => {
    const row = makeRow({ headline: 'Not found', code: '-32200', failure: makeFailure({ flagged: false }) });
    expect(rowSentence(row, 'closient')).toBe(
      'get_order on closient, failed: Not found, No order A, code -32200, probable failure, not flagged by the server, after 40 ms.',
    );
    expect(rowSentence(makeRow({ pending: true, latencyMs: null, headline: '' }), 'x')).toBe(
      'get_order on x, waiting for an answer.',
    );
  });

  it('makes hidden characters visible', () => {
    expect(rowName(makeRow({ target: 'a\u202eb' }))).toBe('a⟨RLO⟩b');
    // The second letter is Cyrillic.
    expect(rowName(makeRow({ target: 'p\u0430y' }))).toBe('p\u0430y ⟨look-alike: \u0430 is U+0430⟩');
  });

  it('names other methods with their target', () => {
    expect(rowName(makeRow({ method: 'resources/read', target: 'file:///a' }))).toBe('resources/read file:///a');
    expect(rowName(makeRow({ method: 'ping', target: null }))).toBe('ping');
    expect(rowName(makeRow({ kind: 'stderr', method: null, target: null }))).toBe('stderr');
  });

  it('says how many messages it represents, and for how long', () => {
    const burst = makeRow({
      kind: 'notification',
      outcome: null,
      at: 1_000,
      endAt: 5_500,
      latencyMs: null,
      times: 9_000,
    });
    expect([timesWord(burst), rowSpan(burst)]).toEqual(['× 9,000', 4_500]);
    expect(rowSentence(burst, 'files')).toContain('9,000 messages');
    expect([timesWord(makeRow()), rowSpan(makeRow())]).toEqual(['', 40]);
  });
});

describe('short arguments', () => {
  it('are split at the commas between them, without cut ones', () => {
    expect(argumentPairs('{a: "x, y", b: {c: 1, d: 2}, e: [1, 2]}')).toEqual([
      'a: "x, y"',
      'b: {c: 1, d: 2}',
      'e: [1, 2]',
    ]);
    expect(argumentPairs('{a: 1, b: "long…}')).toEqual(['a: 1']);
    expect(argumentPairs('')).toEqual([]);
  });

  it.each([
    ['{message: "a: b"}', '"a: b"'],
    ['{order: {id: 1}}', '{id: 1}'],
    ['null', 'null'],
    ['["a: b"]', '["a: b"]'],
    ['{a: 1, b: 2}', ''],
    ['', ''],
  ])('shows of %s only %s', (args, shown) => {
    expect(onlyValue(args)).toBe(shown);
  });

  it('name the one that the failure is about', () => {
    const failure = makeFailure({ short: 'There is no order SO-9999' });
    expect(tellingArgument({ args: '{page: 1, order_id: "SO-9999"}', failure })).toBe('order_id: "SO-9999"');
    expect(tellingArgument({ args: '{page: 1}', failure: null })).toBe('page: 1');
  });
});

it('distinguishes clients by two letters', () => {
  expect(['Claude Code', 'Codex', 'Cursor', 'Zed'].map(clientLetters)).toEqual(['CC', 'Cx', 'Cu', 'Ze']);
});
