import type { replayMethods } from '../../../shared/features/replay/methods.ts';
import type { Core } from '../../inspector/core.ts';
import type { OpenFeature } from '../../inspector/feature.ts';
import { ReplayService } from './replay-service.ts';

export function open(core: Core): OpenFeature<typeof replayMethods> {
  const replay = new ReplayService({
    logs: core.recordings,
    connections: core.connections,
    version: core.options.version,
    listTools: (connection) => core.serverApi.toolsOf(connection, false),
    onChange: core.changed,
  });
  return {
    answers: replay,
    takeChanged: () => ({ replays: replay.takeChanged() }),
    close: () => replay.close(),
  };
}
