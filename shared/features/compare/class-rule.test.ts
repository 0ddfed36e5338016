import { expect, test } from 'vitest';
import { findRule, judges, type LabeledCase } from './class-rule.ts';

const answer = (server: string, message: LabeledCase['message'], is: boolean): LabeledCase => ({
  server,
  message,
  status: null,
  body: null,
  is,
});
const error = (code: number, message = 'x') => ({ jsonrpc: '2.0', id: 1, error: { code, message } });
const text = (said: string) => ({ result: { isError: true, content: [{ type: 'text', text: said }] } });

function rightAbout(cases: LabeledCase[]): void {
  const rule = findRule(cases);
  if (!rule.ok) throw new Error(rule.problem);
  for (const one of cases) expect([one, judges(rule.terms, one)]).toEqual([one, one.is]);
}

test('tests a clashing code only on the server where it has this meaning', () => {
  const cases = [
    answer('books', error(-32001), true),
    answer('shop', error(-32001), false),
    answer('shop', error(-32200), true),
  ];
  rightAbout(cases);
  const rule = findRule(cases);
  const guarded = rule.ok ? rule.terms.filter(({ server }) => server === 'books') : [];
  expect(guarded).toHaveLength(1);
});

test('distinguishes sentences and JSON inside texts if there is no code', () => {
  rightAbout([
    answer('a', text('Order 17 was not found. Look at list_orders.'), true),
    answer('a', text('Order 18 was already shipped.'), false),
    answer('b', text('{"code":404,"error":"Client not found"}'), true),
    answer('b', text('{"code":422,"error":"Agent cannot be started"}'), false),
  ]);
});

test('never uses words that every error has', () => {
  for (const said of ['Error: request failed', 'Tool execution failed with an error', 'An unexpected error occurred'])
    expect(findRule([answer('a', text(said), true), answer('b', error(-32601), false)])).toMatchObject({ ok: false });
  const kinds = [
    answer('a', { result: { isError: true, error: { type: 'Error', status: 'failed' } } }, true),
    answer('a', error(-32601), false),
  ];
  expect(findRule(kinds)).toMatchObject({ ok: false });
  const telling = findRule([
    answer('a', text('Error: no such order'), true),
    answer('a', text('Error: quota exceeded'), false),
  ]);
  expect(telling.ok && telling.terms[0]?.features[0]?.value).toMatch(/order|such/);
});

test('names an answer that no test distinguishes, and still has a rule for the rest', () => {
  const cases = [
    answer('a', error(-32001), true),
    answer('b', text('Request failed'), true),
    answer('b', text('Request failed'), false),
  ];
  const rule = findRule(cases);
  expect(rule).toMatchObject({ ok: true, missed: [{ server: 'b' }] });
  expect(rule.ok && cases.map((one) => judges(rule.terms, one))).toEqual([true, false, false]);
});

test('reports that equal answers cannot be distinguished', () => {
  const rule = findRule([answer('a', error(-32000), true), answer('a', error(-32000), false)]);
  expect(rule).toMatchObject({ ok: false, problem: expect.stringContaining('no test can distinguish them') });
});

test('reads own members only, with any name', () => {
  const cases = [
    answer('a', { error: { data: JSON.parse('{"__proto__":{"kind":"gone"},"constructor":"x"}') } }, true),
    answer('a', { error: { data: { kind: 'busy' } } }, false),
  ];
  rightAbout(cases);
});
