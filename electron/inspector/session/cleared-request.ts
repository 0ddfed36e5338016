// What becomes of a request that a person has held before it was sent.

import type { TransportEvent } from '../../transports/transport.ts';

export interface ClearedRequest {
  text: string;
  marks: Pick<TransportEvent, 'rehearsed' | 'injected' | 'original'>;
  /** The server never sees it. `answer` takes the place of the server's, and `interrupted` says why there is none. */
  unsent?: { answer?: string | undefined; interrupted?: string };
}
