// Handles bugs in Misfire while it reads a server's input: adds a row, ends this connection and reports the bug. Other
// connections and the app continue. Expected failures are events and never come here.

import { now } from './clock.ts';
import type { OnEvents, Transport, TransportEvent } from './transport.ts';

export type ReportBug = (problem: unknown) => void;

/** Without a handler the error reaches the process: its own handler runs, or it exits. */
export const reportToProcess: ReportBug = (problem) =>
  void setImmediate(() => {
    throw problem;
  });

export function bugRow(problem: unknown): TransportEvent {
  const why = problem instanceof Error ? problem.message : String(problem);
  const message = `Misfire closed this connection because of a bug in Misfire: ${why}`;
  return { lane: 'life', event: 'closed', at: now(), closedBy: 'us', message };
}

/** Creates a transport whose events are guarded. Sending requires recording first, so there the sender gets the error instead. */
export function withBugReport(
  onEvents: OnEvents,
  make: (netted: OnEvents) => Transport,
  report: ReportBug = reportToProcess,
): Transport {
  let over = false;
  const transport = make((events) => {
    try {
      onEvents(events);
    } catch (problem) {
      if (events.some(({ lane }) => lane === 'out')) throw problem;
      report(problem);
      if (over) return;
      over = true;
      try {
        onEvents([bugRow(problem)]);
      } catch (again) {
        report(again);
      }
      // Not within the call: the transport is still working.
      setImmediate(() => void transport.close().catch(report));
    }
  });
  return transport;
}
