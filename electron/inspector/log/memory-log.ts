// A log in memory of the events of a file, for code that needs the rows of a log and keeps nothing.

import { Learner } from '../../../shared/decode/learner.ts';
import type { WireEvent } from '../../../shared/wire.ts';
import type { TransportEvent } from '../../transports/transport.ts';
import { Log } from './log.ts';
import { MemoryStore } from './store/memory-store.ts';

/** Each event has the number of its position, from 1. Close it. */
export async function memoryLogOf(events: Iterable<WireEvent>): Promise<Log> {
  const clear = new Set<string>();
  const learner = new Learner({ onClear: (server) => clear.add(server) });
  const log = new Log({
    store: new MemoryStore(),
    decode: (subject, context, server) => learner.decode(subject, context, server),
    decodeAgain: (subject, context, server) => learner.decodeAgain(subject, context, server),
  });
  for (const { server, epoch, ...rest } of events) log.record(server, epoch, [rest as TransportEvent]);
  for (const server of clear) await log.rederive(server);
  log.flush();
  return log;
}
