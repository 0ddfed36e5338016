// Logs for measuring: opened, filled as transports do, and built to a size.

import { Log } from '../../electron/inspector/log/log.ts';
import { openRecordings } from '../../electron/inspector/log/open-store.ts';
import type { RecordingsFile } from '../../electron/inspector/log/store/recordings-file.ts';
import type { TransportEvent } from '../../electron/transports/transport.ts';
import { Learner } from '../../shared/decode/learner.ts';
import type { PairingParts } from '../../shared/exchange/endings.ts';
import { pair } from './messages.ts';

/** As in the app. */
const learner = new Learner();

export const decoder: PairingParts = {
  decode: (subject, context, server) => learner.decode(subject, context, server),
};

export async function open(path: string): Promise<{ logFile: RecordingsFile; log: Log }> {
  const logFile = await openRecordings({ path });
  const recording = logFile.list()[0]?.id ?? logFile.create({ kind: 'recorded', startedAt: 0 });
  return { logFile, log: new Log({ store: logFile.open(recording), ...decoder }) };
}

/** As transports report: a few events at a time. */
export function feed(log: Log, events: readonly TransportEvent[]): void {
  for (let from = 0; from < events.length; from += 50) log.record('s', 1, events.slice(from, from + 50));
  log.flush();
}

export async function build(path: string, messages: number): Promise<{ logFile: RecordingsFile; log: Log }> {
  const { logFile, log } = await open(path);
  for (let n = 0; n < messages / 2; n += 500) {
    feed(log, Array.from({ length: 500 }, (_, i) => pair(n + i, 700, (n + i) * 5)).flat());
    if (n % 20_000 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  await log.store.indexed();
  return { logFile, log };
}
