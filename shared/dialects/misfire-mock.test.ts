import { expect, it } from 'vitest';
import { decode } from '../decode/decode.ts';
import { context, rpcError } from '../decode/testing/account-fixtures.ts';

const words = 'The recording has no call of tools/call refund. It has price, limited.';

it('says that the recording lacks the call, not that the server does not know a value', () => {
  const failure = decode(rpcError(-32000, words, { madeBy: 'misfire mock' }), context());
  expect(failure).toMatchObject({
    class: 'not_found',
    title: 'Not in the recording',
    sentence: 'The recording that acme serves has no such call',
    dialect: { id: 'misfire-mock' },
    remedy: [
      'Call a recorded tool with its recorded arguments, or serve another recording.',
      'To serve this call, first record it with the real server.',
    ],
  });
});

it('leaves the same words of any other server to their meaning', () => {
  expect(decode(rpcError(-32000, words), context())?.dialect?.id).not.toBe('misfire-mock');
});
