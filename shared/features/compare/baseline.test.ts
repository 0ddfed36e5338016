import { expect, test } from 'vitest';
import { baselineOf, baselineText, compareBaselines, contractWords, isServerChange } from './baseline.ts';
import { answered, own, rpcError, standard, toolError } from './compare-fixtures.ts';

const limited = (wait: number, data: Record<string, number> = { retry_after: wait }) =>
  answered('shop', own('Rate limited'), rpcError(-32003, `Slow down, wait ${wait} s`, data));
const noTool = answered('shop', standard('unknown-tool'), rpcError(-32602, 'Unknown tool: x'));
const of = (...observations: Parameters<typeof baselineOf>[0][number]['observations']) =>
  baselineOf([{ name: 'shop', revision: '2025-11-25', observations }]);

test('the same contract gives the same text, for any order, waits and wording', () => {
  expect(baselineText(of(limited(3), noTool))).toBe(baselineText(of(noTool, limited(7))));
});

test('equal contracts have no change', () => {
  expect(compareBaselines(of(limited(3)), of(limited(9)))).toEqual([]);
  expect(contractWords([])).toBe('The error contract is unchanged.');
});

test('reports a changed code, carrier, unit and members', () => {
  const inMs = limited(3, { retry_after_ms: 3000 });
  const [unit] = compareBaselines(of(limited(3)), of(inMs));
  expect(unit?.words).toContain('its wait was in retry_after, seconds and is now in retry_after_ms, milliseconds');
  expect(unit?.words).toContain('it no longer has error.data.retry_after: number');
  const moved = answered('shop', standard('unknown-tool'), toolError('MCP error -32602: Tool x not found'));
  const [carrier] = compareBaselines(of(noTool), of(moved));
  expect(carrier).toMatchObject({ server: 'shop', provocation: 'Unknown tool', kind: 'changed' });
  expect(carrier?.words).toContain('it came as a JSON-RPC error, and now comes as a tool error (isError)');
});

test('describes a changed outcome as before and now', () => {
  const accepted = answered('shop', standard('unknown-tool'), { result: { content: [] } });
  const [change] = compareBaselines(of(noTool), of(accepted));
  expect(change?.words).toBe('it was rejected with a JSON-RPC error -32602, and now is accepted');
});

test('reports an added and a removed provocation', () => {
  expect(compareBaselines(of(noTool), of(noTool, limited(1))).map(({ kind }) => kind)).toEqual(['added']);
  expect(compareBaselines(of(noTool, limited(1)), of(noTool)).map(({ kind }) => kind)).toEqual(['removed']);
});

test('reports a server that is in one of them only, and compares only what was sent', () => {
  const other = baselineOf([{ name: 'bank', revision: null, observations: [noTool] }]);
  expect(compareBaselines(of(noTool), other).map(({ server, kind }) => [server, kind])).toEqual([
    ['bank', 'added'],
    ['shop', 'removed'],
  ]);
  expect(compareBaselines(of(noTool, limited(1)), of(noTool), ['unknown-tool'])).toEqual([]);
});

test('ignores the response to a canceled call, because it is a race', () => {
  const refusedLate = answered('shop', standard('cancelled-call'), rpcError(-32800, 'Request cancelled'));
  expect(of(noTool, refusedLate)).toEqual(of(noTool));
  const kept = of(noTool);
  const entry = { ...kept.servers[0]!.provocations[0]!, id: 'cancelled-call' };
  kept.servers[0]!.provocations.push(entry);
  expect(compareBaselines(kept, of(noTool))).toEqual([]);
});

test('reports a different reading by Misfire as a note, not as a change of the server', () => {
  const after = of(noTool, limited(3));
  const { rules: _rules, ...before } = of(noTool, limited(3));
  before.servers = before.servers.map((server) => ({
    ...server,
    provocations: server.provocations.map((entry) =>
      entry.id === 'unknown-tool' ? { ...entry, class: 'validation', verdict: 'never' } : entry,
    ),
  }));
  const changes = compareBaselines(before, after);
  expect(changes.map(({ kind }) => kind)).toEqual(['reading']);
  expect(changes[0]?.words).toContain('Misfire reads this differently now: it meant “');
  expect(changes.some(isServerChange)).toBe(false);
  expect(contractWords(changes)).toBe('The error contract is unchanged. Misfire reads 1 answer differently now.');
  // Saved again, it is unchanged.
  expect(compareBaselines(after, of(noTool, limited(9)))).toEqual([]);
});

test('reports a changed answer for a baseline of any age', () => {
  const { rules: _rules, ...before } = of(noTool);
  const change = (part: object) => ({
    ...before,
    servers: before.servers.map((server) => ({
      ...server,
      provocations: server.provocations.map((entry) => ({ ...entry, class: 'internal', ...part })),
    })),
  });
  const kinds = [
    { code: -32603 },
    { members: ['error.data: object'] },
    { state: 'passed' as const },
    { carrier: 'http' },
  ].map((part) => compareBaselines(change(part), of(noTool)).map(({ kind }) => kind));
  expect(kinds).toEqual([['changed'], ['changed'], ['changed'], ['changed']]);
});

test('reports another class as a change if the rules are the same', () => {
  const before = of(noTool);
  const [entry] = before.servers[0]!.provocations;
  before.servers[0]!.provocations = [{ ...entry!, class: 'internal' }];
  expect(compareBaselines(before, of(noTool)).map(({ kind }) => kind)).toEqual(['changed']);
});
