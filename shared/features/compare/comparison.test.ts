import { describe, expect, test } from 'vitest';
import { classTitle } from './compare-words.ts';
import { compare } from './comparison.ts';
import { answered, face, own, rpcError, standard, toolError } from './testing/compare-fixtures.ts';

const noTool = standard('unknown-tool');
const unauthorized = answered('shop', own('No credentials'), rpcError(-32001, 'Unauthorized: missing bearer token'));
const missing = answered('books', own('Resource missing'), rpcError(-32001, 'Resource not found', { uri: 'x://y' }), {
  method: 'resources/read',
  pinned: 'erlmcp',
});
const seconds = answered('shop', own('Rate limited'), rpcError(-32003, 'Rate limited', { retry_after: 30 }));
const milliseconds = answered(
  'books',
  own('Rate limited'),
  toolError('Rate limit exceeded', { structuredContent: { retry_hint: { retry_after_ms: 1500 } } }),
);

describe('compares by meaning', () => {
  const faces = [face('old'), face('new')];
  const inResult = answered('old', noTool, toolError('MCP error -32602: Tool no_such_tool not found'));
  const asError = answered('new', noTool, rpcError(-32602, 'Tool no_such_tool not found'));

  test('an unknown tool as isError and as -32602 is one meaning on two carriers', () => {
    const { rows, clashes } = compare('probe', faces, [inResult, asError]);
    expect(rows[0]?.verdict).toMatchObject({ kind: 'shapes', words: '2 shapes, 1 meaning' });
    expect(rows[0]?.verdict.more).toContain('one meaning (Not found) on two carriers');
    expect(clashes.map(({ kind }) => kind)).toEqual(['carrier']);
  });

  test('two equal answers agree', () => {
    const { rows, clashes } = compare('probe', faces, [{ ...asError, server: 'old' }, asError]);
    expect(rows[0]?.verdict.words).toBe('all agree');
    expect(clashes).toEqual([]);
  });

  test('similar answers with different meanings do not agree', () => {
    const other = answered('old', own('Order'), rpcError(-32603, 'Internal error'));
    const { rows } = compare('probe', faces, [other, { ...asError, provocation: own('Order') }]);
    expect(rows[0]?.verdict.kind).toBe('meanings');
  });

  test('distinguishes a server that accepts the mistake from one that was not tested', () => {
    const accepted = { ...asError, state: 'passed' as const, failure: null };
    const { rows } = compare('probe', [...faces, face('third')], [{ ...accepted, server: 'old' }, asError]);
    expect(rows[0]?.verdict.words).toBe('1 of 2 refuses');
    expect(rows[0]?.cells.map(({ state }) => state)).toEqual(['passed', 'failed', 'not_seen']);
  });
});

test('a code with two meanings clashes, and its sentence names both', () => {
  const { clashes, rows } = compare('probe', [face('shop'), face('books')], [unauthorized, missing]);
  expect(clashes.find(({ kind }) => kind === 'code')).toMatchObject({
    about: '-32001',
    words: '-32001 means “Sign in” on shop, but “Not found” on books.',
  });
  expect(rows.some(({ verdict }) => verdict.words === '-32001 clashes')).toBe(true);
});

test('JSON-RPC’s own codes do not clash', () => {
  const validation = answered(
    'shop',
    standard('wrong-type'),
    rpcError(-32602, 'Invalid arguments: a must be a number'),
  );
  const unknown = answered('books', noTool, rpcError(-32602, 'Unknown tool: x'));
  expect(compare('probe', [face('shop'), face('books')], [validation, unknown]).clashes).toEqual([]);
});

test('finds seconds against milliseconds from the numbers and explains it', () => {
  const { clashes, rows } = compare('probe', [face('shop'), face('books')], [seconds, milliseconds]);
  expect(clashes.find(({ kind }) => kind === 'unit')?.words).toBe(
    'The wait before a retry is in seconds on shop (retry_after) and in milliseconds on books (retry_after_ms).',
  );
  expect(rows[0]?.verdict.words).toBe('units differ');
  expect(rows[0]?.cells.map(({ unit }) => unit?.unit)).toEqual(['seconds', 'milliseconds']);
});

test('reports members as always, sometimes or never present', () => {
  const bare = answered('shop', own('Other'), rpcError(-32603, 'Internal error'));
  const { members } = compare('probe', [face('shop'), face('books')], [seconds, bare, milliseconds]);
  const use = (path: string) => members.find((it) => it.path === path)?.use;
  expect(use('error.code')).toEqual(['always', 'never']);
  expect(use('error.data.retry_after')).toEqual(['sometimes', 'never']);
  expect(use('result.isError')).toEqual(['never', 'always']);
});

test('a wrapper that names the inner error has its meaning', () => {
  const wrapped = answered('shop', own('Resource missing'), {
    result: {
      error: { code: 4001, message: 'Adapter error', retryable: false, details: { originalError: 'ORDER_NOT_FOUND' } },
    },
  });
  const { rows } = compare('probe', [face('shop'), face('books')], [wrapped, missing]);
  expect(rows[0]?.verdict).toMatchObject({ kind: 'shapes', words: '2 shapes, 1 meaning' });
  // As on the card: the class of the inner error, under the name of its code.
  const [cell] = rows[0]?.cells ?? [];
  expect(cell).toMatchObject({ called: 'ADAPTER_ERROR', class: 'not_found' });
  expect(cell?.class).toBe(wrapped.failure?.class);
  expect(classTitle(cell?.class ?? 'unknown')).toBe(wrapped.failure?.title);
});

test('counts what a client author needs, only where it applies', () => {
  const { servers } = compare('probe', [face('shop'), face('books')], [seconds, milliseconds]);
  const met = (at: number, criterion: string) => servers[at]?.tally.find((it) => it.criterion === criterion);
  expect(met(0, 'code')).toMatchObject({ met: 1, of: 1 });
  expect(met(1, 'code')).toMatchObject({ met: 0, of: 1 });
  expect(met(0, 'fields')).toMatchObject({ of: 0 });
});
