import { describe, expect, it } from 'vitest';
import { writeEvent, writeHeader } from '../formats/write-capture.ts';
import { fromBase64, toBase64 } from '../text/base64.ts';
import type { WireEvent } from '../wire.ts';
import { CaptureReader, readCapture } from './capture.ts';

const started = Date.parse('2026-11-14T12:00:00.000Z');

describe('captures', () => {
  it('reads header, lanes and times, and keeps unknown fields', () => {
    const capture = readCapture(
      [
        '{"misfire":1,"started":"2026-11-14T12:00:00.000Z","package":"x"}',
        '{"t":12.5,"server":"files","lane":"out","text":"{}","provoked":"init"}',
        '{"t":14.2,"server":"files","lane":"err","text":"hello"}',
        '{"t":20,"server":"api","lane":"http","id":7,"http":{"method":"POST","url":"http://x","status":429,"requestHeaders":{"content-length":98},"headers":{"Retry-After":"30"},"body":"slow"}}',
        '{"t":31,"server":"files","lane":"life","event":"exited","code":1,"signal":null}',
      ].join('\n'),
    );
    expect(capture.problems).toEqual([]);
    expect(capture.started).toBe(started);
    expect(capture.header).toEqual({ misfire: 1, package: 'x' });
    expect(
      capture.entries.map((entry) => [entry.line, entry.event.lane, Math.round((entry.event.at - started) * 10) / 10]),
    ).toEqual([
      [2, 'out', 12.5],
      [3, 'err', 14.2],
      [4, 'http', 20],
      [5, 'life', 31],
    ]);
    expect(capture.entries[0]?.extra).toEqual({ provoked: 'init' });
    expect(capture.entries[2]?.event).toMatchObject({
      id: 7,
      http: {
        exchange: 1,
        status: 429,
        headers: { 'retry-after': '30' },
        requestHeaders: { 'content-length': '98' },
        body: 'slow',
      },
    });
  });

  it('reports broken lines by number and continues', () => {
    const capture = readCapture(
      '{"t":1,"server":"a","lane":"in","text":"x"}\n{broken\n\n{"t":2,"server":"a","lane":"odd"}\n[1]\n{"t":3,"server":"a","lane":"err","text":"y"}\r\n',
    );
    expect(capture.entries.map((entry) => entry.line)).toEqual([1, 6]);
    expect(capture.problems.map((problem) => problem.line)).toEqual([2, 4, 5]);
    expect(capture.problems[1]?.message).toContain('odd');
  });

  it('reads bare JSON-RPC messages as responses of a server named ?', () => {
    const line = '{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}';
    expect(readCapture(line).entries).toEqual([
      { line: 1, event: { at: 0, server: '?', epoch: 1, lane: 'in', text: line }, extra: {} },
    ]);
  });

  it('keeps a JSON-RPC body on its http line, verbatim', () => {
    const body = `event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', id: 4, result: {} })}\n\n`;
    const line = JSON.stringify({
      t: 1,
      server: 'a',
      lane: 'http',
      id: 4,
      http: { method: 'POST', url: 'http://x', status: 200, body },
    });
    expect(readCapture(line).entries[0]?.event).toMatchObject({ http: { body } });
  });

  it('counts connections: a restarted server has a new epoch', () => {
    const lines = ['connected', 'exited', 'spawned', 'closed', 'connected'].map((event, t) =>
      JSON.stringify({ t, server: 'a', lane: 'life', event }),
    );
    expect(readCapture(lines.join('\n')).entries.map((entry) => entry.event.epoch)).toEqual([1, 1, 2, 2, 3]);
  });

  it('writes what it reads, bytes and all', () => {
    const events: WireEvent[] = [
      {
        at: started + 1.25,
        server: 'a',
        epoch: 1,
        lane: 'in',
        text: 'a\ufffd',
        bytes: new Uint8Array([97, 255]),
        partial: true,
        cut: 9,
        via: 2,
        sse: { event: 'message' },
        madeBy: 'bridge',
      },
      { at: started + 1.5, server: 'a', epoch: 1, lane: 'out', text: '', bytes: new Uint8Array([0]), opaque: 'http2' },
      { at: started + 2, server: 'a', epoch: 3, lane: 'life', event: 'timeout', id: 5, afterMs: 100 },
      { at: started + 2, server: 'a', epoch: 3, lane: 'life', event: 'exited', code: 2, nearest: '/srv/main.py' },
      {
        at: started + 3,
        server: 'a',
        epoch: 3,
        lane: 'http',
        id: 'x',
        http: {
          exchange: 4,
          method: 'GET',
          url: 'http://x',
          status: null,
          requestHeaders: {},
          headers: { a: 'b' },
          error: 'ECONNREFUSED: no',
          startedAt: started + 2.5,
          endedAt: started + 3,
        },
      },
    ];
    const text = [
      writeHeader(started),
      ...events.map((event) => writeEvent({ ...event, extra: { own: 1 } }, started)),
    ].join('\n');
    const capture = readCapture(text);
    expect(capture.problems).toEqual([]);
    expect(capture.entries.map(({ event: { extra, ...event } }) => event)).toEqual(events);
    expect(capture.entries.every((entry) => entry.extra.own === 1)).toBe(true);
  });

  it('keeps the actor, the client and the mark of deliberate damage', () => {
    const events: WireEvent[] = [
      { at: started, server: 'a', epoch: 1, lane: 'out', text: '{}', actor: 'client', client: 'Claude Code' },
      { at: started, server: 'a', epoch: 1, lane: 'in', text: '{}', actor: 'you', rehearsed: true },
      { at: started, server: 'a', epoch: 1, lane: 'in', text: '{}', rehearsed: true, injected: 'spoil:delay' },
      { at: started, server: 'a', epoch: 1, lane: 'life', event: 'rehearsing', message: 'x', plan: { steps: [] } },
      { at: started, server: 'a', epoch: 1, lane: 'life', event: 'closed', closedBy: 'us', actor: 'probe' },
    ];
    const lines = events.map((event) => writeEvent(event, started));
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ by: 'client', client: 'Claude Code' });
    expect(readCapture([writeHeader(started), ...lines].join('\n')).entries.map((entry) => entry.event)).toEqual(
      events,
    );
  });

  it("keeps unknown words in place, and reads version 0.1's closing side", () => {
    const read = readCapture(
      '{"server":"a","lane":"in","text":"{}","by":"a stranger","client":7,"rehearsed":"no","injected":"x"}\n{"server":"a","lane":"life","event":"closed","by":"server"}',
    );
    expect(read.entries[0]?.event.extra).toEqual({ by: 'a stranger', client: 7, rehearsed: 'no', injected: 'x' });
    expect(read.entries[1]).toMatchObject({ event: { closedBy: 'server' }, extra: {} });
  });

  it('keeps an unknown kind of opaque traffic unchanged', () => {
    const lines = ['{"lane":"in","text":"","opaque":"quic"}', '{"lane":"err","text":"","opaque":"http2"}'];
    const { entries } = readCapture(lines.join('\n'));
    expect(entries.map(({ event }) => event)).toMatchObject([
      { extra: { opaque: 'quic' } },
      { extra: { opaque: 'http2' } },
    ]);
  });

  it('reads a line at a time', () => {
    const reader = new CaptureReader();
    expect(reader.read('{"misfire":1,"started":"2026-11-14T12:00:00.000Z"}')).toEqual([]);
    expect(reader.read('{"t":1,"server":"a","lane":"err","text":"x"}')[0]?.line).toBe(2);
  });

  it('turns bytes into base64 and back', () => {
    for (let length = 0; length < 10; length++) {
      const bytes = Uint8Array.from({ length }, (_, index) => (index * 67 + 200) % 256);
      expect(fromBase64(toBase64(bytes))).toEqual(bytes);
      expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'));
    }
    expect(fromBase64('a!b')).toBeNull();
  });
});
