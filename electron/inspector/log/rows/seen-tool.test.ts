import { afterEach, expect, it } from 'vitest';
import { type EventDraft, plainDecode, request, result } from '../../../../shared/exchange/event-fixtures.ts';
import type { TransportEvent } from '../../../transports/transport.ts';
import { Log } from '../log.ts';
import { openStore } from '../open-store.ts';
import { LogQueries } from '../queries.ts';

const opened: Log[] = [];
afterEach(() => {
  for (const log of opened.splice(0)) log.close();
});

async function read(drafts: readonly EventDraft[]) {
  const log = new Log({ store: await openStore({ path: null }), decode: plainDecode });
  opened.push(log);
  log.record('s', 1, drafts.map((draft, at) => ({ at: 1_700_000_000_000 + at, ...draft })) as TransportEvent[]);
  const reading = new LogQueries(log);
  const rows = await reading.rows({ view: '', from: 0, count: 10 });
  if (!rows.ok) throw new Error(rows.error.message);
  return { reading, rows: rows.value.rows };
}

it("finds the tool of a call in its server's tool list, with both schemas", async () => {
  const outputSchema = { type: 'object', required: ['n'] };
  const { reading, rows } = await read([
    request(1, 'tools/list', {}),
    result(1, { tools: [{ name: 'get', inputSchema: { type: 'object' }, outputSchema }, { name: 'plain' }] }),
    request(2, 'tools/call', { name: 'get' }),
    result(2, {}),
    request(3, 'tools/call', { name: 'plain' }),
    result(3, {}),
  ]);
  const seen = async (place: number) => await reading.seenTool({ id: rows[place]!.id });
  expect(await seen(1)).toMatchObject({
    ok: true,
    value: { name: 'get', inputSchema: '{"type":"object"}', outputSchema: JSON.stringify(outputSchema) },
  });
  expect(await seen(2)).toMatchObject({ ok: true, value: { name: 'plain', outputSchema: '' } });
});

it('returns null if no list was seen, or if the row is not a tool call', async () => {
  const { reading, rows } = await read([
    request(1, 'ping', {}),
    result(1, {}),
    request(2, 'tools/call', { name: 'get' }),
    result(2, {}),
  ]);
  expect(await reading.seenTool({ id: rows[0]!.id })).toEqual({ ok: true, value: null });
  expect(await reading.seenTool({ id: rows[1]!.id })).toEqual({ ok: true, value: null });
  expect(await reading.seenTool({ id: 12_345 })).toMatchObject({ ok: false, error: { code: 'not_found' } });
});
