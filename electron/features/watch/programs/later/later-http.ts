// What else than a rehearsal may begin between a client and an HTTP server: one line for each feature. Apart from that for lines, since
// the wrap is one file without any part of HTTP.

import type { HttpIntervention } from '../proxy/rehearse-exchange.ts';
import type { Load } from './first-part.ts';

export const laterHttp: readonly Load<HttpIntervention>[] = [
  async (...of) => (await import('../../../hold/running/load-http-hold.ts')).loadHttpHold(...of),
];
