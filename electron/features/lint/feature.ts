import type { lintMethods } from '../../../shared/features/lint/methods.ts';
import type { Core } from '../../inspector/core.ts';
import type { OpenFeature } from '../../inspector/feature.ts';
import { DefinitionDrifts } from './definition-drifts.ts';
import { RuleChecks } from './rule-checks.ts';

export function open(core: Core): OpenFeature<typeof lintMethods> {
  const drifts = new DefinitionDrifts({
    recordings: core.recordings,
    serverName: (server) => core.connections.get(server)?.config.name ?? server,
  });
  return { answers: { ...new RuleChecks(core.recordings), ...drifts } };
}
