import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { plainDecode, request } from '../../../../shared/exchange/event-fixtures.ts';
import type { TransportEvent } from '../../../transports/transport.ts';
import { tempFolder } from '../../testing/temp-folder.ts';
import { Log } from '../log.ts';
import { openStore } from '../open-store.ts';
import { LogQueries } from '../queries.ts';

const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
const log = (data: string) =>
  `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":${data}}}`;
const markup = '<img src=x onerror=\\"window.__xss=1\\"><script>1</script>';

const frames: [string, string | Uint8Array][] = [
  ...[1200, 5000, 100_000].flatMap((levels): [string, string][] => [
    [`${levels} levels in a notification`, log(nested(levels))],
    [`${levels} levels in a result`, `{"jsonrpc":"2.0","id":1,"result":${nested(levels)}}`],
    [
      `${levels} levels in an error`,
      `{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"x","data":${nested(levels)}}}`,
    ],
  ]),
  ['__proto__ and constructor', log('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}')],
  ['a lone surrogate', log('"\\ud800"')],
  ['invalid UTF-8', new Uint8Array([...Buffer.from('{"a":"'), 0xff, 0xc3, 0x28, ...Buffer.from('"}')])],
  [
    'markup in every string',
    `{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"${markup}","data":{"${markup}":"${markup}"}}}`,
  ],
  ['ANSI, OSC and BEL', log('"\\u001b[2J\\u001b]0;title\\u0007"')],
  ['raw escapes', '\u001b[31m not json \u001b]52;c;AAAA\u0007'],
  ['bidi overrides', log('"\u202eabc\u2066"')],
  ['NUL', log('"a\\u0000b"')],
  ['a raw NUL', 'a\0b'],
  ['a duplicate key', '{"jsonrpc":"2.0","id":1,"result":{"a":1},"result":{"a":2}}'],
  ['an error without an id', '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}'],
  ['an unknown id', '{"jsonrpc":"2.0","id":"nobody","result":{}}'],
  ['an id beyond 2^53', '{"jsonrpc":"2.0","id":9007199254740993,"result":{}}'],
  ['a batch', `[${log('1')},{"jsonrpc":"2.0","id":1,"result":{}}]`],
  ['result and error', '{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":"x"}}'],
  ['no JSON', 'Server listening on port 3000'],
  ['truncated JSON', '{"jsonrpc":"2.0","id":1,"resu'],
  ['a byte order mark', '\ufeff{"jsonrpc":"2.0","id":1,"result":{}}'],
  ['CRLF', '{"jsonrpc":"2.0","id":1,"result":{}}\r'],
  ['an unknown level', '{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"shout","data":"x"}}'],
  ['a string as error code', '{"jsonrpc":"2.0","id":1,"error":{"code":"E_FAIL","message":"x"}}'],
  ['no jsonrpc member', '{"id":1,"result":{}}'],
  ['odd numbers', log('[1e400,-0,12345678901234567890]')],
  ['100,000 keys', log(`{${Array.from({ length: 100_000 }, (_, i) => `"k${i}":${i}`).join(',')}}`)],
  ['a string of 1 MB', log(`"${'x'.repeat(1_000_000)}"`)],
  ['a string of 12 MB', log(`"${'y'.repeat(12_000_000)}"`)],
];

describe('hostile frames', () => {
  it.each(frames)('shows %s, and reads it back byte for byte', async (_name, frame) => {
    const path = join(tempFolder(), 'log.db');
    const store = await openStore({ path });
    const recording = new Log({ store, decode: plainDecode });
    const bytes = typeof frame === 'string' ? undefined : frame;
    const text = typeof frame === 'string' ? frame : new TextDecoder('utf-8', { ignoreBOM: true }).decode(frame);
    const event: TransportEvent = bytes ? { lane: 'in', at: 2, text, bytes } : { lane: 'in', at: 2, text };
    recording.record('s', 1, [{ ...request(1), at: 1 } as TransportEvent, event]);
    recording.record('s', 1, [{ lane: 'err', at: 3, text: 'sentinel' }]);
    recording.close();

    const again = new Log({ store: await openStore({ path }), decode: plainDecode });
    const reading = new LogQueries(again);
    const rows = again.store.rowsFrom(0, 100);
    expect(rows.at(-1)?.detail).toBe('sentinel');
    expect(rows.some(({ id }) => again.store.eventsOf(id).includes(2))).toBe(true);
    let whole = '';
    let hex = '';
    for (let length = 1; whole.length < length; ) {
      const part = await reading.body({ seq: 2, offset: whole.length, length: 1_000_000 });
      if (!part.ok) throw new Error(part.error.message);
      whole += part.value.text;
      hex += part.value.hex ?? '';
      length = part.value.length;
    }
    expect(whole === text).toBe(true);
    if (bytes) expect(hex.replaceAll(' ', '')).toBe(Buffer.from(bytes).toString('hex'));
    for (const { id } of rows) {
      const detail = await reading.rowDetail({ id });
      // Data for a window must survive structured clone.
      expect(structuredClone(detail)).toEqual(detail);
    }
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    again.close();
  });
});
