// The corrected copy of a rejected call, from findings of the real decoder.

import { expect, it } from 'vitest';
import { decode } from '../../shared/decode/decode.ts';
import { context, toolError } from '../../shared/decode/testing/account-fixtures.ts';
import type { Json } from '../../shared/json/json.ts';
import type { RowDetail } from '../../shared/timeline.ts';
import { makeRow } from '../testing/row-fixtures.ts';
import { fixedCall } from './fixed-call.ts';
import { isRefused } from './request-fix.ts';

const inputSchema: Json = {
  type: 'object',
  required: ['city', 'nights'],
  properties: { city: { type: 'string' }, nights: { type: 'integer', maximum: 30 } },
};

function refused(text: string, params: Json, schema: Json | undefined = inputSchema): RowDetail {
  const account = { ...toolError(text), method: 'tools/call', target: 'book', params, inputSchema: schema };
  return {
    row: makeRow({ outcome: 'tool_error' }),
    failure: decode(account, context()),
    params: JSON.stringify(params),
  } as RowDetail;
}

it('applies the changes of the finding and lists missing values', () => {
  const detail = refused('Invalid arguments: nights must be an integer', { name: 'book', arguments: { nights: '3' } });
  const fixed = fixedCall(detail);
  if (!fixed || 'problem' in fixed) throw new Error('no fix');
  expect(fixed.args).toEqual({ nights: 3 });
  expect(JSON.parse(fixed.params)).toEqual({ name: 'book', arguments: { nights: 3 } });
  expect(fixed.missing.map(({ path }) => path)).toEqual(['/city']);
  expect(detail.failure?.fix).toMatchObject({ changes: fixed.changes, missing: fixed.missing });
});

it('proposes no other request for a response that violates its output schema', () => {
  const schemaIssues = [{ path: '/total', message: 'is not a number' }];
  const answer = { value: { jsonrpc: '2.0', id: 1, result: { structuredContent: {} } }, text: '{}' };
  const params = { name: 'book', arguments: { nights: '3' } };
  const failure = decode(
    { method: 'tools/call', target: 'book', params, answer, schemaIssues, inputSchema },
    context(),
  );
  expect(failure).toMatchObject({ class: 'invalid_response', fix: { kind: 'report' } });
  const detail = { row: makeRow(), failure, params: JSON.stringify(params) } as RowDetail;
  expect(isRefused(detail)).toBe(false);
  expect(fixedCall(detail)).toBeNull();
});

it('changes no other rows', () => {
  const detail = refused('Invalid arguments: nights must be an integer', { name: 'book', arguments: { nights: '3' } });
  expect(isRefused(detail)).toBe(true);
  expect(isRefused({ ...detail, row: { ...detail.row, direction: 'in' } })).toBe(false);
  expect(isRefused({ ...detail, row: { ...detail.row, pending: true } })).toBe(false);
  expect(isRefused({ ...detail, row: { ...detail.row, method: 'prompts/get' } })).toBe(false);
});
