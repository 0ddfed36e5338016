// Every planted secret, in all parts of a call that a span uses: none reaches a collector. The encodings take turns;
// shared/mask/planted.test.ts masks each secret in every one.

import { expect, it } from 'vitest';
import type { Failure } from '../failure.ts';
import { Masker } from '../mask/masker.ts';
import { allPlanted } from '../mask/planted.ts';
import { forms, leftIn } from '../mask/planted-forms.ts';
import { type Exchange, spanOf } from './spans.ts';

it('masks every planted secret in a span', () => {
  const masker = new Masker();
  const bare: string[] = [];
  const spans = allPlanted.map(({ text }, index) => {
    const [, write] = forms[index % forms.length]!;
    const said = write(text);
    bare.push(said);
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const exchange = {
      row: {
        method: 'resources/read',
        target: said,
        direction: 'out',
        at: 1,
        endAt: 2,
        outcome: 'rpc_error',
        actor: 'you',
      },
      failure: {
        class: 'unknown',
        message: said,
        sentence: said,
        code: said,
        retry: { verdict: 'unknown', afterMs: null },
      },
      request: { id: said, params: { arguments: { said }, _meta: { traceparent, tracestate: said } } },
      answer: JSON.stringify({ error: { message: said, data: { said } } }),
      serverName: 'shop',
      revision: null,
      address: null,
    } as unknown as Exchange & { failure: Failure };
    return spanOf(exchange, { traceId: '1', spanId: '2', masker, content: true });
  });
  expect(leftIn(bare.join('\n'))).toHaveLength(allPlanted.length);
  expect(spans.flatMap((span) => leftIn(JSON.stringify(span)))).toEqual([]);
});
