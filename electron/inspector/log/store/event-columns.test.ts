import { describe, expect, it } from 'vitest';
import { actors } from '../../../../shared/actors.ts';
import type { WireEvent } from '../../../../shared/wire.ts';
import { fromColumns, toColumns } from './event-columns.ts';

const base = { at: 1, server: 'a', epoch: 2 };
const http = {
  exchange: 1,
  method: 'GET',
  url: 'http://x',
  status: 200,
  requestHeaders: {},
  headers: {},
  startedAt: 1,
};
const events: WireEvent[] = [
  { ...base, lane: 'out', text: '{}' },
  { ...base, lane: 'err', text: 'line' },
  { ...base, lane: 'in', text: 'a\ufffd', bytes: new Uint8Array([97, 255]) },
  { ...base, lane: 'http', id: 3, http },
  { ...base, lane: 'life', event: 'closed', closedBy: 'server' },
];

const back = (event: WireEvent) => fromColumns({ ...base, seq: 7, ...toColumns(event) });

describe('events as columns', () => {
  it('keeps the caller in every lane', () => {
    for (const event of events)
      for (const actor of actors) {
        expect(back({ ...event, actor })).toEqual({ ...event, actor, seq: 7 });
        const whole: WireEvent = { ...event, actor, client: 'Claude "Code"', rehearsed: true, injected: 'spoil:cut' };
        expect(back(whole)).toEqual({ ...whole, seq: 7 });
      }
  });

  it('reads who closed a connection in the format of version 0.1', () => {
    const columns = { ...base, seq: 7, lane: 'life', body: null, meta: '{"event":"closed","by":"us"}' };
    expect(fromColumns(columns)).toEqual({ ...base, seq: 7, lane: 'life', event: 'closed', closedBy: 'us' });
  });
});
