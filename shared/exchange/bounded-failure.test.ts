import { expect, it } from 'vitest';
import { decode } from '../decode/decode.ts';
import { context, rpcError } from '../decode/testing/account-fixtures.ts';
import type { Failure } from '../failure.ts';
import type { Json } from '../json/json.ts';
import { boundFailure } from './bounded-failure.ts';

const trace: Json = Array.from({ length: 3000 }, (_, i) => `line ${i}`);
const problem = { type: 'https://x.example/t', title: 'No', status: 409, detail: 'x'.repeat(9000), trace };

it('truncates a failure so that every transport can send it', () => {
  const bounded = boundFailure(decode(rpcError(-32000, 'no', problem), context()) as Failure);
  expect(JSON.stringify(bounded).length).toBeLessThan(60_000);
  expect(bounded.problem).toMatchObject({ title: 'No' });
  const many = Array.from({ length: 150 }, (_, i) => ({ path: `/a${i}`, message: 'x'.repeat(100_000) }));
  const failure = decode(rpcError(-32602, 'no', { errors: many }), context()) as Failure;
  const rest = many.map(({ path, message }) => ({ path, value: message }));
  const links = many.map(({ path, message }) => ({ label: path, url: message }));
  const flooded = boundFailure({ ...failure, issues: many, remainder: rest, links });
  expect(JSON.stringify(flooded).length).toBeLessThan(150_000);
  expect(flooded.issues[0]).toMatchObject({ path: '/a0' });
  const long = boundFailure(decode(rpcError(-32000, 'x'.repeat(9000)), context()) as Failure);
  expect(long.message.length).toBe(4001);
});

it('drops proposed values that are too large to send, and truncates none', () => {
  const failure = decode(rpcError(-32602, 'no'), context()) as Failure;
  const change = { path: '/text', was: '/Text', after: 'x'.repeat(30_000), because: 'x', from: 'schema' as const };
  const missing = [{ path: '/city', wants: 'text', isSent: false }];
  const { fix } = boundFailure({ ...failure, fix: { kind: 'request', changes: [change], missing } });
  expect(fix).toEqual({ kind: 'request', changes: [], missing });
  const small = { ...change, after: 'x'.repeat(5_000) };
  expect(boundFailure({ ...failure, fix: { kind: 'request', changes: [small], missing } }).fix).toMatchObject({
    changes: [small],
  });
});

it('limits the number of list entries, even short ones', () => {
  const failure = decode(rpcError(-32000, 'no'), context()) as Failure;
  const remedy = Array.from({ length: 300 }, (_, i) => `Step ${i}.`);
  expect(boundFailure({ ...failure, remedy }).remedy).toHaveLength(200);
});
