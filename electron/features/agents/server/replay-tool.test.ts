// How changes apply to recorded parameters before a call is sent again.

import { describe, expect, test } from 'vitest';
import { changedParams, checkSendable } from './replay-tool.ts';
import type { FoundRow } from './tool-context.ts';

const recorded = '{ "name": "pay", "arguments": { "amount": 5, "note": "x" } }';

describe('the parameters of a repeated call', () => {
  test('stay byte for byte if nothing changes', () => {
    expect(changedParams(recorded, undefined)).toBe(recorded);
    expect(changedParams('[1]', {})).toBe('[1]');
  });

  test('take new arguments, and lose those set to null', () => {
    const changed = changedParams(recorded, { arguments: { amount: 7, note: null, to: 'Sam' } });
    expect(JSON.parse(changed)).toEqual({ name: 'pay', arguments: { amount: 7, to: 'Sam' } });
    expect(JSON.parse(changedParams('', { arguments: { a: 1 } }))).toEqual({ arguments: { a: 1 } });
  });

  test('are replaced as a whole', () => {
    expect(JSON.parse(changedParams(recorded, { params: { uri: 'a' }, arguments: { b: 1 } }))).toEqual({ uri: 'a' });
  });

  test('lose what belonged to the old connection, and keep other metadata', () => {
    const meta = { progressToken: 1, 'io.modelcontextprotocol/related-task': {}, 'example.com/trace': 'x' };
    const withMeta = JSON.stringify({ name: 'pay', _meta: meta });
    expect(JSON.parse(changedParams(withMeta, undefined))).toEqual({
      name: 'pay',
      _meta: { 'example.com/trace': 'x' },
    });
    const onlyToken = JSON.stringify({ name: 'pay', _meta: { progressToken: 1 } });
    expect(JSON.parse(changedParams(onlyToken, { arguments: { a: 1 } }))).toEqual({ name: 'pay', arguments: { a: 1 } });
  });

  test('cannot take arguments if they are no object', () => {
    expect(() => changedParams('[1]', { arguments: { a: 1 } })).toThrow('Pass all of them as params.');
  });
});

test('a handshake is not sent again', () => {
  const found = (method: string) =>
    ({ id: '7', detail: { row: { kind: 'call', direction: 'out', method }, events: [] } }) as unknown as FoundRow;
  expect(() => checkSendable(found('initialize'))).toThrow('The tool doctor connects and says what fails.');
  expect(() => checkSendable(found('tools/call'))).not.toThrow();
});
