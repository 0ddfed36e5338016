// Captures of an earlier version: their marks name groups by the former class of the failures.

import { afterEach, beforeEach, expect, it } from 'vitest';
import { groupOf } from '../../../shared/filter/failure-group.ts';
import { writeEvent, writeHeader } from '../../../shared/formats/write-capture.ts';
import type { WireEvent } from '../../../shared/wire.ts';
import { TestInspector, value } from '../testing/test-inspector.ts';

let bench: TestInspector;
beforeEach(async () => {
  bench = await TestInspector.open();
});
afterEach(() => bench.close());

const started = Date.UTC(2026, 10, 14, 12);

/** Each call a minute after the last, so that each failure is a separate incident. */
function calls(...said: string[]): WireEvent[] {
  return said.flatMap((text, index): WireEvent[] => {
    const base = { server: 'files', epoch: 1, at: started + index * 61_000 };
    const params = { name: 'read', arguments: { index } };
    const result = { isError: true, content: [{ type: 'text', text }] };
    return [
      { ...base, lane: 'out', text: JSON.stringify({ jsonrpc: '2.0', id: index, method: 'tools/call', params }) },
      { ...base, at: base.at + 5, lane: 'in', text: JSON.stringify({ jsonrpc: '2.0', id: index, result }) },
    ];
  });
}

const call = { server: 'files', method: 'tools/call', target: 'read', code: null, outcome: 'tool_error' as const };
/** The name of the group when the call was classified as internal. */
const then = groupOf({ ...call, failure: { class: 'internal' } as never }, 'tool') as string;

function captureWith(events: readonly WireEvent[]): string {
  const mark = {
    group: then,
    state: 'expected',
    note: '',
    at: started,
    version: null,
    back: null,
    server: '',
    words: '',
  };
  const header = writeHeader(started, { marks: [mark] });
  return [header, ...events.map((event) => writeEvent(event, started))].join('\n');
}

const shown = async (filter: string) => (await value(bench.api.openView({ filter }))).total;

it('moves a mark to the only group that the call has now', async () => {
  await bench.imported(captureWith(calls('File a.txt not found', 'File b.txt not found')), { name: 'a.jsonl' });
  const { marks, counters } = await value(bench.api.snapshot({}));
  expect(marks.map(({ group, state }) => [group === then, state])).toEqual([
    [true, 'expected'],
    [false, 'expected'],
  ]);
  expect(counters).toMatchObject({ failedCalls: 0, expected: 2 });
  expect([await shown('is:expected'), await shown(`group:${then}`)]).toEqual([2, 2]);
});

it('leaves a mark alone if several groups may be meant', async () => {
  await bench.imported(captureWith(calls('File a.txt not found', 'Permission denied')), { name: 'a.jsonl' });
  const { marks, counters } = await value(bench.api.snapshot({}));
  expect(marks.map(({ group }) => group)).toEqual([then]);
  expect(counters.expected).toBe(0);
});
