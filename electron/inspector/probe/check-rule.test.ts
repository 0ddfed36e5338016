// Generated code is really run: endless, broken and prying code is found out, and both languages agree.

import { expect, test } from 'vitest';
import { findRule, type LabelledCase } from '../../../shared/compare/rule.ts';
import { writeRule } from '../../../shared/compare/rule-code.ts';
import { runRule } from './check-rule.ts';

const answer = (server: string, code: number, message: string, is: boolean): LabelledCase => ({
  server,
  message: { jsonrpc: '2.0', id: 1, error: { code, message } },
  status: null,
  body: null,
  is,
});
const cases = [
  answer('books', -32001, 'Resource not found', true),
  answer('shop "A"\\', -32001, 'Unauthorized', false),
  answer('shop "A"\\', -32603, 'Order ünknown to us: no such order', true),
  answer('shop "A"\\', -32603, 'Database on fire', false),
];
const given = cases.map(({ is: _, ...rest }) => rest);
const text = (code: string) => ({ code, bare: code, name: 'isIt' });

test('a rule gives the same answers in TypeScript, without its types, and in Python', async () => {
  const rule = findRule(cases);
  if (!rule.ok) throw new Error(rule.problem);
  const subject = { class: 'not_found' as const, servers: ['books', 'shop "A"\\'], cases: cases.length };
  const expected = { ok: true, answers: cases.map(({ is }) => is) };
  const typescript = writeRule('typescript', rule.terms, subject);
  expect(await runRule('typescript', typescript, given)).toEqual(expected);
  expect(await runRule('typescript', { ...typescript, code: typescript.bare }, given)).toEqual(expected);
  const python = await runRule('python', writeRule('python', rule.terms, subject), given);
  if (python.ok) expect(python).toEqual(expected);
  else expect(python.problem).toContain('no python3');
});

test('code that does not compile, fails or never ends is found out', async () => {
  for (const code of ['function isIt( {', 'function isIt() { return missing; }', 'function isIt() { for (;;); }'])
    expect(await runRule('typescript', text(code), given)).toMatchObject({ ok: false });
  expect(await runRule('python', text('def isIt(a):\n    while True: pass'), given)).toMatchObject({ ok: false });
}, 60_000);

test('code has nothing to reach for', async () => {
  const prying = 'function isIt() { return typeof process === "undefined" && typeof require === "undefined"; }';
  expect(await runRule('typescript', text(prying), given)).toEqual({ ok: true, answers: [true, true, true, true] });
});

test('without Python none is shown, and that is said', async () => {
  const { PATH } = process.env;
  process.env.PATH = '';
  try {
    expect(await runRule('python', text('def isIt(a): return True'), given)).toMatchObject({
      ok: false,
      problem: expect.stringContaining('no python3'),
    });
  } finally {
    process.env.PATH = PATH;
  }
});
