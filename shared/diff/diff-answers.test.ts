import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { AnswerDiff } from '../retry/replay.ts';
import { diffAnswers } from './diff-answers.ts';

/** In readable form: sign, text, and a tilde for folded lines. */
const shown = ({ lines }: AnswerDiff) =>
  lines.map(
    ({ kind, text, volatile }) => `${{ same: ' ', added: '+', removed: '-' }[kind]}${volatile ? '~' : ''}${text}`,
  );

const diff = (before: unknown, after: unknown) => diffAnswers(JSON.stringify(before), JSON.stringify(after));

describe('by structure', () => {
  it('shows what was removed and added, field by field', () => {
    const before = { error: { code: -32003, data: { retry_after: 30 } }, ok: false };
    expect(shown(diff(before, { ok: true, rows: [1] }))).toEqual([
      ' {',
      '-  "error": {',
      '-    "code": -32003,',
      '-    "data": {',
      '-      "retry_after": 30',
      '-    }',
      '-  },',
      '-  "ok": false,',
      '+  "ok": true,',
      '+  "rows": [',
      '+    1',
      '+  ]',
      ' }',
    ]);
  });

  it('ignores the order of fields', () => {
    const { lines } = diff({ a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 });
    expect(lines.every(({ kind }) => kind === 'same')).toBe(true);
  });

  it('matches equal elements after an insertion', () => {
    expect(shown(diff(['a', 'b', 'c'], ['x', 'a', 'b', 'c']))).toEqual([
      ' [',
      '+  "x",',
      '   "a",',
      '   "b",',
      '   "c"',
      ' ]',
    ]);
  });

  it('gives the path of each line', () => {
    const { lines } = diff({ 'a/b': [{ '~': 1 }] }, { 'a/b': [{ '~': 2 }] });
    expect(lines.filter(({ kind }) => kind !== 'same').map(({ path }) => path)).toEqual(['/a~1b/0/~0', '/a~1b/0/~0']);
  });

  it('treats a field named __proto__ like any other', () => {
    expect(shown(diffAnswers('{"__proto__":1}', '{"__proto__":2}'))).toEqual([
      ' {',
      '-  "__proto__": 1',
      '+  "__proto__": 2',
      ' }',
    ]);
  });
});

describe('insignificant differences', () => {
  test.each([
    ['the JSON-RPC id', { id: 4 }, { id: 9 }, '/id'],
    ['a request id', { request_id: 'abc' }, { request_id: 'xyz' }, '/request_id'],
    ['a trace id in camels', { data: { traceId: 1 } }, { data: { traceId: 2 } }, '/data/traceId'],
    ['UUIDs', { key: '3f2504e0-4f89-11d3-9a0c-0305e82c3301' }, { key: '3f2504e0-4f89-41d3-9a0c-0305e82c3302' }, '/key'],
    ['ISO times', { at: '2026-05-01T10:00:00Z' }, { at: '2026-05-01T10:00:02.5+02:00' }, '/at'],
    ['seconds since 1970', { made: 1_794_000_000 }, { made: 1_794_000_009 }, '/made'],
    ['milliseconds since 1970', { made: 1_794_000_000_123 }, { made: 1_794_000_009_123 }, '/made'],
    ['durations by name', { took_ms: 12 }, { took_ms: 45 }, '/took_ms'],
    ['durations in words', { text: 'Done in 12 ms.' }, { text: 'Done in 4.5 s.' }, '/text'],
    ['ids in words', { text: 'see req_8fj3kd92 for more' }, { text: 'see req_99a8b7c6 for more' }, '/text'],
    ['long hex', { etag2: 'deadbeefdeadbee1' }, { etag2: 'deadbeefdeadbee2' }, '/etag2'],
  ])('%s', (_name, before, after, path) => {
    const { lines, volatilePaths } = diff(before, after);
    expect(volatilePaths).toEqual([path]);
    expect(lines.filter(({ kind }) => kind !== 'same').every((line) => line.volatile)).toBe(true);
  });

  test.each([
    ['a wait that clients act on', { retry_after: 30 }, { retry_after: 2 }],
    ['a code', { code: -32003 }, { code: -32603 }],
    ['a name', { text: 'alpha' }, { text: 'beta' }],
    ['a count', { rows: 12 }, { rows: 500 }],
    ['an order number', { order: 'SO-1001' }, { order: 'SO-1002' }],
    ['a text that lost its time', { at: '2026-05-01' }, { at: 'never' }],
    ['another type', { id2: 1 }, { id2: '1' }],
  ])('but %s does', (_name, before, after) => {
    const { lines, volatilePaths } = diff(before, after);
    expect(volatilePaths).toEqual([]);
    expect(lines.some(({ kind, volatile }) => kind === 'added' && !volatile)).toBe(true);
  });
});

describe('by text', () => {
  it('compares responses that are not JSON', () => {
    const before = 'HTTP 429 Too Many Requests\ndate: Sun, 15 Nov 2026 03:00:00 GMT\n\nslow down';
    const after = 'HTTP 503 Service Unavailable\ndate: Sun, 15 Nov 2026 03:00:09 GMT\n\nslow down';
    const result = diffAnswers(before, after);
    expect(result.byText).toBe(true);
    expect(shown(result)).toEqual([
      '-HTTP 429 Too Many Requests',
      '-~date: Sun, 15 Nov 2026 03:00:00 GMT',
      '+HTTP 503 Service Unavailable',
      '+~date: Sun, 15 Nov 2026 03:00:09 GMT',
      ' ',
      ' slow down',
    ]);
  });

  it('finds unchanged lines in long texts, and stops if nearly everything changed', () => {
    const lines = Array.from({ length: 4500 }, (_, n) => `line ${n}`);
    const changed = lines.with(0, 'first').with(2000, 'middle').with(4499, 'last');
    const kinds = (other: string[]) =>
      Object.groupBy(diffAnswers(lines.join('\n'), other.join('\n')).lines, ({ kind }) => kind);
    expect(kinds(changed)).toMatchObject({ same: { length: 4497 }, removed: { length: 3 }, added: { length: 3 } });
    const others = lines.map((line) => `other ${line}`);
    expect(kinds(others)).toMatchObject({ removed: { length: 4500 }, added: { length: 4500 } });
  });

  it('compares a response with a missing one', () => {
    const result = diffAnswers('Timed out\nNo answer came.', '{"result":{}}');
    expect(result.byText).toBe(true);
    expect(result.lines.filter(({ kind }) => kind === 'added').map(({ text }) => text)).toContain('  "result": {}');
  });
});

describe('hostile responses', () => {
  const nested = (depth: number, core: string) => '['.repeat(depth) + core + ']'.repeat(depth);

  it('with endless nesting take neither stack nor much time', () => {
    const result = diffAnswers(nested(100_000, '1'), nested(100_000, '2'));
    expect(result.lines.length).toBeLessThan(1000);
    expect(result.lines.some(({ kind }) => kind === 'added')).toBe(true);
  });

  it('of any size are still compared', () => {
    const list = (last: string) => JSON.stringify([...Array.from({ length: 60_000 }, (_, index) => index), last]);
    const result = diffAnswers(list('a'), list('b'));
    expect(result.lines.length).toBeLessThan(45_000);
    const lines = (name: string) => Array.from({ length: 20_000 }, (_, index) => `${name} ${index}`).join('\n');
    expect(diffAnswers(lines('a'), lines('b')).lines.length).toBeLessThan(20_000);
  });

  it('never throw, and equal ones never differ', () => {
    fc.assert(
      fc.property(fc.json(), fc.json(), fc.string(), (one, other, text) => {
        diffAnswers(one, other);
        diffAnswers(one, text);
        expect(diffAnswers(one, one).lines.every(({ kind }) => kind === 'same')).toBe(true);
      }),
    );
  });

  it('lose no line: what is kept and removed is the first, what is kept and added the second', () => {
    const list = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 });
    fc.assert(
      fc.property(list, list, (one, other) => {
        const { lines } = diffAnswers(`x\n${one.join('\n')}`, `x\n${other.join('\n')}`);
        const side = (kind: 'removed' | 'added') =>
          lines.filter((line) => line.kind === 'same' || line.kind === kind).map(({ text }) => text);
        expect(side('removed').join('\n')).toBe(`x\n${one.join('\n')}`);
        expect(side('added').join('\n')).toBe(`x\n${other.join('\n')}`);
      }),
    );
  });
});
