// Appends events and prints each one to stdout once it is stored, until it is killed. kill.test.ts runs it as a child process.

import { writeSync } from 'node:fs';
import type { Failure } from '../../../../shared/failure.ts';
import type { TransportEvent } from '../../../transports/transport.ts';
import { Log } from '../log.ts';
import { openStore } from '../open-store.ts';

const path = process.argv[2] as string;
const store = await openStore({ path });
if (store.kind !== 'sqlite') {
  process.stderr.write(`${store.notice}\n`);
  process.exit(1);
}
const log = new Log({ store, decode: (): Failure | null => null });
const epoch = log.nextEpoch('s');

for (let n = 1; ; n += 1) {
  const id = JSON.stringify(`${process.pid}-${n}`);
  const events: TransportEvent[] = [
    { lane: 'out', at: Date.now(), text: `{"jsonrpc":"2.0","id":${id},"method":"ping"}` },
    { lane: 'in', at: Date.now(), text: `{"jsonrpc":"2.0","id":${id},"result":{}}` },
  ];
  // Every third call stays open, and batches differ in size.
  const recorded = log.record('s', epoch, n % 3 === 0 ? events.slice(0, 1) : events);
  for (const { event } of recorded) writeSync(1, `${event.seq} ${(event as { text: string }).text}\n`);
  // Otherwise the search begins seconds later, after thousands of events.
  if (n === 300) await store.indexed();
  if (n % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
}
