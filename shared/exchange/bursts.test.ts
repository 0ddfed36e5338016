import { describe, expect, it } from 'vitest';
import {
  type EventDraft,
  error,
  http,
  into,
  life,
  out,
  pair,
  plainDecode,
  request,
  result,
  see,
  stderr,
  stored,
} from './event-fixtures.ts';
import type { RowChange } from './ledger.ts';
import { Pairing } from './pairing.ts';

const log = (data: string, level = 'info', logger = 'flood') =>
  into({ jsonrpc: '2.0', method: 'notifications/message', params: { level, logger, data } });
const at = (draft: EventDraft, moment: number): EventDraft => ({ ...draft, at: moment });
const brief = (changes: readonly RowChange[]) =>
  changes.map(({ row, events }) => [row.headline, row.times, row.endAt === null ? null : row.endAt - row.at, events]);

describe('bursts', () => {
  it('make one row with the newest text and all events, even with other rows in between', () => {
    const rows = pair([log('one'), request(1), log('two'), result(1), stderr('x'), log('three')]);
    expect(brief(rows)).toEqual([
      ['info: three', 3, 50, [1, 3, 6]],
      ['fine', 1, 20, [2, 4]],
      ['stderr', 1, null, [5]],
    ]);
  });

  it('end after a second without messages, counted from the last message', () => {
    const rows = pair([at(log('a'), 0), at(log('b'), 999), at(log('c'), 1998), at(log('d'), 2998), at(log('e'), 3000)]);
    expect(brief(rows)).toEqual([
      ['info: c', 3, 1998, [1, 2, 3]],
      ['info: e', 2, 2, [4, 5]],
    ]);
  });

  it('of opaque traffic are one row per direction, even after long pauses', () => {
    const chunk = (lane: 'in' | 'out', moment: number): EventDraft => ({
      lane,
      text: '',
      bytes: Uint8Array.of(0),
      opaque: 'http2',
      at: moment,
    });
    const rows = pair([chunk('out', 0), chunk('in', 10), chunk('out', 60_000), chunk('in', 600_000)]);
    expect(brief(rows)).toEqual([
      ['HTTP/2 to the server', 2, 60_000, [1, 3]],
      ['HTTP/2 from the server', 2, 599_990, [2, 4]],
    ]);
  });

  it('have one level, logger, direction, connection and target each', () => {
    const updated = (uri: string) =>
      into({ jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri } });
    const task = (status: string) => into({ method: 'notifications/tasks/status', params: { taskId: 't', status } });
    const rows = pair([
      log('a'),
      log('b', 'error'),
      log('c', 'info', 'other'),
      { ...log('d'), epoch: 2 },
      { ...log('e'), server: 't' },
      out({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', logger: 'flood', data: 'f' } }),
      updated('file:///a'),
      updated('file:///b'),
      updated('file:///a'),
      task('working'),
      task('failed'),
      task('working'),
    ]);
    expect(rows.map(({ row }) => row.times)).toEqual([1, 1, 1, 1, 1, 1, 2, 1, 2, 1]);
  });

  it('also fold lines of stderr and noise, but no truncated line', () => {
    const rows = pair([
      stderr('Error: cheese'),
      into('banner'),
      stderr('    at main'),
      into('more banner'),
      into('half a li', { partial: true }),
      into('x', { cut: 9_000_000 }),
      into(''),
    ]);
    expect(rows.map(({ row }) => [row.kind, row.times, row.detail])).toEqual([
      ['stderr', 2, 'Error: cheese'],
      ['noise', 2, 'more banner'],
      ['noise', 1, 'half a li'],
      ['noise', 1, expect.stringContaining('9000000 bytes')],
      ['noise', 1, ''],
    ]);
  });

  it('of stderr show the first line with text, not the blank ones around it', () => {
    const words = (...lines: string[]) => pair(lines.map(stderr)).map(({ row }) => [row.times, row.detail]);
    expect(words('', '   ', 'Error: cheese', 'at main', '')).toEqual([[5, 'Error: cheese']]);
    expect(words('Error: cheese', '', '')).toEqual([[3, 'Error: cheese']]);
    // A long run is a log, so the newest line counts.
    expect(words(...Array.from({ length: 60 }, (_, line) => `line ${line}`), '')).toEqual([[61, 'line 59']]);
    expect(words('', '')).toEqual([[2, '']]);
  });

  it('never include a failure, nor continue in its row', () => {
    const posted = (via: number) => out({ jsonrpc: '2.0', method: 'notifications/roots/list_changed' }, { via });
    const rows = pair([
      posted(1),
      http(202, { exchange: 1 }),
      posted(2),
      http(500, { exchange: 2 }),
      posted(3),
      http(202, { exchange: 3 }),
    ]);
    expect(rows.filter(({ failure }) => failure !== null)).toHaveLength(1);
    expect(rows.filter(({ row }) => row.kind === 'notification').map(({ row }) => row.times)).toEqual([1, 1, 1]);
  });

  it('show a batch of equal notifications as one row with one event', () => {
    const one = { jsonrpc: '2.0', method: 'notifications/tools/list_changed' };
    const rows = pair([into([one, one, { id: 1, result: {} }, one])]);
    expect(rows.map(({ row, events }) => [row.kind, row.times, events])).toEqual([
      ['notification', 3, [1]],
      ['orphan', 1, [1]],
    ]);
  });

  it('leave calls, their progress and ends unchanged', () => {
    const note = into({ method: 'notifications/progress', params: { progressToken: 1, progress: 1 } });
    const asked = request(1, 'tools/call', { name: 'a', _meta: { progressToken: 1 } });
    const rows = pair([asked, note, note, error(1), life('exited', { code: 1 }), stderr('late')]);
    expect(rows.map(({ row }) => [row.kind, row.times])).toEqual([
      ['call', 1],
      ['life', 1],
      ['stderr', 1],
    ]);
  });

  it('report one change for any number of messages, and continue after only the first was read again', () => {
    const events = stored(Array.from({ length: 5000 }, (_, i) => at(log(`message ${i + 1}`), 1000 + i * 10)));
    const pairing = new Pairing({ decode: plainDecode });
    for (const event of events) pairing.take(see(event));
    expect(pairing.changed).toBe(1);
    const [whole] = pairing.drain() as [RowChange];
    expect([whole.row.headline, whole.row.times, whole.events.length]).toEqual(['info: message 5000', 5000, 5000]);

    const again = new Pairing({ decode: plainDecode });
    again.take(see(events[0] as (typeof events)[0]));
    again.resume(whole.row, []);
    again.drain();
    const next = { ...(events[0] as (typeof events)[0]), seq: 6000, at: (whole.row.endAt ?? 0) + 500 };
    again.take(see(next));
    expect(again.drain().map(({ row, events: fresh }) => [row.id, row.times, fresh])).toEqual([[1, 5001, [6000]]]);
  });
});
