import { afterEach, expect, it } from 'vitest';
import {
  type EventDraft,
  error,
  life,
  plainDecode,
  request,
  result,
} from '../../../../shared/exchange/event-fixtures.ts';
import type { TransportEvent } from '../../../transports/transport.ts';
import { Log } from '../log.ts';
import { openStore } from '../open-store.ts';
import { LogQueries } from '../queries.ts';

const opened: Log[] = [];
afterEach(() => {
  for (const log of opened.splice(0)) log.close();
});

/** The strays each row names, with the positions of the linked rows. */
async function straysOf(drafts: readonly EventDraft[]) {
  const log = new Log({ store: await openStore({ path: null }), decode: plainDecode });
  opened.push(log);
  log.record('s', 1, drafts.map((draft, at) => ({ at: 1_700_000_000_000 + at * 1000, ...draft })) as TransportEvent[]);
  const reading = new LogQueries(log);
  const rows = await reading.rows({ view: '', from: 0, count: 20 });
  if (!rows.ok) throw new Error(rows.error.message);
  const ids = rows.value.rows.map(({ id }) => id);
  return Promise.all(
    ids.map(async (id) => {
      const detail = await reading.rowDetail({ id });
      if (!detail.ok) throw new Error(detail.error.message);
      return (detail.value.strays ?? []).map(({ row, words }) => `${ids.indexOf(row)}: ${words}`);
    }),
  );
}

it('links a response whose id is a string to the call with the number, and back', async () => {
  expect(await straysOf([request(7), result('7')])).toEqual([
    [
      '1: An answer with id "7" came, this call has id 7. A string is not a number, so clients do not accept it as the answer.',
    ],
    ['0: It has id "7"; a call with id 7 waits for its answer.'],
  ]);
});

it('links a response with an unknown or missing id to the calls open at that time', async () => {
  const [answered, waiting, unknown] = await straysOf([request(1), request(2), result(99), result(1)]);
  expect(answered).toEqual([]);
  expect(waiting).toEqual([
    '2: An answer with id 99 came while this call waited, this call has id 2. No request had 99.',
  ]);
  expect(unknown).toEqual(['1: No request had id 99; a call with id 2 was waiting when it came.']);
  const [call, without] = await straysOf([request(5), error(null)]);
  expect(call?.[0]).toContain('An answer without an id came while this call waited; this call has id 5.');
  expect(without).toEqual(['0: It has no id; a call with id 5 was waiting when it came.']);
});

it('recognizes a second response, and one that arrived too late', async () => {
  expect(await straysOf([request(3), result(3), result(3)])).toEqual([
    ['1: A second answer with id 3 came. Clients take the first and drop this one.'],
    ['0: The call with id 3 had its answer already.'],
  ]);
  const late = await straysOf([request(4), life('timeout', { id: 4, afterMs: 500 }), result(4)]);
  expect(late[0]?.[0]).toContain('The answer with id 4 came 1 s after it had ended');
  expect(late[1]?.[0]).toMatch(/^0: The call with id 4 had ended 1 s before/);
});

it('prefers a certain match to a guess, and ignores other connections', async () => {
  const [first, second, stray] = await straysOf([request(1), request(2), result('2')]);
  expect(stray).toEqual(['1: It has id "2"; a call with id 2 waits for its answer.']);
  expect(second).toHaveLength(1);
  // For that call, the response may also have been meant for the other one.
  expect(first).toHaveLength(1);
});
