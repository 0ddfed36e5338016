import { expect, it } from 'vitest';
import { decode } from '../decode/decode.ts';
import { context, toolError } from '../decode/testing/account-fixtures.ts';
import { builtInDialects } from './built-in.ts';
import { parseDialect } from './parse-dialect.ts';
import { taughtRule } from './taught-rule.ts';

const lesson = { server: 'Acme Garden!', class: 'not_ready' as const, remedy: 'Open the gate first.' };

it('matches the next response with the same sentence but other ids and numbers', () => {
  const said = 'Gate 17 slumbers under moss (ticket a9f3)';
  const rule = taughtRule({ ...lesson, said });
  expect(rule?.phrases?.[0]?.says).toEqual(['gate .. slumbers under moss ticket']);
  const parsed = parseDialect('own.json', JSON.stringify(rule));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  const next = toolError('Gate 4 slumbers under moss (ticket b2c8)');
  expect(decode(next, context())?.class).not.toBe('not_ready');
  const taught = decode(next, { ...context(), dialects: [...builtInDialects, parsed.dialect] });
  expect(taught).toMatchObject({ class: 'not_ready', remedy: ['Open the gate first.', 'Then repeat the call.'] });
  expect(
    decode(toolError('All is well'), { ...context(), dialects: [...builtInDialects, parsed.dialect] })?.class,
  ).not.toBe('not_ready');
});

it('overrides the built-in rules', () => {
  const rule = taughtRule({ ...lesson, said: 'Order not found in the moss', remedy: '' });
  const parsed = parseDialect('own.json', JSON.stringify(rule));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  const account = toolError('Order not found in the moss');
  expect(decode(account, context())?.class).toBe('not_found');
  expect(decode(account, { ...context(), dialects: [...builtInDialects, parsed.dialect] })?.class).toBe('not_ready');
});

it('is empty if the text has no stable words', () => {
  for (const said of ['', '42', '#9f-3', '¡¡¡']) expect(taughtRule({ ...lesson, said })).toBeNull();
});
