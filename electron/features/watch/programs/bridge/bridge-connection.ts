// How the bridge reaches its server: by Streamable HTTP or by HTTP+SSE, and by the second where a server refuses the first. Owns which
// transport is in use. What is sent over it is bridge.ts's.

import type { HttpExchange } from '../../../../../shared/wire.ts';
import { HttpTransport } from '../../../../transports/http.ts';
import { SseTransport } from '../../../../transports/sse.ts';
import type { Transport, TransportEvent } from '../../../../transports/transport.ts';

export interface ServerTarget {
  url: string;
  /** What the client's entry sends along; never recorded. */
  headers?: Record<string, string>;
  /** `sse`: the older transport, with a stream of its own. Left out: detected as clients do. */
  kind?: 'http' | 'sse' | undefined;
  authorize: (url: string) => Promise<string | null>;
  /** The server refused a request. true: there is another token, and it is worth asking again. */
  onRefusal: (http: HttpExchange) => Promise<boolean>;
}

export class ServerConnection {
  readonly #target: ServerTarget;
  readonly #take: (event: TransportEvent) => void;
  #opening: Transport | null = null;
  #refusal: HttpExchange | null = null;
  /** null while it is being opened, and where it could not be. */
  transport: Transport | null = null;
  /** Why the server was never reached. */
  problem: string | null = null;

  constructor(target: ServerTarget, take: (event: TransportEvent) => void) {
    this.#target = target;
    this.#take = take;
  }

  /** Never rejects. */
  async open(): Promise<void> {
    try {
      this.transport = await this.#connect(this.#target.kind).catch(async (problem: Error) => {
        if (this.#refusal && (await this.#target.onRefusal(this.#refusal))) return this.#connect(this.#target.kind);
        throw problem;
      });
    } catch (problem) {
      this.problem = (problem as Error).message;
    }
  }

  /** Transports, "Backwards Compatibility": a server that answers the first POST with 404 or 405 may speak the older transport. */
  mayBeOlder(http: HttpExchange | null): boolean {
    const isRefused = http?.status === 404 || http?.status === 405;
    return isRefused && this.#target.kind === undefined && this.transport instanceof HttpTransport;
  }

  /** false: it does not speak that one either. */
  async openOlder(): Promise<boolean> {
    try {
      const older = await this.#connect('sse');
      const newer = this.transport;
      this.transport = older;
      if (newer instanceof HttpTransport) await newer.abandon();
      return true;
    } catch {
      return false;
    }
  }

  async close(): Promise<void> {
    await (this.transport ?? this.#opening)?.close();
  }

  async #connect(kind: ServerTarget['kind']): Promise<Transport> {
    const { url, headers = {}, authorize } = this.#target;
    const onEvents = (events: TransportEvent[]) => {
      for (const event of events) {
        if (event.lane === 'http' && event.http.status === 401 && !this.transport) this.#refusal = event.http;
        this.#take(event);
      }
    };
    const Kind = kind === 'sse' ? SseTransport : HttpTransport;
    const made = new Kind({ url, headers }, onEvents, { authorize });
    this.#opening = made;
    await made.start();
    return made;
  }
}
