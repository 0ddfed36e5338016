import { expect, it } from 'vitest';
import { decode } from '../decode/decode.ts';
import { context, rpcError } from '../decode/fixtures.ts';
import type { Failure } from '../failure.ts';
import type { Json } from '../json.ts';
import { boundFailure } from './bounded-failure.ts';

const trace: Json = Array.from({ length: 3000 }, (_, i) => `line ${i}`);
const problem = { type: 'https://x.example/t', title: 'No', status: 409, detail: 'x'.repeat(9000), trace };

it('cuts a failure to what can be sent anywhere', () => {
  const bounded = boundFailure(decode(rpcError(-32000, 'no', problem), context()) as Failure);
  expect(JSON.stringify(bounded).length).toBeLessThan(60_000);
  expect(bounded.problem).toMatchObject({ title: 'No' });
  const long = boundFailure(decode(rpcError(-32000, 'x'.repeat(9000)), context()) as Failure);
  expect(long.message.length).toBe(4001);
});
