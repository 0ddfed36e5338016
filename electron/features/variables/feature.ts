import type { variablesMethods } from '../../../shared/features/variables/methods.ts';
import type { Core } from '../../inspector/core.ts';
import type { OpenFeature } from '../../inspector/feature.ts';
import { ClientVariables } from './client-variables.ts';
import { VariableFinder } from './variable-finder.ts';
import { VariableService } from './variable-service.ts';

export function open(core: Core): OpenFeature<typeof variablesMethods> {
  return {
    answers: new VariableService({
      connections: core.connections,
      transportOf: core.transportOf,
      finder: new VariableFinder(core.machine.env),
      clients: new ClientVariables({
        machine: core.machine,
        dataDir: core.options.dataDir,
        around: core.circumstances,
      }),
    }),
  };
}
