// The `endpoint` event of HTTP+SSE (2024-11-05) names the address that a client posts to. Owns making it an address of the proxy; every
// other byte of the stream stays as it came.

/** An event longer than this is no `endpoint` event. */
const longestEndpoint = 64 * 1024;

/** Holds the first event of a stream until it is whole; an `endpoint` event gets an address of the proxy, others stay. */
export class EndpointRewrite {
  readonly #url: URL;
  readonly #secret: string;
  #held: Buffer | null = Buffer.alloc(0);
  /** The proxy's own path for messages; '' while none was named. */
  path = '';

  constructor(url: URL, secret: string) {
    this.#url = url;
    this.#secret = secret;
  }

  take(chunk: Buffer): Buffer {
    if (!this.#held) return chunk;
    const held = Buffer.concat([this.#held, chunk]);
    const text = held.toString('latin1');
    const event = /^[\s\S]*?(?:\r\n\r\n|\n\n|\r\r)/.exec(text)?.[0];
    // Anything else than an endpoint goes on at once, as it came.
    if (event === undefined && held.length < longestEndpoint && couldBeEndpoint(text)) {
      this.#held = held;
      return Buffer.alloc(0);
    }
    this.#held = null;
    if (event === undefined || !/^event: ?endpoint\s*$/m.test(event)) return held;
    const changed = event.replace(
      /^(data: ?)(.*?)(\r?)$/m,
      (_, head, address, end) => `${head}${this.#own(address)}${end}`,
    );
    return Buffer.concat([Buffer.from(changed, 'latin1'), held.subarray(event.length)]);
  }

  /** The first event has passed. */
  get isDone(): boolean {
    return this.#held === null;
  }

  end(): Buffer {
    const held = this.#held ?? Buffer.alloc(0);
    this.#held = null;
    return held;
  }

  #own(address: string): string {
    try {
      const resolved = new URL(address, this.#url);
      if (resolved.origin !== this.#url.origin) return address;
      this.path = `/${this.#secret}${resolved.pathname}${resolved.search}`;
      return this.path;
    } catch {
      return address;
    }
  }
}

/** An `endpoint` event begins with one of its two fields, or with a comment. */
const couldBeEndpoint = (text: string): boolean => {
  const begin = text.slice(0, 200);
  return /^(:|event: ?endpoint|data:)/.test(begin) || 'event: endpoint'.startsWith(begin) || begin === '';
};
