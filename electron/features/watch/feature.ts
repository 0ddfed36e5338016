import type { watchMethods } from '../../../shared/features/watch/methods.ts';
import type { Core } from '../../inspector/core.ts';
import type { OpenFeature } from '../../inspector/feature.ts';
import { watchRuntime } from '../../inspector/paths/app-paths.ts';
import { WatchSetup } from './setup/watch-setup.ts';
import { WatchApi } from './watch-api.ts';

export function open(core: Core): OpenFeature<typeof watchMethods> {
  const { machine, circumstances: around } = core;
  const setup = { machine, dataDir: core.options.dataDir, around, runtime: watchRuntime };
  return {
    answers: new WatchApi({ setup, spool: core.spool?.room ?? null }),
    follow: () => new WatchSetup(setup).refreshProgram(),
  };
}
