import type { fixMethods } from '../../../shared/features/fix/methods.ts';
import type { Core } from '../../inspector/core.ts';
import type { OpenFeature } from '../../inspector/feature.ts';
import { FixService } from './fix-service.ts';

export function open(core: Core): OpenFeature<typeof fixMethods> {
  const fix = new FixService(core);
  return {
    answers: fix,
    takeChanged: () => ({ fixes: fix.takeChanged() }),
    close: () => fix.close(),
  };
}
