import { describe, expect, it } from 'vitest';
import type { Json } from '../json/json.ts';
import { brief, http, into, life, out, pair, request, result } from './event-fixtures.ts';

const wanted = (state?: string): Json => ({
  resultType: 'input_required',
  inputRequests: { sure: { method: 'elicitation/create', params: { message: 'Sure?' } } },
  ...(state === undefined ? {} : { requestState: state }),
});
const params = { name: 'get', arguments: { gtin: '0061' } };
const round = (id: number, state?: string) =>
  request(id, 'tools/call', {
    ...params,
    inputResponses: { sure: { action: 'accept' } },
    ...(state === undefined ? {} : { requestState: state }),
  });

describe('a call that requires input', () => {
  it('waits for it, and its rounds are one row', () => {
    expect(brief([request(1), result(1, wanted('a'))])).toEqual(['call | – | Waiting for your answer |  | 1,2']);
    expect(brief([request(1), result(1, wanted('a')), round(2, 'a'), result(2)])).toEqual([
      'call | answered | fine |  | 1,2,3,4',
    ]);
  });

  it('is matched by the mark that the server gave', () => {
    const events = [
      request(1),
      request(2),
      result(1, wanted('a')),
      result(2, wanted('b')),
      round(3, 'b'),
      round(4, 'a'),
      result(4),
      result(3, { isError: true, content: [] }),
    ];
    expect(brief(events).map((row) => row.split(' | ').at(-1))).toEqual(['1,3,6,7', '2,4,5,8']);
    expect(pair(events).map(({ row }) => row.outcome)).toEqual(['answered', 'tool_error']);
  });

  it('ends with the connection if it gets no input, and an unknown mark starts a new call', () => {
    expect(brief([request(1), result(1, wanted()), life('closed', { closedBy: 'us' })])[0]).toMatch(
      /^call \| unanswered/,
    );
    expect(pair([round(9, 'stranger')]).map(({ row }) => row.kind)).toEqual(['call']);
  });

  it('ends by a cancellation while it waits, and by HTTP in a later round', () => {
    const given = pair([request(1), result(1, wanted('a')), life('cancelled', { id: 1, message: 'No.' })]);
    expect(given[0]?.row).toMatchObject({ outcome: 'cancelled', pending: false });
    const events = [
      out({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }, { via: 1 }),
      http(200, { id: 1, exchange: 1, headers: { 'content-type': 'text/event-stream' } }),
      into({ jsonrpc: '2.0', id: 1, result: wanted('a') }, { via: 1 }),
      life('stream_ended', { via: 1, clean: true }),
      out(
        {
          jsonrpc: '2.0',
          id: 2,
          method: 'tools/call',
          params: { ...params, requestState: 'a', inputResponses: { sure: {} } },
        },
        { via: 2 },
      ),
      http(500, { id: 2, exchange: 2, body: 'oops', endedAt: 1 }),
    ];
    expect(brief(events.slice(0, 4))).toEqual(['call | – | Waiting for your answer |  | 1,2,3,4']);
    expect(pair(events).map(({ row }) => row.outcome)).toEqual(['http_failure']);
  });
});

describe('listening', () => {
  const listen = request(1, 'subscriptions/listen', { notifications: { toolsListChanged: true } });
  const acknowledged = into({
    jsonrpc: '2.0',
    method: 'notifications/subscriptions/acknowledged',
    params: { _meta: { 'io.modelcontextprotocol/subscriptionId': 1 } },
  });

  it('is acknowledged on its row, and stopping it is not a failure', () => {
    expect(brief([listen, acknowledged])).toEqual(['call | answered | Listening |  | 1,2']);
    expect(pair([listen, acknowledged])[0]?.row.pending).toBe(false);
    const ends = [
      life('cancelled', { id: 1 }),
      life('closed', { closedBy: 'us' }),
      life('exited', { code: 0 }),
      result(1, {}),
    ];
    for (const end of ends) {
      const [row] = pair([listen, acknowledged, end]);
      expect(row?.row).toMatchObject({ outcome: 'answered', headline: 'Stopped listening', failure: null });
    }
  });
});

describe('HTTP+SSE', () => {
  it('recognizes the endpoint event, and waits for responses on the stream', () => {
    const events = [
      http(200, { exchange: 1, method: 'GET', headers: { 'content-type': 'text/event-stream' } }),
      into('/message?sessionId=7', { via: 1, sse: { event: 'endpoint' } }),
      out({ jsonrpc: '2.0', id: 1, method: 'ping' }, { via: 2 }),
      http(200, { id: 1, exchange: 2, body: 'ok', endedAt: 1 }),
      into({ jsonrpc: '2.0', id: 1, result: {} }, { via: 1 }),
    ];
    expect(brief(events)).toEqual(['http | – | Stream opened |  | 1,2', 'call | answered | Alive |  | 3,4,5']);
    expect(pair(events)[0]?.row.detail).toBe('Messages go to /message?sessionId=7');
  });
});

describe('a response over the size limit', () => {
  const cut = (text: string) => into(text, { cut: 5_000_000 });

  it('ends the call that it names, or the only open one', () => {
    const named = pair([request(1), request(2), cut('{"jsonrpc":"2.0","id":2,"result":{"a":"xx')]);
    expect(named.filter(({ row }) => row.kind === 'call').map(({ row }) => row.outcome)).toEqual([null, 'unanswered']);
    const only = pair([request(1), cut('{"result":{"a":"xx')]);
    expect(only.find(({ row }) => row.kind === 'call')?.row.outcome).toBe('unanswered');
    const unclear = pair([request(1), request(2), cut('{"result":{"a":"xx')]);
    expect(unclear.filter(({ row }) => row.kind === 'call').map(({ row }) => row.outcome)).toEqual([null, null]);
  });
});
