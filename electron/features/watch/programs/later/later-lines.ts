// What else than a rehearsal may begin between a client and a server that speak in lines: one line for each feature.

import type { RehearsedLineReader } from '../../../rehearse/running/rehearse-lines.ts';
import type { Load } from './first-part.ts';

export const laterLines: readonly Load<RehearsedLineReader>[] = [
  async (...of) => (await import('../../../hold/running/load-hold.ts')).loadHold(...of),
];
