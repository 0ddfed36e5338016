// The failing calls of a capture file, as they would be run again. Owns nothing new: a passing log reads the events, and the
// choice is the one that replaying all failures makes.

import { readCapture } from '../../../shared/capture/capture.ts';
import { Learner } from '../../../shared/decode/learner.ts';
import { identityOfRow } from '../../../shared/diff/verdict.ts';
import type { WireEvent } from '../../../shared/wire.ts';
import type { TransportEvent } from '../../transports/transport.ts';
import { Log } from '../log/log.ts';
import { LogQueries } from '../log/queries.ts';
import { MemoryStore } from '../log/store/memory-store.ts';
import { chooseFailures } from './bulk.ts';
import type { ReproCall } from './repro-set.ts';

export interface CaptureCalls {
  calls: ReproCall[];
  leftOut: string[];
  /** Lines that could not be read. */
  problems: string[];
}

/** A string says what is wrong with the filter. */
export async function readCaptureCalls(text: string, filter: string): Promise<CaptureCalls | string> {
  const clear = new Set<string>();
  const learner = new Learner({ onClear: (server) => clear.add(server) });
  const log = new Log({
    store: new MemoryStore(''),
    decode: (subject, context, server) => learner.decode(subject, context, server),
    decodeAgain: (subject, context, server) => learner.decodeAgain(subject, context, server),
  });
  try {
    const capture = readCapture(text);
    for (const { event } of capture.entries) record(log, event);
    for (const server of clear) await log.rederive(server);
    const choice = await chooseFailures(log, new LogQueries(log), filter);
    if (typeof choice === 'string') return choice;
    const calls = choice.chosen.map(({ call: { row, method, params, failure } }) => ({
      server: row.server,
      method,
      params,
      target: row.target,
      title: row.headline,
      failure: identityOfRow(row, failure),
    }));
    const problems = capture.problems.map(({ line, message }) => `line ${line}: ${message}`);
    return { calls, leftOut: choice.leftOut, problems };
  } finally {
    log.close();
  }
}

function record(log: Log, event: WireEvent): void {
  const { server, epoch, ...rest } = event;
  log.record(server, epoch, [rest as TransportEvent]);
}
