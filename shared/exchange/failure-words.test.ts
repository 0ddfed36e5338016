// The row's text of a failure comes from its finding, made by the real decoder.

import { expect, it } from 'vitest';
import { decode } from '../decode/decode.ts';
import { error, pair, request } from './event-fixtures.ts';

it('prints the finding on the row: the sentence, and the two short forms', () => {
  const [change] = pair([request(1), error(1, -32029, 'Rate limit exceeded. Retry after 3s')], { decode });
  const { failure, row } = change ?? {};
  expect(failure).toMatchObject({ short: 'Retry in 3 s', tiny: 'Retry in 3 s' });
  if (!failure || failure === 'as before') throw new Error('nothing failed');
  expect(row?.failure).toMatchObject({ short: failure.short, tiny: failure.tiny });
  expect(row?.detail).toBe(failure.sentence);
});
