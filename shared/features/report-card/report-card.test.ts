// Each rule of a report card over captures written by hand: a client that does as told, one that does not, and what is left open.

import { describe, expect, it } from 'vitest';
import {
  asked,
  broken,
  call,
  cardOf,
  fine,
  into,
  invalid,
  type Line,
  line,
  opening,
  out,
  rateLimited,
  refusedForGood,
  rehearsed,
  ruleOf,
  silent,
  toldLate,
  unavailable,
} from './testing/recording.ts';

describe('waits as long as asked', () => {
  const first = call(1, [100, 110], 'find', rateLimited(2), { mark: rehearsed('answer:rate_limited') });
  it('passes a client that came back when asked', () => {
    expect(ruleOf('waits-as-asked', [...first, ...call(2, [2150, 2160], 'find', fine)])).toMatchObject({
      verdict: 'pass',
      told: 'Wait 2 s',
      did: 'Came back after 2.04 s (the client or its model)',
      rows: [
        { row: 6, file: 'run.jsonl' },
        { row: 8, file: 'run.jsonl' },
      ],
    });
  });
  it('fails a client that came back too early', () => {
    const early = [...first, ...call(2, [400, 410], 'find', rateLimited(2)), ...call(3, [700, 710], 'find', fine)];
    expect(ruleOf('waits-as-asked', early)).toMatchObject({
      verdict: 'fail',
      did: 'Came back after 290 ms, 2 of 2 times (the client or its model)',
    });
  });
  it('is partly kept when most waits were kept', () => {
    const lines = [
      ...first,
      ...call(2, [2200, 2210], 'find', rateLimited(2)),
      ...call(3, [4300, 4310], 'find', rateLimited(2)),
      ...call(4, [5000, 5010], 'find', fine),
    ];
    expect(ruleOf('waits-as-asked', lines)).toMatchObject({ verdict: 'partly', told: 'Wait 2 s, 3 times' });
  });
  it('does not blame the client for what its model asked for', () => {
    const lines = [...first, ...call(2, [400, 410], 'find', fine)];
    const model = [asked('find', 90, 120), asked('find', 390, 420)];
    expect(ruleOf('waits-as-asked', lines, { model })).toMatchObject({
      verdict: 'not seen',
      did: 'Only its model sent the call again',
    });
    expect(ruleOf('waits-as-asked', lines, { model: [asked('find', 90, 420)] })).toMatchObject({
      verdict: 'fail',
      did: 'Came back after 290 ms',
    });
  });
  it('tells client and model apart by the id of the tool use', () => {
    const with_ = (one: string, other: string) => [
      ...call(1, [100, 110], 'find', rateLimited(2), { meta: { 'claudecode/toolUseId': one } }),
      ...call(2, [400, 410], 'find', fine, { meta: { 'claudecode/toolUseId': other } }),
    ];
    expect(ruleOf('waits-as-asked', with_('a', 'b')).verdict).toBe('not seen');
    expect(ruleOf('waits-as-asked', with_('a', 'a')).verdict).toBe('fail');
  });
  it('is not seen when nothing came back, or nothing asked for a wait', () => {
    expect(ruleOf('waits-as-asked', first)).toMatchObject({ verdict: 'not seen', did: 'Did not send the call again' });
    expect(ruleOf('waits-as-asked', call(1, [100, 110], 'find', fine))).toMatchObject({
      verdict: 'not seen',
      did: 'No answer asked it to wait',
    });
  });
});

describe('never repeats an unsafe call', () => {
  const lost = (tool: string) => call(1, [100, 110], tool, toldLate, { mark: rehearsed('answer:timeout') });
  it('passes a client that left it', () => {
    expect(ruleOf('no-unsafe-repeat', [...lost('pay'), ...call(2, [5000, 5010], 'find', fine)])).toMatchObject({
      verdict: 'pass',
      told: 'No answer to pay, not safe to repeat',
      did: 'Did not send it again',
    });
  });
  it('fails a client that sent it again', () => {
    expect(ruleOf('no-unsafe-repeat', [...lost('pay'), ...call(2, [1110, 1120], 'pay', fine)])).toMatchObject({
      verdict: 'fail',
      did: 'Sent it again after 1 s: it may run twice (the client or its model)',
    });
  });
  it('fails a client that sends it again while the first one is open', () => {
    const open = call(1, [100, 0], 'pay', undefined, { mark: rehearsed('spoil:no-answer') });
    expect(ruleOf('no-unsafe-repeat', [...open, ...call(2, [1100, 1110], 'pay', fine)])).toMatchObject({
      verdict: 'fail',
      did: 'Sent it again after 1 s: it may run twice (the client or its model)',
    });
  });
  it('does not count a repeat after an answer that says the call did not run', () => {
    const lines = [...call(1, [100, 110], 'pay', rateLimited(1)), ...call(2, [1200, 1210], 'pay', fine)];
    expect(ruleOf('no-unsafe-repeat', lines).verdict).toBe('not seen');
  });
  it('does not count a repeat of a call that only reads', () => {
    expect(ruleOf('no-unsafe-repeat', [...lost('find'), ...call(2, [1110, 1120], 'find', fine)]).verdict).toBe(
      'not seen',
    );
  });
  it('passes a client whose model asked for the repeat', () => {
    const lines = [...lost('pay'), ...call(2, [1110, 1120], 'pay', fine)];
    const model = [asked('pay', 90, 120), asked('pay', 1100, 1130)];
    expect(ruleOf('no-unsafe-repeat', lines, { model })).toMatchObject({
      verdict: 'pass',
      did: 'Only its model sent it again',
    });
  });
});

describe('stops when told not to retry', () => {
  const refused = call(1, [100, 110], 'find', refusedForGood);
  it('passes a client that stopped', () => {
    expect(ruleOf('stops-when-told', [...refused, ...call(2, [300, 310], 'note', fine)])).toMatchObject({
      verdict: 'pass',
      told: 'Do not retry',
      did: 'Did not send it again',
    });
  });
  it('fails a client that sent it again', () => {
    expect(ruleOf('stops-when-told', [...refused, ...call(2, [610, 620], 'find', refusedForGood)])).toMatchObject({
      verdict: 'fail',
      did: 'Sent it again after 500 ms, 1 of 2 times (the client or its model)',
    });
  });
});

describe('fixes the request before it retries', () => {
  const refused = call(1, [100, 110], 'find', invalid, { arguments: { zip: '1011', city: 'Ulm' } });
  it('passes a client that changed the refused value', () => {
    const next = call(2, [200, 210], 'find', fine, { arguments: { zip: '10115', city: 'Ulm' } });
    expect(ruleOf('fixes-before-retry', [...refused, ...next])).toMatchObject({
      verdict: 'pass',
      told: 'Change zip',
      did: 'Changed the request first, and it passed (the client or its model)',
    });
  });
  it.each([
    ['unchanged', { zip: '1011', city: 'Ulm' }],
    ['with another value changed', { zip: '1011', city: 'Bonn' }],
  ])('fails a client that sent it again %s', (_how, args) => {
    const next = call(2, [200, 210], 'find', invalid, { arguments: args });
    expect(ruleOf('fixes-before-retry', [...refused, ...next])).toMatchObject({
      verdict: 'fail',
      did: 'Sent it again without the change (the client or its model)',
    });
  });
  it('is not seen when only its model sent it again', () => {
    const next = call(2, [200, 210], 'find', fine, { arguments: { zip: '10115', city: 'Ulm' } });
    const model = [
      asked('find', 90, 120, { arguments: { zip: '1011', city: 'Ulm' } }),
      asked('find', 190, 220, { arguments: { zip: '10115', city: 'Ulm' } }),
    ];
    expect(ruleOf('fixes-before-retry', [...refused, ...next], { model }).verdict).toBe('not seen');
  });
});

describe('lets waits grow when none is given', () => {
  const attempts = (...starts: number[]) =>
    starts.flatMap((at, index) => call(index + 1, [at, at + 10], 'find', unavailable));
  it('passes growing waits', () => {
    expect(ruleOf('waits-grow', attempts(100, 1110, 3120, 7130))).toMatchObject({
      verdict: 'pass',
      did: 'Waited 1 s, 2 s and 4 s (the client or its model)',
    });
  });
  it('fails waits that stay the same', () => {
    expect(ruleOf('waits-grow', attempts(100, 610, 1122, 1630))).toMatchObject({ verdict: 'fail' });
  });
  it('is partly kept when one wait is shorter than the one before', () => {
    expect(ruleOf('waits-grow', attempts(100, 1110, 1620, 5630)).verdict).toBe('partly');
  });
  it('is not seen with one repeat', () => {
    expect(ruleOf('waits-grow', attempts(100, 1110))).toMatchObject({
      verdict: 'not seen',
      did: 'Repeated it only once (the client or its model)',
    });
  });
});

/** One POST with its HTTP exchange. */
const post = (
  exchange: number,
  t: number,
  method: string,
  http: { status: number; session?: string; token?: number; headers?: Record<string, string> },
): Line[] => [
  out(t, { id: exchange, method, params: { name: 'find', arguments: { n: exchange } } }, { via: exchange }),
  line(t + 5, 'http', {
    id: exchange,
    http: {
      exchange,
      method: 'POST',
      url: 'http://127.0.0.1:9/mcp',
      status: http.status,
      requestHeaders: http.session === undefined ? {} : { 'mcp-session-id': http.session },
      headers: http.headers ?? {},
      startedAt: t,
      ...(http.token === undefined ? {} : { credential: { token: http.token, firstSeenAt: 0 } }),
    },
  }),
  ...(http.status === 200 ? [into(t + 6, { id: exchange, ...fine }, { via: exchange })] : []),
];

describe('starts a new session when it is lost', () => {
  const lost = post(1, 100, 'tools/call', { status: 404, session: 'a' });
  it('passes a client that sent initialize next', () => {
    const lines = [...lost, ...post(2, 400, 'initialize', { status: 200 })];
    expect(ruleOf('new-session', lines)).toMatchObject({ verdict: 'pass', did: 'New session after 295 ms' });
  });
  it('is not a request to fix: the same call may follow in the new session', () => {
    const sessionGone = { error: { code: -32001, message: 'Session not found. Start a new session.' } };
    const ended = call(1, [100, 110], 'find', sessionGone, { mark: rehearsed('end:session') });
    const again = call(3, [300, 310], 'find', fine);
    for (const lines of [
      [...lost, ...again],
      [...ended, ...again],
    ])
      expect(ruleOf('fixes-before-retry', lines).verdict).toBe('not seen');
  });
  it('fails a client that keeps the lost session', () => {
    const lines = [...lost, ...post(2, 400, 'tools/call', { status: 404, session: 'a' })];
    expect(ruleOf('new-session', lines)).toMatchObject({ verdict: 'fail', did: 'Used the lost session again' });
  });
  it('is partly kept when the new session came late', () => {
    const used = post(2, 400, 'tools/call', { status: 404, session: 'a' });
    expect(ruleOf('new-session', [...lost, ...used, ...post(3, 800, 'initialize', { status: 200 })]).verdict).toBe(
      'partly',
    );
  });
  const died = [
    ...call(1, [100, 0], 'find', undefined, { mark: rehearsed('end:process') }),
    line(120, 'life', { event: 'exited', code: 1, signal: null, ...rehearsed('end:process') }),
  ];
  it('passes a client that starts a dead server again', () => {
    const again = [
      line(300, 'life', { event: 'spawned', pid: 9 }),
      out(310, { id: 'j', method: 'initialize', params: {} }),
      into(320, { id: 'j', result: {} }),
    ];
    expect(ruleOf('new-session', [...died, ...again])).toMatchObject({
      verdict: 'pass',
      told: 'The server process ended',
    });
  });
  it('fails a client whose model calls a dead server in vain', () => {
    const model = [asked('find', 90, 130), asked('find', 500, 510)];
    expect(ruleOf('new-session', died, { model })).toMatchObject({
      verdict: 'fail',
      did: 'Did not start the server again',
    });
    const later = [
      line(9000, 'life', { event: 'spawned', pid: 9 }),
      out(9010, { id: 'j', method: 'initialize', params: {} }),
    ];
    // Started again only with the next run of the client.
    expect(ruleOf('new-session', [...died, ...later], { model }).verdict).toBe('fail');
    expect(ruleOf('new-session', died)).toMatchObject({ verdict: 'not seen', did: 'Sent nothing after the loss' });
  });
});

describe('signs in again when asked', () => {
  const headers = { 'www-authenticate': 'Bearer error="invalid_token"' };
  const refused = post(1, 100, 'tools/call', { status: 401, token: 1, headers });
  it('passes a client that comes back with another token', () => {
    const lines = [...refused, ...post(2, 400, 'tools/call', { status: 200, token: 2 })];
    expect(ruleOf('signs-in-again', lines)).toMatchObject({
      verdict: 'pass',
      told: '401 with a challenge',
      did: 'Came back with another token',
    });
  });
  it('fails a client that sends the refused token again', () => {
    const lines = [...refused, ...post(2, 400, 'tools/call', { status: 401, token: 1, headers })];
    expect(ruleOf('signs-in-again', lines)).toMatchObject({ verdict: 'fail', did: 'Sent the refused token again' });
  });
  it('is partly kept when the refused token came first', () => {
    const again = post(2, 400, 'tools/call', { status: 401, token: 1, headers });
    const lines = [...refused, ...again, ...post(3, 800, 'tools/call', { status: 200, token: 2 })];
    expect(ruleOf('signs-in-again', lines).verdict).toBe('partly');
  });
  it('is not seen when nothing follows', () => {
    expect(ruleOf('signs-in-again', refused).verdict).toBe('not seen');
  });
});

describe('refreshes a list that changed', () => {
  const changed = [into(100, { method: 'notifications/tools/list_changed' })];
  it('passes a client that reads the list', () => {
    const lines = [
      ...changed,
      out(150, { id: 'm', method: 'tools/list' }),
      into(160, { id: 'm', result: { tools: [] } }),
    ];
    expect(ruleOf('refreshes-lists', lines)).toMatchObject({
      verdict: 'pass',
      told: 'tools/list_changed',
      did: 'Read the list again after 50 ms',
    });
  });
  it('fails a client that uses an old entry', () => {
    expect(ruleOf('refreshes-lists', [...changed, ...call(1, [20_000, 20_010], 'find', fine)])).toMatchObject({
      verdict: 'fail',
      did: 'Used an entry without reading the new list',
    });
  });
  it('is not seen soon after the change', () => {
    expect(ruleOf('refreshes-lists', [...changed, ...call(1, [500, 510], 'find', fine)]).verdict).toBe('not seen');
  });
});

describe('keeps other calls going', () => {
  const failed = call(1, [100, 200], 'find', unavailable);
  it('passes a client whose other calls go on', () => {
    expect(ruleOf('keeps-other-calls', [...failed, ...call(2, [150, 300], 'note', fine)])).toMatchObject({
      verdict: 'pass',
      did: '1 other call passed meanwhile and after it',
    });
  });
  it('fails a client that drops the connection with other calls open', () => {
    const lines = [...failed, ...call(2, [150, 0], 'note'), line(250, 'life', { event: 'closed', closedBy: 'client' })];
    expect(ruleOf('keeps-other-calls', lines)).toMatchObject({
      verdict: 'fail',
      did: 'Closed the connection with 1 other call open',
    });
  });
  it('does not count calls as open that were refused before the client left', () => {
    const lines = [...failed, ...call(2, [210, 220], 'note', unavailable), ...call(3, [230, 240], 'list', unavailable)];
    const left = line(250, 'life', { event: 'closed', closedBy: 'client' });
    expect(ruleOf('keeps-other-calls', [...lines, left])).toMatchObject({ verdict: 'not seen' });
    const open = [...lines, ...call(4, [245, 0], 'sum'), left];
    expect(ruleOf('keeps-other-calls', open)).toMatchObject({ did: 'Closed the connection with 1 other call open' });
  });
  it('does not ask for calls after the server ended', () => {
    const lines = [
      ...failed,
      ...call(2, [250, 300], 'note', fine),
      ...call(3, [400, 0], 'pay'),
      line(450, 'life', { event: 'exited', code: 1, signal: null }),
    ];
    const model = [asked('find', 90, 210), asked('note', 240, 310), asked('pay', 390, 460)];
    const later = [asked('note', 500, 510), asked('note', 600, 610)];
    expect(ruleOf('keeps-other-calls', lines, { model: [...model, ...later] })).toMatchObject({ verdict: 'pass' });
  });
  it('is not seen without another call', () => {
    expect(ruleOf('keeps-other-calls', failed)).toMatchObject({ verdict: 'not seen', did: 'It made no other call' });
  });
});

describe('cancels on timeout', () => {
  const open = call(1, [100, 0], 'find', undefined, { mark: rehearsed('spoil:no-answer') });
  const cancel = (t: number) => out(t, { method: 'notifications/cancelled', params: { requestId: 1 } });
  it('passes a client that cancels what it no longer waits for', () => {
    expect(ruleOf('cancels-on-timeout', [...open, cancel(5100)])).toMatchObject({
      verdict: 'pass',
      told: 'No answer to find',
      did: 'Canceled it after 5 s',
    });
  });
  it('fails a client that sends it again and leaves the first one open', () => {
    expect(ruleOf('cancels-on-timeout', [...open, ...call(2, [5100, 5110], 'find', fine)])).toMatchObject({
      verdict: 'fail',
      did: 'Timed out after 5 s and did not cancel it',
    });
  });
  it('fails a client that tells its model without canceling', () => {
    const model = [asked('find', 90, 5100)];
    expect(ruleOf('cancels-on-timeout', [...open, ...call(2, [9000, 9010], 'note', fine)], { model }).verdict).toBe(
      'fail',
    );
  });
  it('does not count a cancellation of a call that has its answer', () => {
    expect(ruleOf('cancels-on-timeout', [...call(1, [100, 110], 'find', fine), cancel(120)]).verdict).toBe('not seen');
  });
});

describe('tells its model that it failed', () => {
  const failed = call(1, [100, 110], 'find', rateLimited(2));
  it.each([
    ['marks it', { isFlagged: true, got: 'Unknown error' }],
    ['passes the message on', { got: 'Wall time 0.1\nOutput:\nRate limit exceeded. Retry after 2 seconds.' }],
    ['passes it on as JSON', { got: '{"text":"Rate limit exceeded. Retry after 2 seconds."}' }],
  ])('passes a client that %s', (_how, got) => {
    expect(ruleOf('tells-its-model', failed, { model: [asked('find', 90, 120, got)] })).toMatchObject({
      verdict: 'pass',
      told: '1 failure of find',
      did: 'Reported it to its model each time',
    });
  });
  it('fails a client that passes on neither', () => {
    const model = [asked('find', 90, 120, { got: '{"retry_after":2}' })];
    expect(ruleOf('tells-its-model', failed, { model }).verdict).toBe('fail');
  });
  it('is not seen without a record of the model', () => {
    expect(ruleOf('tells-its-model', failed)).toMatchObject({
      verdict: 'not seen',
      did: 'What its model got was not recorded',
    });
  });
});

describe('notices a failure reported as success', () => {
  const failed = call(1, [100, 110], 'note', silent);
  it('passes a client that marks it as failed', () => {
    const model = [asked('note', 90, 120, { isFlagged: true, got: 'quota exceeded' })];
    expect(ruleOf('notices-silent-failure', failed, { model })).toMatchObject({
      verdict: 'pass',
      told: 'Reported as success: note',
    });
  });
  it('fails a client that passes it on as a success', () => {
    const model = [asked('note', 90, 120, { got: '{"success":false,"error":"quota exceeded"}' })];
    expect(ruleOf('notices-silent-failure', failed, { model })).toMatchObject({
      verdict: 'fail',
      did: 'Passed it on as a success',
    });
  });
});

describe('checks an answer against its schema', () => {
  const failed = call(1, [100, 110], 'find', broken);
  it('passes a client that refuses it', () => {
    const model = [asked('find', 90, 120, { got: 'data/count must be number' })];
    expect(ruleOf('checks-schema', failed, { model })).toMatchObject({ verdict: 'pass', did: 'Refused it' });
  });
  it('fails a client that passes it on', () => {
    const model = [asked('find', 90, 120, { got: '{"count":"three"}' })];
    expect(ruleOf('checks-schema', failed, { model })).toMatchObject({
      verdict: 'fail',
      did: 'Passed it on as it was',
    });
  });
});

describe('tells the person', () => {
  const lines = [...call(1, [100, 110], 'find', rateLimited(2)), ...call(2, [300, 310], 'note', refusedForGood)];
  const words = ['Rate limit exceeded. Retry after 2 seconds.', 'The account is closed for good. Do not retry.'];
  it.each([
    [words.join('\n'), 'pass', 'Showed the message for 2 of 2'],
    [words[0] ?? '', 'fail', 'Showed the message for 1 of 2'],
    ['done', 'fail', 'Showed none of it'],
  ])('judges what it showed: %s', (shown, verdict, did) => {
    expect(ruleOf('tells-the-person', lines, { shown })).toMatchObject({ verdict, did });
  });
  it('is not seen without a record of it', () => {
    expect(ruleOf('tells-the-person', lines).verdict).toBe('not seen');
  });
});

describe('a whole card', () => {
  it('names the client, its version, the servers and what was injected', () => {
    const card = cardOf([
      ...opening,
      ...call(1, [100, 110], 'find', rateLimited(2), { mark: rehearsed('answer:rate_limited') }),
    ]);
    expect(card).toMatchObject({
      client: { name: 'Robo', version: '1.2.3' },
      servers: ['shop'],
      injected: 1,
      asker: 'client or its model',
      grade: null,
      whyNoGrade: '0 of 14 rules seen, 5 are needed.',
    });
    expect(card.rules).toHaveLength(14);
  });
});

describe('the client', () => {
  const named = (name: string, client?: string): Line[] => {
    const params = { protocolVersion: '2025-11-25', clientInfo: { name, version: '0.169.0' } };
    const [hello] = [out(0, { id: 'i', method: 'initialize', params })];
    const { client: _, ...rest } = hello as Line;
    return [client === undefined ? (rest as Line) : ({ ...rest, client } as Line)];
  };
  it('is named as Misfire knows it, not as its handshake says', () => {
    expect(cardOf(named('codex-mcp-client')).client).toEqual({ name: 'Codex', version: '0.169.0' });
    expect(cardOf(named('codex-mcp-client', 'codex')).client?.name).toBe('Codex');
    expect(cardOf(named('robo', 'My robot')).client?.name).toBe('My robot');
  });
});
