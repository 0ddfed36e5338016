// Joins what Misfire records to a collector, for each of its doors: an inspector, a spool, a proxy. Owns nothing of what is said or
// sent (electron/telemetry), and does nothing unless it is requested.

import type { ServerView } from '../../shared/api/views.ts';
import type { FinishedCall } from '../../shared/telemetry/spans.ts';
import type { WireEvent } from '../../shared/wire.ts';
import type { InspectorHandle, InspectorOptions } from '../inspector/inspector-handle.ts';
import { appVersion } from '../inspector/paths/app-paths.ts';
import type { SpoolObserver } from '../spool/spool-writer.ts';
import { readTelemetry, type TelemetryFlags } from '../telemetry/settings.ts';
import { Telemetry } from '../telemetry/telemetry.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** null: not requested. Throws a sentence if the URL is unusable. */
function openCollector(
  flags: TelemetryFlags,
  env: Environment,
  places: { serverName?: (server: string) => string; addressOf?: (server: string) => FinishedCall['address'] } = {},
): Telemetry | null {
  const read = readTelemetry(flags, env);
  if (!read.ok) throw new Error(read.problem);
  return read.settings && new Telemetry({ settings: read.settings, version: appVersion(), ...places });
}

/** For an inspector: what it records, under the names and addresses that it knows. */
interface InspectorCollector {
  options: Pick<InspectorOptions, 'onRecord'>;
  attach(inspector: InspectorHandle): void;
  /** A sentence about what did not arrive; '' when all did. */
  close(): Promise<string>;
}

export function collectorForInspector(flags: TelemetryFlags, env: Environment): InspectorCollector {
  const servers = new Map<string, ServerView>();
  const telemetry = openCollector(flags, env, {
    serverName: (id) => servers.get(id)?.name ?? id,
    addressOf: (id) => addressOf(servers.get(id)),
  });
  if (!telemetry) return { options: {}, attach: () => {}, close: async () => '' };
  const learn = (views: readonly ServerView[] | null) => {
    for (const view of views ?? []) servers.set(view.id, view);
  };
  return {
    options: {
      onRecord: (server, epoch, events) =>
        telemetry.record(events.map((event) => ({ ...event, server, epoch }) as WireEvent)),
    },
    attach(inspector) {
      inspector.onBatch((batch) => learn(batch.servers));
      void inspector.api.snapshot({}).then((snapshot) => snapshot.ok && learn(snapshot.value.servers));
    },
    close: () => telemetry.close(),
  };
}

function addressOf(view: ServerView | undefined): FinishedCall['address'] {
  if (!view || view.transport === 'stdio' || !URL.canParse(view.endpoint)) return null;
  return hostOf(new URL(view.endpoint));
}

function hostOf({ hostname, port, protocol }: URL): FinishedCall['address'] {
  return { host: hostname, port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port) };
}

/** For wraps and proxies: one observer per spool, because ids are unique only within a connection. */
export function observersOf(
  flags: TelemetryFlags,
  env: Environment,
  url?: URL,
): { observe: () => SpoolObserver; close: () => Promise<string> } | null {
  const telemetry = openCollector(flags, env, url ? { addressOf: () => hostOf(url) } : {});
  if (!telemetry) return null;
  let epoch = 0;
  return {
    observe() {
      epoch += 1;
      const mine = epoch;
      return {
        take: (events) => telemetry.record(events.map((event) => ({ ...event, epoch: mine }))),
        // The last spool is not the end: the opener closes this.
        close: async () => {},
      };
    },
    close: () => telemetry.close(),
  };
}
