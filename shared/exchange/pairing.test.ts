import { describe, expect, it } from 'vitest';
import type { Json } from '../json/json.ts';
import type { PairingParts } from './endings.ts';
import { brief, type EventDraft, error, into, life, out, pair, request, result, stderr } from './event-fixtures.ts';

const toolError = { isError: true, content: [{ type: 'text', text: 'no such thing' }] };
const initialize = {
  protocolVersion: '2025-11-25',
  capabilities: { tools: {}, logging: {} },
  serverInfo: { name: 'x', version: '1' },
};

describe('how a call ends', () => {
  const cases: [string, EventDraft[], string[]][] = [
    ['still open', [request(1)], ['call | – | Waiting |  | 1']],
    ['answered', [request(1), result(1)], ['call | answered | fine |  | 1,2']],
    [
      'answered with objects that have no text of their own',
      [request(1, 'custom/list', {}), result(1, [{ toString: null }, [[]]])],
      ['call | answered | 2 items |  | 1,2'],
    ],
    ['an error', [request(1), error(1)], ['call | rpc_error | Bad arguments |  | 1,2']],
    ['isError', [request(1), result(1, toolError)], ['call | tool_error | Not found |  | 1,2']],
    [
      'an error reported as success',
      [request(1), result(1, { error: { code: 1 } })],
      ['call | error_in_result | Not found |  | 1,2'],
    ],
    [
      'neither result nor error',
      [request(1), into({ jsonrpc: '2.0', id: 1 })],
      ['call | schema_violation | Invalid answer |  | 1,2'],
    ],
    [
      'result and error',
      [request(1), into({ id: 1, result: {}, error: { code: 1, message: 'x' } })],
      ['call | rpc_error | Bad arguments | both | 1,2'],
    ],
    [
      'a null error beside a result',
      [request(1), into({ id: 1, result: {}, error: null })],
      ['call | answered | Empty answer |  | 1,2'],
    ],
    [
      'an error that is a text',
      [request(1), into({ id: 1, error: 'boom' })],
      ['call | rpc_error | Bad arguments |  | 1,2'],
    ],
    ['timeout', [request(1), life('timeout', { id: 1, afterMs: 500 })], ['call | timeout | Timed out |  | 1,2']],
    [
      'timeout, then the notice to cancel',
      [request(1), life('timeout', { id: 1 }), out({ method: 'notifications/cancelled', params: { requestId: 1 } })],
      ['call | timeout | Timed out |  | 1,2,3'],
    ],
    [
      'the notice to cancel, then timeout',
      [request(1), out({ method: 'notifications/cancelled', params: { requestId: 1 } }), life('timeout', { id: 1 })],
      ['call | timeout | Timed out |  | 1,2,3'],
    ],
    [
      'cancelled by a notification',
      [request(1), out({ method: 'notifications/cancelled', params: { requestId: 1, reason: 'enough' } })],
      ['call | cancelled | Canceled |  | 1,2'],
    ],
    ['cancelled by us', [request(1), life('cancelled', { id: 1 })], ['call | cancelled | Canceled |  | 1,2']],
    [
      'closed',
      [request(1), life('closed', { closedBy: 'us' })],
      ['call | unanswered | Never answered |  | 1', 'life | – | Closed |  | 2'],
    ],
    [
      'noise, then timeout',
      [request(1), into('Listening on 3000'), life('timeout', { id: 1 })],
      ['call | noise | Timed out | noise | 1,3', 'noise | – | Not JSON on stdout |  | 2'],
    ],
    [
      'noise, then an answer',
      [request(1), into('hello'), result(1)],
      ['call | answered | fine | noise | 1,3', 'noise | – | Not JSON on stdout |  | 2'],
    ],
    [
      'noise on the stream of another call does not count, on its own it does',
      [
        out({ jsonrpc: '2.0', id: 1, method: 'tools/call' }, { via: 1 }),
        out({ jsonrpc: '2.0', id: 2, method: 'tools/call' }, { via: 2 }),
        into('half', { via: 1 }),
        life('timeout', { id: 2 }),
        life('timeout', { id: 1 }),
      ],
      [
        'call | noise | Timed out | noise | 1,5',
        'call | timeout | Timed out |  | 2,4',
        'noise | – | Not JSON in the stream |  | 3',
      ],
    ],
    [
      'noise before it does not count',
      [into('hello'), request(1), life('timeout', { id: 1 })],
      ['noise | – | Not JSON on stdout |  | 1', 'call | timeout | Timed out |  | 2,3'],
    ],
  ];
  it.each(cases)('%s', (_name, drafts, expected) => expect(brief(drafts)).toEqual(expected));

  it('ends open calls with the process and quotes its last lines', () => {
    const subjects: unknown[] = [];
    const changes = pair(
      [
        life('spawned', { pid: 7 }),
        request(1),
        request(2, 'ping', {}),
        stderr('out of memory'),
        life('exited', { code: 1, signal: null }),
      ],
      {
        decode: (account) => {
          subjects.push(account.process);
          return null;
        },
      },
    );
    expect(changes.map(({ row }) => [row.kind, row.outcome, row.headline])).toEqual([
      ['life', null, 'Started'],
      ['call', 'process_died', 'Process ended'],
      ['call', 'process_died', 'Process ended'],
      ['stderr', null, 'stderr'],
      ['life', null, 'Exited 1'],
    ]);
    expect(subjects).toEqual(Array(3).fill({ code: 1, signal: null, isStart: true, stderr: ['out of memory'] }));
    expect(changes[4]?.row.detail).toBe('out of memory');
  });

  it('calls an unrequested exit a failure', () => {
    expect(pair([life('exited', { code: null, signal: 'SIGKILL' })])[0]?.row).toMatchObject({
      headline: 'Killed by SIGKILL',
      failure: { class: 'connection_lost' },
    });
    expect(pair([life('closed', { closedBy: 'us' }), life('exited', { code: 0 })])[1]?.row).toMatchObject({
      headline: 'Exited 0',
      failure: null,
    });
    expect(pair([life('exited', { code: 0 })])[0]?.row.failure).toBeNull();
    expect(pair([request(1), life('exited', { code: 0 })])[1]?.row.failure).not.toBeNull();
  });

  it('does not blame a server for its own unanswered request', () => {
    const asks = into({ jsonrpc: '2.0', id: 7, method: 'roots/list' });
    for (const end of [life('closed', { closedBy: 'us' }), life('exited', { code: 0 })]) {
      const rows = pair([asks, end]).map(({ row }) => row);
      expect(rows.map(({ outcome, pending, failure }) => [outcome, pending, failure])).toEqual([
        [null, false, null],
        [null, false, null],
      ]);
      expect(rows[0]?.headline).toBe('Not answered before the connection ended');
    }
    const late = pair([life('closed', { closedBy: 'us' }), asks, life('exited', { code: null, signal: 'SIGTERM' })]);
    expect(late[1]?.row).toMatchObject({ pending: false, headline: 'Not answered before the connection ended' });
    // A process that fails by itself is one failure, not two.
    const [asked, exit] = pair([asks, life('exited', { code: 1 })]);
    expect(asked?.row.failure).toBeNull();
    expect(exit?.row.failure).not.toBeNull();
  });

  it('measures only by the recorded times', () => {
    const [change] = pair([
      { ...request(1), at: 100.5 },
      { ...result(1), at: 130.75 },
    ]);
    expect(change?.row).toMatchObject({ at: 100.5, endAt: 130.75, latencyMs: 30.25, pending: false });
  });

  it('reports the wait, the code and who produced it', () => {
    const limited = into({ id: 1, error: { code: -32003, message: 'slow down', data: { retry_after: 1 } } });
    expect(pair([request(1), limited])[0]?.row).toMatchObject({
      headline: 'Rate limited',
      detail: 'Rate limited by s: retry in 1 s',
      code: '-32003',
      failure: { class: 'rate_limited', verdict: 'wait', afterMs: 1000 },
    });
    expect(pair([request(1), result(1, toolError)])[0]?.row.code).toBe('404 in isError');
  });

  it('checks structured content against its schema', () => {
    const tools: Json = { tools: [{ name: 'get', outputSchema: { type: 'object' } }, { name: 'free' }] };
    const listed = [request(1, 'tools/list', {}), result(1, tools)];
    const outcome = (value: Json, name = 'get') =>
      pair([...listed, request(2, 'tools/call', { name }), result(2, value)])[1]?.row.outcome;
    expect(outcome({ structuredContent: {} })).toBe('answered');
    expect(outcome({ structuredContent: 3 })).toBe('schema_violation');
    expect(outcome({ content: [] })).toBe('schema_violation');
    expect(outcome({ content: [] }, 'free')).toBe('answered');
    expect(outcome({ isError: true })).toBe('tool_error');
  });

  it('says on the row that the decoder threw', () => {
    const decode: PairingParts['decode'] = () => {
      throw new TypeError('x is not iterable');
    };
    const rows = pair([request(1), result(1), request(2), error(2)], { decode }).map(({ row }) => row);
    expect(rows.map(({ outcome, headline, failure }) => [outcome, headline, failure?.origin])).toEqual([
      ['error_in_result', 'Not decoded', 'local'],
      ['rpc_error', 'Not decoded', 'local'],
    ]);
  });

  it('passes the schema of the called tool to the decoder', () => {
    const inputSchema = { type: 'object', required: ['gtin'] };
    const listed = [request(1, 'tools/list', {}), result(1, { tools: [{ name: 'get', inputSchema }, { name: 'x' }] })];
    const asked: unknown[] = [];
    const decode: PairingParts['decode'] = (account) => {
      if (account.method === 'tools/call') asked.push(account.inputSchema);
      return null;
    };
    const calls = [request(2), error(2), request(3, 'tools/call', { name: 'x' }), error(3)];
    const late = [request(4), life('timeout', { id: 4, afterMs: 5 })];
    pair([...listed, ...calls, ...late], { decode });
    expect(asked).toEqual([inputSchema, undefined, inputSchema]);
  });

  it('marks a response that reports a negative result', () => {
    const no = (value: Json) => pair([request(1), result(1, value)])[0]?.row.negative;
    expect(no({ content: [{ type: 'text', text: '{"valid": false}' }] })).toBe(true);
    expect(no({ structuredContent: { found: false } })).toBe(true);
    expect(no({ content: [{ type: 'text', text: 'not valid' }] })).toBe(false);
  });
});

describe('ids', () => {
  it('distinguishes 1 from "1" and says so', () => {
    const [call, orphan] = pair([request(1), result('1')]);
    expect(call?.row).toMatchObject({ pending: true });
    expect(orphan?.row).toMatchObject({
      kind: 'orphan',
      remarks: ['unknown_id'],
      headline: 'Answer to unknown id "1"',
      detail: 'A call with id 1 is waiting; the types differ.',
    });
  });

  it.each([0, -1, 1.5, '', 'x', true, null, 2 ** 60, [1, { b: 1, a: 2 }], {}] as Json[])(
    'pairs by an id of %j',
    (id) => {
      expect(brief([request(id), result(id)])).toEqual(['call | answered | fine |  | 1,2']);
    },
  );

  it('keeps directions, epochs and servers apart', () => {
    const asked = into({ jsonrpc: '2.0', id: 1, method: 'roots/list' });
    expect(brief([request(1), asked, out({ id: 1, result: { roots: [] } }), result(1)])).toEqual([
      'call | answered | fine |  | 1,4',
      'call | answered | 0 roots |  | 2,3',
    ]);
    expect(
      brief([request(1), { ...result(1), epoch: 2 }, { ...result(1), server: 't' }]).map((row) => row.split(' ')[0]),
    ).toEqual(['call', 'orphan', 'orphan']);
  });

  it('never shows an error of the client side as the server’s', () => {
    const [call] = pair([
      into({ id: 9, method: 'sampling/createMessage', params: {} }),
      out({ id: 9, error: { code: -32601, message: 'no' } }),
    ]);
    expect(call?.row).toMatchObject({ direction: 'in', outcome: 'rpc_error', failure: { origin: 'local' } });
  });

  const orphans: [string, EventDraft[], string[]][] = [
    [
      'a second answer',
      [request(1), result(1), error(1)],
      ['call | answered | fine |  | 1,2', 'orphan | – | Second answer to tools/call get | duplicate | 3'],
    ],
    ['an unknown id', [error(42)], ['orphan | – | Answer to unknown id 42 | unknown_id | 1']],
    [
      'a late answer',
      [request(1), life('timeout', { id: 1 }), result(1)],
      ['call | timeout | Timed out |  | 1,2', 'orphan | – | Late answer to tools/call get | late | 3'],
    ],
    [
      'an answer after the cancel',
      [request(1), life('cancelled', { id: 1 }), result(1)],
      ['call | cancelled | Canceled |  | 1,2', 'orphan | – | Late answer to tools/call get | late | 3'],
    ],
    [
      'an id reused too early',
      [request(1), request(1, 'ping', {}), result(1), result(1, {})],
      ['call | answered | fine | reused_id | 1,3', 'call | answered | Alive | reused_id | 2,4'],
    ],
    [
      'an id reused later',
      [request(1), result(1), request(1, 'ping', {}), result(1, {})],
      ['call | answered | fine |  | 1,2', 'call | answered | Alive |  | 3,4'],
    ],
    [
      'an error without an id',
      [request(1), error(null, -32700)],
      ['call | – | Waiting |  | 1', 'orphan | – | Bad arguments | unknown_id | 2'],
    ],
    [
      'no jsonrpc, no id',
      [into({ error: { code: 1, message: 'x' } })],
      ['orphan | – | Bad arguments | unknown_id | 1'],
    ],
    ['an object that is no message', [into({ hello: 1 })], ['noise | – | Not JSON-RPC on stdout |  | 1']],
    ['a number', [into('42')], ['noise | – | Not JSON-RPC on stdout |  | 1']],
    ['an empty batch', [into('[]')], ['orphan | – | Empty batch |  | 1']],
    ['a timeout of nothing', [life('timeout', { id: 5 })], ['life | – | Stopped waiting |  | 1']],
  ];
  it.each(orphans)('%s', (_name, drafts, expected) => expect(brief(drafts)).toEqual(expected));

  it('assigns the response to a reused id to the last call', () => {
    const drafts = [request(1), result(1), request(1), life('cancelled', { id: 1 }), result(1)];
    expect(brief(drafts).at(-1)).toBe('orphan | – | Late answer to tools/call get | late | 5');
  });

  it('recognizes a late response after any number of other calls', () => {
    const others = Array.from({ length: 5000 }, (_, n) => [request(n + 2), result(n + 2)]).flat();
    const drafts = [request(1), life('cancelled', { id: 1 }), ...others, result(1)];
    expect(brief(drafts).at(-1)).toBe('orphan | – | Late answer to tools/call get | late | 10003');
  });
});

describe('batches', () => {
  it('gives each member its own row and shares the event', () => {
    const asked = out([
      { id: 1, method: 'ping' },
      { id: 2, method: 'tools/list' },
      { method: 'notifications/initialized' },
    ]);
    const answered = into(
      '[ {"id":2,"result":{"tools":[]}} ,{"id":1, "error":{"code":-1,"message":"é"}}, {"id":3,"result":{}}]',
    );
    const texts: (string | undefined)[] = [];
    const changes = pair([asked, answered], {
      decode: (account) => {
        texts.push(account.answer?.text);
        return null;
      },
    });
    expect(changes.map(({ row, events }) => [row.kind, row.method, row.outcome, events.join(',')])).toEqual([
      ['call', 'ping', 'rpc_error', '1,2'],
      ['call', 'tools/list', 'answered', '1,2'],
      ['notification', 'notifications/initialized', null, '1'],
      ['orphan', null, null, '2'],
    ]);
    expect(new Set(changes.map(({ row }) => row.id)).size).toBe(4);
    expect(texts).toEqual([
      '{"id":2,"result":{"tools":[]}}',
      '{"id":1, "error":{"code":-1,"message":"é"}}',
      '{"id":3,"result":{}}',
    ]);
  });
});

describe('notifications, progress and stderr', () => {
  const withToken = request(1, 'tools/call', { name: 'get', _meta: { progressToken: 't' } });
  const progress = (token: string) =>
    into({
      method: 'notifications/progress',
      params: { progressToken: token, progress: 3, total: 10, message: 'reading' },
    });
  const cases: [string, EventDraft[], string[]][] = [
    ['progress joins its call', [withToken, progress('t'), result(1)], ['call | answered | fine | progress | 1,2,3']],
    ['progress of nothing', [progress('u')], ['notification | – | Progress 3 of 10 |  | 1']],
    [
      'a log message',
      [into({ method: 'notifications/message', params: { level: 'warning', logger: 'db', data: 'slow' } })],
      ['notification | – | warning: slow |  | 1'],
    ],
    ['an unknown notification', [into({ method: 'custom/thing' })], ['notification | – | custom/thing |  | 1']],
    [
      'a cancel of nothing',
      [out({ method: 'notifications/cancelled', params: { requestId: 8 } })],
      ['notification | – | Canceled |  | 1'],
    ],
    ['stderr', [stderr('\u001b[31mred\u001b[0m')], ['stderr | – | stderr |  | 1']],
  ];
  it.each(cases)('%s', (_name, drafts, expected) => expect(brief(drafts)).toEqual(expected));

  it('shows progress while the call is open, and control characters as symbols', () => {
    expect(pair([withToken, progress('t')])[0]?.row).toMatchObject({
      headline: 'Progress 3 of 10',
      detail: 'reading',
      pending: true,
    });
    expect(pair([stderr('\u001b[31mred\u202e')])[0]?.row.detail).toBe('␛[31mred⟨202E⟩');
  });

  it('remembers the result of the handshake', () => {
    expect(pair([request(0, 'initialize', {}), result(0, initialize)])[0]?.row).toMatchObject({
      headline: 'Agreed on 2025-11-25, tools and logging offered',
      detail: 'x 1',
    });
  });
});
