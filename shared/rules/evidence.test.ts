// A broken rule is evidence of the failure that it explains, and of no other one.

import { expect, it } from 'vitest';
import { decodeCapture } from '../exchange/decode-capture.ts';
import { type EventDraft, error, out, request, result, stored } from '../exchange/event-fixtures.ts';

const agreed = [
  request(0, 'initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'c', version: '1' },
  }),
  result(0, { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } }),
  out({ method: 'notifications/initialized' }),
];
const decoded = (...drafts: EventDraft[]) =>
  decodeCapture(
    stored([...agreed, ...drafts]).map((event) => ({ line: event.seq, event, extra: {} })),
    0,
  );
const rules = (...drafts: EventDraft[]) =>
  decoded(...drafts).map(({ class: failureClass, evidence }) => [
    failureClass,
    evidence.filter(({ path }) => path === 'rule' || path === 'clause').map(({ value }) => value),
  ]);

it('names the clause that the request broke', () => {
  expect(rules(request(1, 'prompts/list', {}), error(1, -32601, 'Method not found'))).toEqual([
    [
      'method_not_found',
      [
        'ask only for what the server has',
        'Both parties MUST only use capabilities that were successfully negotiated.',
      ],
    ],
  ]);
});

it('says nothing about an answer for another reason', () => {
  expect(
    rules(request(1, 'prompts/list', {}), error(1, -32603, 'The database is down')).map(([, named]) => named),
  ).toEqual([[]]);
});

it('makes no failure of a call that works', () => {
  expect(decoded(request(1, 'prompts/list', {}), result(1, { prompts: [] }))).toEqual([]);
  expect(decoded(request(1), result(1), request(1), result(1))).toEqual([]);
});
