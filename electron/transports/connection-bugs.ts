// The last net of a connection: a bug of ours, met while something of a server is taken in, becomes a row that ends this connection
// and a report. The others, and the app, go on. Expected failures never come here: they are events.

import { now } from './clock.ts';
import type { OnEvents, Transport, TransportEvent } from './transport.ts';

export type ReportBug = (problem: unknown) => void;

/** Where nobody asked to be told, the process is: its own net, or its end, follows. */
export const tellProcess: ReportBug = (problem) =>
  void setImmediate(() => {
    throw problem;
  });

export function bugRow(problem: unknown): TransportEvent {
  const why = problem instanceof Error ? problem.message : String(problem);
  const message = `Misfire closed this connection because of a bug in Misfire: ${why}`;
  return { lane: 'life', event: 'closed', at: now(), closedBy: 'us', message };
}

/** Makes a transport whose events pass the net. What is sent must be recorded first, so there the sender is told instead. */
export function withBugReport(
  onEvents: OnEvents,
  make: (netted: OnEvents) => Transport,
  report: ReportBug = tellProcess,
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
      // Not within the call: the transport is in the middle of its own work.
      setImmediate(() => void transport.close().catch(report));
    }
  });
  return transport;
}
