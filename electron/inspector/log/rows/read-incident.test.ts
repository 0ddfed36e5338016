// The reported size of an incident, for any number of rows that one cause made fail.

import { join } from 'node:path';
import { expect, it } from 'vitest';
import { decode } from '../../../../shared/decode/decode.ts';
import { type EventDraft, life, request, result } from '../../../../shared/exchange/event-fixtures.ts';
import type { TransportEvent } from '../../../transports/transport.ts';
import { tempFolder } from '../../testing/temp-folder.ts';
import { Log } from '../log.ts';
import { openStore } from '../open-store.ts';
import { readIncident } from './read-incident.ts';

const at = (drafts: readonly EventDraft[], from: number) =>
  drafts.map((draft, index) => ({ at: from + index, ...draft })) as TransportEvent[];

for (const [where, path] of [
  ['a file', () => join(tempFolder(), 'log.db')],
  ['memory', () => null],
] as const) {
  it(`counts all rows of an incident, and reports recovery only after the last of them, in ${where}`, async () => {
    const log = new Log({ store: await openStore({ path: path() }), decode });
    const calls = Array.from({ length: 350 }, (_, id) =>
      request(id + 1, 'tools/call', { name: 'a', arguments: { id } }),
    );
    log.record('s', 1, at([...calls, life('exited', { code: 1 })], 1000));
    const [first] = log.store.failedRows(-1, 'newer', 1);
    const incident = first && readIncident(log, first);
    expect([incident?.rows.length, incident?.more]).toEqual([200, 151]);
    expect(incident?.healed).toBeNull();
    log.record('s', 2, at([request(1, 'tools/call', { name: 'a', arguments: { id: 0 } }), result(1)], 9000));
    log.flush();
    expect(first && readIncident(log, first)?.healed).not.toBeNull();
    log.close();
  });
}
