import type { compareMethods } from '../../../shared/features/compare/methods.ts';
import type { Core } from '../../inspector/core.ts';
import type { OpenFeature } from '../../inspector/feature.ts';
import { Comparisons } from './comparisons.ts';
import { Contracts } from './contracts.ts';
import { ProbeService } from './probe-service.ts';
import { RecordingComparisons } from './recording-comparisons.ts';

export function open(core: Core): OpenFeature<typeof compareMethods> {
  const { recordings: logs, connections } = core;
  const probe = new ProbeService({ logs, connections, onChange: core.changed });
  const results = (run: string) => probe.results(run);
  const comparisons = new Comparisons({
    logs,
    connections,
    dialectOf: (server) => core.dialects.dialectOf(server),
    past: () => core.past(),
    results,
  });
  const recordings = new RecordingComparisons({
    recordings: logs,
    dialects: () => core.dialects.all,
    pinned: (server) => connections.get(server)?.config.dialect,
    serverName: (server) => connections.get(server)?.config.name ?? server,
  });
  return {
    answers: { ...probe, ...comparisons, ...recordings, ...new Contracts(core.options.dataDir, results) },
    takeChanged: () => ({ probes: probe.takeChanged() }),
    close: () => probe.close(),
  };
}
