import { done } from '../../../shared/contract/api.ts';
import type { samplesMethods } from '../../../shared/features/samples/methods.ts';
import type { Core } from '../../inspector/core.ts';
import type { OpenFeature } from '../../inspector/feature.ts';
import { SampleTour } from './sample-tour.ts';

export function open(core: Core): OpenFeature<typeof samplesMethods> {
  const tour = new SampleTour(core.connections, (row) => core.recordings.live.failureOf(row));
  return {
    answers: { trySamples: async () => done({ servers: tour.start().map(({ id }) => id) }) },
    close: () => tour.stop(),
  };
}
