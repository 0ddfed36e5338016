// Export and import through the whole inspector: the same events, the same failures, and no secret.

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ExportOptions } from '../../../shared/api/capture-methods.ts';
import { readCapture } from '../../../shared/capture/capture.ts';
import { decodeCapture, failedRows } from '../../../shared/exchange/decode-capture.ts';
import { writeEvent, writeHeader } from '../../../shared/formats/write-capture.ts';
import { planted } from '../../../shared/mask/testing/planted.ts';
import type { WireEvent } from '../../../shared/wire.ts';
import { TestInspector, value } from '../testing/test-inspector.ts';

let bench: TestInspector;
beforeEach(async () => {
  bench = await TestInspector.open();
});
afterEach(() => bench.close());

/** In small parts, so that lines are cut in the middle. */
const importText = (text: string, name = 'a.jsonl', part = 4000) => bench.imported(text, { name, part });
const exportText = (options: Partial<ExportOptions> = {}) => bench.exported(options);

const started = Date.UTC(2026, 10, 14, 12);
const base = { server: 'files', epoch: 1 };
const http = {
  exchange: 1,
  method: 'POST',
  url: 'https://api.test/mcp',
  status: 429,
  statusText: 'Too Many Requests',
  requestHeaders: { accept: 'application/json' },
  headers: { 'retry-after': '30', 'content-type': 'application/problem+json' },
  body: '{"title":"Too many requests","status":429}',
  startedAt: started + 40.25,
  headersAt: started + 41,
  endedAt: started + 42,
};
/** One of each kind, with odd bytes and odd times. */
const events: WireEvent[] = [
  { ...base, at: started + 0.000244140625, lane: 'life', event: 'spawned', pid: 5 },
  {
    ...base,
    at: started + 1.123,
    lane: 'out',
    text: '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","arguments":{}}}',
  },
  {
    ...base,
    at: started + 2,
    lane: 'in',
    text: '{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"gtin is required"}}',
  },
  { ...base, at: started + 3, lane: 'in', text: 'noise \ud800 \u0000 \u202e "quoted"' },
  { ...base, at: started + 4, lane: 'in', text: '\ufffd', bytes: new Uint8Array([0xff, 0xc3, 0x28]) },
  { ...base, at: started + 5, lane: 'err', text: 'oops', partial: true },
  {
    ...base,
    at: started + 6,
    lane: 'out',
    text: '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"b"}}',
  },
  { ...base, at: started + 7, lane: 'life', event: 'exited', code: 1, signal: null },
  {
    server: 'api',
    epoch: 2,
    at: started + 40,
    lane: 'out',
    via: 1,
    text: '{"jsonrpc":"2.0","id":"x","method":"tools/call","params":{"name":"c"}}',
  },
  { server: 'api', epoch: 2, at: started + 41, lane: 'http', id: 'x', http },
];
const capture = [writeHeader(started), ...events.map((event) => writeEvent(event, started))].join('\n');

const failuresOf = (text: string) => {
  const read = readCapture(text);
  return decodeCapture(read.entries, read.started);
};

describe('captures', () => {
  it('give the same events and failures after export and import', async () => {
    const { recording, problems, format } = await importText(capture);
    expect(problems).toEqual([]);
    expect([recording?.kind, recording?.name, format]).toEqual(['imported', 'a.jsonl', 'Misfire capture']);
    const once = await exportText();
    const { started: _started, header: _header, ...read } = readCapture(once);
    expect(read.entries.map(({ event }) => event)).toEqual(events);
    expect(failuresOf(once)).toEqual(failuresOf(capture));
    expect(failuresOf(once).length).toBeGreaterThan(2);
    await importText(once, 'b.jsonl');
    expect(await exportText()).toBe(once);
    // The windows show what the command line decodes.
    const { rows } = await value(bench.api.rows({ view: '', from: 0, count: 100 }));
    const shown = await Promise.all(rows.map(async ({ id }) => (await value(bench.api.rowDetail({ id }))).failure));
    const titles = shown.flatMap((failure) => (failure ? [failure.title] : []));
    expect(titles.sort()).toEqual(
      failedRows(readCapture(once).entries)
        .map(({ failure }) => failure.title)
        .sort(),
    );
  });

  it('are decoded again, rows and details alike, when a dialect is added', async () => {
    await importText(capture);
    const failed = async () => {
      const { rows } = await value(bench.api.rows({ view: '', from: 0, count: 100 }));
      const row = rows.find(({ target }) => target === 'a');
      const { failure } = await value(bench.api.rowDetail({ id: row?.id ?? 0 }));
      return [row?.failure?.class, failure?.class, row?.headline, failure?.title];
    };
    expect((await failed()).slice(0, 2)).toEqual(['validation', 'validation']);
    const dialect = {
      id: 'grocer',
      name: 'Grocer',
      marks: [{ weight: 0.95, means: 'only a grocer has this one', codes: [-32602] }],
      codes: { '-32602': { class: 'conflict', title: 'Nothing scanned' } },
    };
    await value(bench.api.addDialect({ fileName: 'grocer.json', text: JSON.stringify(dialect) }));
    const expected = ['conflict', 'conflict', 'Nothing scanned', 'Nothing scanned'];
    await expect.poll(failed).toEqual(expected);
    const { recordings } = await value(bench.api.recordings({}));
    await bench.reopen();
    await value(bench.api.openRecording({ recording: recordings.find(({ kind }) => kind === 'imported')?.id ?? -1 }));
    expect(await failed()).toEqual(expected);
  });

  it('keep fields that Misfire does not know, and mask secrets in them', async () => {
    const lines = [
      '{"misfire":1,"started":"2026-11-14T12:00:00.000Z"}',
      '{"t":1,"server":"a","lane":"out","text":"{\\"jsonrpc\\":\\"2.0\\",\\"id\\":1,\\"method\\":\\"ping\\"}","provoked":"init","deep":{"of":[1,null]}}',
      '{"t":2,"server":"a","lane":"err","text":"oops","mine":{"password":"canary-1234-pw"}}',
      '{"t":3,"server":"a","lane":"life","event":"exited","code":1,"signal":null,"host":"ci-7"}',
      '{"t":4,"server":"a","lane":"http","http":{"method":"GET","url":"https://x.test/","status":500,"requestHeaders":{},"headers":{},"tls":"1.3"},"hop":2}',
    ];
    await importText(lines.join('\n'));
    const text = await exportText();
    expect(text).not.toContain('canary');
    expect(readCapture(text).entries.map(({ extra }) => extra)).toEqual([
      { provoked: 'init', deep: { of: [1, null] } },
      { mine: { password: expect.stringMatching(/^‹.*›$/) } },
      { host: 'ci-7' },
      { hop: 2, http: { tls: '1.3' } },
    ]);
    await importText(text, 'again.jsonl');
    expect(await exportText()).toBe(text);
  });

  it('keep unknown header fields, and the name and note', async () => {
    const header =
      '{"misfire":1,"started":"2026-11-14T12:00:00.000Z","name":"Checkout","note":"Fails on Mondays","package":"x@1.2.3","deep":{"of":[1,null]},"login":{"password":"canary-1234-pw"}}';
    const line = '{"t":0,"server":"a","lane":"err","text":"oops"}';
    const { recording } = await importText([header, line].join('\n'));
    expect([recording?.name, recording?.note]).toEqual(['Checkout', 'Fails on Mondays']);
    const text = await exportText();
    expect(text).not.toContain('canary');
    expect(readCapture(text)).toMatchObject({
      started: Date.parse('2026-11-14T12:00:00.000Z'),
      header: {
        misfire: 1,
        name: 'Checkout',
        note: 'Fails on Mondays',
        package: 'x@1.2.3',
        deep: { of: [1, null] },
        login: { password: expect.stringMatching(/^‹.*›$/) },
      },
    });
    await importText(text, 'again.jsonl');
    expect(await exportText()).toBe(text);
    // A header without them gets none.
    await importText(line, 'bare.jsonl');
    expect(Object.keys(readCapture(await exportText()).header)).toEqual(['misfire']);
  });

  it('contain only what passes the filter', async () => {
    await importText(capture);
    const some = await exportText({ filter: 'server:api' });
    expect(readCapture(some).entries.map(({ event }) => event.server)).toEqual(['api', 'api']);
    expect((await bench.api.startExport({ format: 'har', filter: 'nope:1', patterns: [], keep: [] })).ok).toBe(false);
  });

  it('say how far they are, to the end', async () => {
    await importText(capture);
    for (const format of ['jsonl', 'har'] as const) {
      const { export: id } = await value(bench.api.startExport({ format, filter: '', patterns: [], keep: [] }));
      const shares: number[] = [];
      for (let done = false; !done; ) {
        const part = await value(bench.api.exportPart({ export: id }));
        shares.push(part.share);
        done = part.done;
      }
      expect(shares).toEqual(shares.toSorted((a, b) => a - b));
      expect(shares.at(-1)).toBe(1);
    }
  });

  it('put the answer of each call into its HAR entry, in the order in which the calls began', async () => {
    const event = (at: number, lane: 'in' | 'out', message: object): WireEvent => ({
      server: 'files',
      epoch: 1,
      at: Date.UTC(2026, 10, 17) + at,
      lane,
      text: JSON.stringify({ jsonrpc: '2.0', ...message }),
    });
    const events = [
      event(1, 'out', { id: 1, method: 'tools/call' }),
      event(2, 'out', { id: 2, method: 'tools/list' }),
      event(3, 'in', { id: 2, result: { tools: [] } }),
      event(4, 'in', { method: 'notifications/progress' }),
      event(5, 'in', { id: 1, result: { content: [] } }),
    ];
    await importText(
      [writeHeader(events[0]!.at), ...events.map((one) => writeEvent(one, events[0]!.at, false))].join('\n'),
    );
    const { log } = JSON.parse(await exportText({ format: 'har' }));
    type Entry = { request: { postData?: { text: string } }; response: { content: { text: string } } };
    const texts = log.entries.map(({ request, response }: Entry) => [
      request.postData?.text ?? '',
      response.content.text,
    ]);
    expect(texts).toEqual(
      [
        [events[0], events[4]],
        [events[1], events[2]],
        [null, events[3]],
      ].map((pair) => pair.map((one) => (one && 'text' in one ? one.text : ''))),
    );
  });

  it('are read back from HAR, over HTTP and over stdio', async () => {
    await importText(capture);
    const har = await exportText({ format: 'har' });
    const { log } = JSON.parse(har);
    expect(log.version).toBe('1.2');
    for (const entry of log.entries) {
      expect(Object.keys(entry)).toEqual(
        expect.arrayContaining(['startedDateTime', 'time', 'request', 'response', 'cache', 'timings']),
      );
    }
    const { format, recording } = await importText(har, 'x.har', 100_000);
    expect([format, recording?.kind]).toEqual(['HAR file', 'imported']);
    const again = failuresOf(await exportText());
    expect(again.map(({ server, code }) => [server, code])).toEqual(
      expect.arrayContaining([
        ['files', -32602],
        ['api', 429],
      ]),
    );
  });

  it('become a report that executes nothing', async () => {
    const evil = '<script>window.x=1</script><img src=x onerror=x>';
    const line = JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code: -32000, message: evil } });
    await importText(
      `{"misfire":1,"started":"2026-11-14T12:00:00.000Z"}\n${[
        writeEvent(
          {
            ...base,
            at: started,
            lane: 'out',
            text: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":${JSON.stringify(evil)}}}`,
          },
          started,
        ),
        writeEvent({ ...base, server: evil, at: started, lane: 'err', text: evil }, started),
        writeEvent({ ...base, at: started + 1, lane: 'in', text: line }, started),
      ].join('\n')}`,
    );
    const html = await exportText({ format: 'html' });
    expect(html).toMatch(/^<!doctype html>[\s\S]*<\/html>\n$/);
    const own = /<script type="application\/json">[^<>&]*<\/script>\n/g;
    expect(html.match(own)?.length).toBeGreaterThan(3);
    // Besides the data there is one script, the page's own, and nothing from the server.
    const rest = html.replace(own, '');
    expect(rest.match(/<script/g)).toHaveLength(1);
    expect(rest).not.toMatch(/<img|<link|<[^>]* on\w+=|<[^>]* src=/i);
    expect(rest).not.toContain('window.x');
    expect(html).toContain("default-src 'none'");
  });

  it.each(['jsonl', 'har', 'html'] as const)(
    'contain none of the planted secrets: %s',
    async (format) => {
      const lines = planted.flatMap(({ text }, i) => [
        writeEvent(
          {
            ...base,
            at: started + i,
            lane: 'out',
            text: `{"jsonrpc":"2.0","id":${i},"method":"tools/call","params":{"name":"t","arguments":${JSON.stringify({ text })}}}`,
          },
          started,
        ),
        writeEvent(
          {
            ...base,
            at: started + i,
            lane: 'in',
            text: `{"jsonrpc":"2.0","id":${i},"error":{"code":-32000,"message":${JSON.stringify(text)},"data":${text.startsWith('{') ? text : '{}'}}}`,
          },
          started,
        ),
        writeEvent({ ...base, at: started + i, lane: 'err', text }, started),
        writeEvent(
          {
            server: 'web',
            epoch: 1,
            at: started + i,
            lane: 'http',
            http: {
              ...http,
              exchange: i,
              status: 500,
              body: text,
              requestHeaders: { 'x-note': text, authorization: planted[0]?.secret ?? '' },
            },
          },
          started,
        ),
      ]);
      await importText([writeHeader(started), ...lines].join('\n'), 'secrets.jsonl', 100_000);
      const text = await exportText({ format });
      const left = planted.filter(
        ({ secret }) => text.includes(secret) || text.includes(JSON.stringify(secret).slice(1, -1)),
      );
      expect(left.map(({ name }) => name)).toEqual([]);
      expect(planted.length).toBeGreaterThanOrEqual(30);
      const preview = await value(bench.api.previewExport({ format, filter: '', patterns: [], keep: [] }));
      expect(preview.masked.map(({ kind }) => kind)).toEqual(
        expect.arrayContaining(['token', 'email', 'password', 'credential']),
      );
      expect(JSON.stringify(preview)).not.toContain(planted[0]?.secret);
    },
    60_000,
  );
});

describe('other formats', () => {
  it('bare JSON-RPC lines', async () => {
    const { format } = await importText(
      '{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"x"}}\nnot json\n{"jsonrpc":"2.0","method":"ping","id":2}\n',
    );
    expect(format).toBe('JSON-RPC messages');
    expect((await value(bench.api.snapshot({}))).counters.messages).toBe(2);
  });

  it.each([
    [
      'with messages',
      [
        {
          id: 'a',
          timestamp: '2026-11-14T12:00:01.000Z',
          direction: 'request',
          message: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'x' } },
          response: { jsonrpc: '2.0', id: 1, error: { code: -32602, message: 'bad' } },
          duration: 12,
        },
        {
          id: 'b',
          timestamp: '2026-11-14T12:00:00.000Z',
          direction: 'notification',
          message: { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'hi' } },
        },
      ],
    ],
    [
      'with texts',
      [
        {
          request: '{"method":"initialize","params":{}}',
          response: '{"protocolVersion":"2025-06-18","serverInfo":{"name":"srv","version":"1"}}',
        },
        { request: '{"method":"tools/call","params":{"name":"x"}}', response: '{"error":"MCP error -32602: bad"}' },
      ],
    ],
  ])("the official inspector's history %s", async (_name, entries) => {
    const { format } = await importText(JSON.stringify(entries, null, 2), 'mcp-history.json');
    expect(format).toBe('MCP Inspector history');
    const { rows } = await value(bench.api.rows({ view: '', from: 0, count: 10 }));
    expect(rows.find(({ target }) => target === 'x')).toMatchObject({ outcome: 'rpc_error', code: '-32602' });
    expect(rows.every(({ kind }) => kind !== 'orphan')).toBe(true);
  });

  it('HAR of a browser, with an event stream and with non-MCP traffic', async () => {
    const entry = (sent: object | null, type: string, text: string, status = 200) => ({
      startedDateTime: '2026-11-14T12:00:00.000Z',
      time: 5,
      request: {
        method: 'POST',
        url: 'https://mcp.example.org/mcp',
        headers: [{ name: 'Authorization', value: 'Bearer x' }],
        postData: sent ? { text: JSON.stringify(sent) } : undefined,
      },
      response: {
        status,
        statusText: '',
        headers: [{ name: 'Content-Type', value: type }],
        content: { mimeType: type, text },
      },
      timings: { send: 1, wait: 2, receive: 2 },
    });
    const har = {
      log: {
        version: '1.2',
        entries: [
          entry(null, 'text/html', '<p>shop</p>'),
          entry(
            { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'a' } },
            'text/event-stream',
            'event: message\nid: 7\ndata: {"jsonrpc":"2.0","id":1,"result":{"isError":true,"content":[{"type":"text","text":"no"}]}}\n\n',
          ),
          entry(
            { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'b' } },
            'application/json',
            '{"jsonrpc":"2.0","id":2,"result":{"content":[]}}',
          ),
          entry(
            { jsonrpc: '2.0', id: 3, method: 'tools/call', params: { name: 'c' } },
            'text/html',
            '<h1>Bad gateway</h1>',
            502,
          ),
        ],
      },
    };
    const { problems } = await importText(JSON.stringify(har), 'x.har');
    expect(problems).toEqual([{ line: 0, message: '1 of the requests in the file had nothing of MCP in them.' }]);
    const { rows } = await value(bench.api.rows({ view: '', from: 0, count: 10 }));
    expect(rows.map(({ target, outcome, server }) => [target, outcome, server])).toEqual([
      ['a', 'tool_error', 'mcp.example.org'],
      ['b', 'answered', 'mcp.example.org'],
      ['c', 'http_failure', 'mcp.example.org'],
    ]);
  });

  it('and unreadable files are refused with a message', async () => {
    const { import: id } = await value(bench.api.startImport({ name: 'photo.png' }));
    expect(await bench.api.importPart({ import: id, text: '\u0089PNG\n\u001a', last: true })).toMatchObject({
      ok: false,
      error: {
        code: 'bad_input',
        message: expect.stringContaining('photo.png contains nothing that Misfire can read'),
      },
    });
    expect((await value(bench.api.recordings({}))).recordings).toHaveLength(1);
  });
});

describe('a canceled import', () => {
  const lines = Array.from({ length: 3000 }, (_, place): WireEvent => {
    return { ...base, at: started + place * 5000, lane: 'err', text: `line ${place}` };
  });
  const text = [writeHeader(started), ...lines.map((event) => writeEvent(event, started)), ''].join('\n');

  const keptLines = (): number => {
    const file = new DatabaseSync(join(bench.folder, 'log.db'), { readOnly: true });
    try {
      return Number(file.prepare(`SELECT count(*) AS n FROM events WHERE body LIKE 'line %'`).get()?.n);
    } finally {
      file.close();
    }
  };

  it('leaves no data', async () => {
    const before = await value(bench.api.recordings({}));
    const { import: id } = await value(bench.api.startImport({ name: 'big.jsonl' }));
    await value(bench.api.importPart({ import: id, text: text.slice(0, 20_000), last: false }));
    // Its rows are shown while the rest is read.
    const [reading] = (await value(bench.api.recordings({}))).recordings;
    expect(reading).toMatchObject({ name: 'big.jsonl', kind: 'imported', isShown: true, isLive: false });
    expect((await bench.rows()).length).toBeGreaterThan(100);
    expect(keptLines()).toBeGreaterThan(100);
    expect(await bench.api.deleteRecording({ recording: reading?.id ?? -1 })).toMatchObject({ ok: false });
    // Stopped while the next part is read.
    const part = bench.api.importPart({ import: id, text: text.slice(20_000), last: true });
    expect(await bench.api.cancelImport({ import: id })).toEqual({ ok: true, value: null });
    expect(await part).toMatchObject({ ok: false, error: { message: 'big.jsonl was not opened: it was stopped.' } });
    expect(await bench.api.importPart({ import: id, text: '', last: true })).toMatchObject({ ok: false });
    const after = await value(bench.api.recordings({}));
    const shown = ({ recordings }: typeof before) => recordings.map(({ id, isShown }) => [id, isShown]);
    expect(shown(after)).toEqual(shown(before));
    expect(keptLines()).toBe(0);
  });

  it('is removed completely before a second cancel is answered', async () => {
    const { import: id } = await value(bench.api.startImport({ name: 'big.jsonl' }));
    await value(bench.api.importPart({ import: id, text, last: false }));
    void bench.api.cancelImport({ import: id });
    await bench.api.cancelImport({ import: id });
    expect(keptLines()).toBe(0);
  });

  it('continues while another recording is shown, and stays in the list', async () => {
    const [live] = (await value(bench.api.recordings({}))).recordings;
    const { import: id } = await value(bench.api.startImport({ name: 'big.jsonl' }));
    await value(bench.api.importPart({ import: id, text: text.slice(0, 20_000), last: false }));
    await value(bench.api.openRecording({ recording: live?.id ?? -1 }));
    const { recording } = await value(bench.api.importPart({ import: id, text: text.slice(20_000), last: true }));
    expect(recording).toMatchObject({ name: 'big.jsonl', rows: lines.length, isShown: false });
    expect((await value(bench.api.recordings({}))).recordings.find(({ isShown }) => isShown)?.id).toBe(live?.id);
  });

  it('need not have started', async () => {
    expect(await bench.api.cancelImport({ import: 99 })).toEqual({ ok: true, value: null });
  });
});

it('recognizes a second import of the same contents', async () => {
  const print = '1234-abcdef';
  const first = await value(bench.api.startImport({ name: 'a.jsonl', print }));
  expect(first.known).toBeNull();
  const { recording } = await value(bench.api.importPart({ import: first.import, text: capture, last: true }));
  const second = await value(bench.api.startImport({ name: 'copy of a.jsonl', print }));
  expect(second.known).toMatchObject({ id: recording?.id, name: 'a.jsonl' });
  await value(bench.api.cancelImport({ import: second.import }));
  expect((await value(bench.api.startImport({ name: 'b.jsonl', print: '1234-other' }))).known).toBeNull();
  expect((await value(bench.api.startImport({ name: 'b.jsonl' }))).known).toBeNull();
});

it('opened captures are read-only: calls made meanwhile go to the live recording', async () => {
  await importText(capture);
  const { recordings } = await value(bench.api.recordings({}));
  expect(recordings.map(({ kind, isShown, isLive }) => [kind, isShown, isLive])).toEqual([
    ['imported', true, false],
    ['recorded', false, true],
  ]);
  const shown = recordings.find(({ isShown }) => isShown)?.id ?? -1;
  expect(await bench.api.deleteRecording({ recording: shown })).toMatchObject({
    ok: false,
    error: { code: 'refused' },
  });
  const live = recordings.find(({ isLive }) => isLive)?.id ?? -1;
  await value(bench.api.openRecording({ recording: live }));
  await value(bench.api.changeRecording({ recording: shown, name: 'From Ann', note: 'look at line 3' }));
  expect((await value(bench.api.recordings({}))).recordings).toMatchObject([
    { name: 'From Ann', note: 'look at line 3' },
    {},
  ]);
  await value(bench.api.deleteRecording({ recording: shown }));
  expect((await value(bench.api.recordings({}))).recordings).toHaveLength(1);
});

it('suggests values with their counts', async () => {
  await importText(capture);
  expect(await value(bench.api.suggest({ key: 'server', prefix: '' }))).toEqual({
    values: [
      { value: 'files', count: 6 },
      { value: 'api', count: 1 },
    ],
  });
  expect((await value(bench.api.suggest({ key: 'tool', prefix: 'b' }))).values).toEqual([{ value: 'b', count: 1 }]);
});
