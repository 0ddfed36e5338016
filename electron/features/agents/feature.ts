import type { agentsMethods } from '../../../shared/features/agents/methods.ts';
import type { Core } from '../../inspector/core.ts';
import type { OpenFeature } from '../../inspector/feature.ts';
import { mcpCommand } from '../../inspector/paths/app-paths.ts';
import { AgentSetup } from './agent-setup.ts';
import { AgentsApi } from './agents-api.ts';

export function open(core: Core): OpenFeature<typeof agentsMethods> {
  const { machine, circumstances: around } = core;
  const { dataDir } = core.options;
  return { answers: new AgentsApi(new AgentSetup({ machine, dataDir, around, command: () => mcpCommand(dataDir) })) };
}
