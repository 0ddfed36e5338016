import type { holdMethods } from '../../../shared/features/hold/methods.ts';
import { answerDialects } from '../../../shared/features/rehearse/answer-pairs.ts';
import type { Core } from '../../inspector/core.ts';
import type { OpenFeature } from '../../inspector/feature.ts';
import { seenTool } from '../../inspector/log/rows/seen-tool.ts';
import { HoldService } from './hold-service.ts';
import { OwnHolds } from './own-holds.ts';

export function open(core: Core): OpenFeature<typeof holdMethods> {
  const { connections, dialects, recordings } = core;
  const service = new HoldService({
    dataDir: core.folder,
    serverNamed: (name) => connections.list().find(({ config }) => config.watched?.server === name)?.id ?? null,
    dialectOf: (server) => answerDialects.find((one) => one === dialects.dialectOf(server)?.id) ?? 'mcp',
    schemaOf(server, tool, of) {
      const { live } = recordings;
      live.flush();
      const seen = seenTool(live.store, server, live.epochOf(server), tool);
      // Without an output schema the text is empty.
      return (of === 'input' ? seen?.inputSchema : seen?.outputSchema) || null;
    },
    onChange: core.changed,
  });
  const own = new OwnHolds(
    service,
    (server) => connections.get(server)?.config.callTimeoutMs ?? Number.POSITIVE_INFINITY,
  );
  connections.between = own;
  return {
    answers: service,
    takeChanged: () => ({ hold: service.takeChanged() }),
    leaveServer: async (server) => service.leaveServer(server),
    leaveWindows: () => service.leaveWindows(),
    close() {
      connections.between = null;
      service.close();
    },
  };
}
