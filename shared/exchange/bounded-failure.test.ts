import { expect, it } from 'vitest';
import { decode, judge } from '../decode/decode.ts';
import { context, rpcError } from '../decode/fixtures.ts';
import type { Json } from '../json.ts';
import { boundJudged } from './bounded-failure.ts';
import { isWhole, type Judged } from './judged.ts';

const trace: Json = Array.from({ length: 3000 }, (_, i) => `line ${i}`);
const problem = { type: 'https://x.example/t', title: 'No', status: 409, detail: 'x'.repeat(9000), trace };
const subject = rpcError(-32000, 'no', problem);

it('cuts a judgement to what a row needs, and a whole failure to what can be sent anywhere', () => {
  const judged = boundJudged(judge(subject, context()) as Judged);
  expect(isWhole(judged)).toBe(false);
  expect(JSON.stringify(judged).length).toBeLessThan(30_000);
  expect(judged.problem).toMatchObject({ title: 'No' });
  expect(judged.problem?.extensions).toBeUndefined();
  const whole = boundJudged(decode(subject, context()) as Judged);
  expect(isWhole(whole)).toBe(true);
  expect(JSON.stringify(whole).length).toBeLessThan(60_000);
  const long = boundJudged(judge(rpcError(-32000, 'x'.repeat(9000)), context()) as Judged);
  expect([isWhole(long), long.message.length]).toEqual([false, 4001]);
  const short = judge(rpcError(-32000, 'no'), context()) as Judged;
  expect(boundJudged(short)).toBe(short);
});
