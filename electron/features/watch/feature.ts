import type { watchMethods } from '../../../shared/features/watch/methods.ts';
import type { Core } from '../../inspector/core.ts';
import type { OpenFeature } from '../../inspector/feature.ts';
import { WatchApi } from './watch-api.ts';

export function open(core: Core): OpenFeature<typeof watchMethods> {
  return { answers: new WatchApi({ setup: core.watchSetup, spool: core.spool?.room ?? null }) };
}
