// The copy of what passes the proxy: each exchange as `out`, `http` and `in` lines of the spool, one run for each session, so that
// clients are kept apart. Only reads copies: if something breaks here, the traffic continues. Credentials are left out.

import type { IncomingMessage } from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { Plan } from '../../../../../shared/features/rehearse/rehearsal-plan.ts';
import { isObject, type Json, member, parseJson } from '../../../../../shared/json/json.ts';
import {
  clientLeft,
  type HttpExchange,
  type LifeEvent,
  type MessageId,
  type WireEvent,
} from '../../../../../shared/wire.ts';
import { CopyQueue } from '../../../../spool/copy-queue.ts';
import { CredentialMarks } from '../../../../spool/credential-marks.ts';
import type { SpoolText } from '../../../../spool/spool-lines.ts';
import { SpoolSecrets } from '../../../../spool/spool-secrets.ts';
import { type SpoolObserver, SpoolWriter } from '../../../../spool/spool-writer.ts';
import { now } from '../../../../transports/clock.ts';
import { hideCredentials } from '../../../../transports/credential-headers.ts';
import { ByteHolder, type FramedText } from '../../../../transports/line-framer.ts';
import { SseReader } from '../../../../transports/sse-reader.ts';

interface ProxyCopyOptions {
  dataDir: string;
  name: string;
  url: string;
  /** The folder that the recording names. Default: the folder of the process. */
  folder?: string;
  /** Gets all that passes, one per session. */
  observe?: () => SpoolObserver;
}

/** The head of an answer: the server's, or one of a rehearsal. */
export type AnswerHead = Pick<IncomingMessage, 'statusCode' | 'statusMessage' | 'rawHeaders' | 'headers'>;

/** A few kilobytes can unpack to gigabytes, and traffic waits meanwhile. */
const unpackLimit = 16 * 1024 * 1024;
const unpackers = new Map([
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  ['br', brotliDecompressSync],
  ['deflate', inflateSync],
]);

/** The text of a body that was packed on the way; null: it cannot be read. */
export function unpacked(body: Buffer, encoding: string): string | null {
  if (encoding === '' || encoding === 'identity') return body.toString('utf8');
  try {
    return unpackers.get(encoding)?.(body, { maxOutputLength: unpackLimit }).toString('utf8') ?? null;
  } catch {
    return null;
  }
}

/** By these a server that only speaks HTTP+SSE refuses a handshake of Streamable HTTP. */
const mayFallBack: ReadonlySet<number | null> = new Set([400, 404, 405]);

/** The key of requests without a session. */
const ofAgent = (agent: string): string => `agent ${agent}`;

/** The sessions that passed, each with a spool of its own. */
export class ProxyCopy {
  readonly #options: ProxyCopyOptions;
  readonly #spools = new Map<string, SpoolWriter>();
  /** All of them: a newer session may have taken a key. */
  readonly #all = new Set<SpoolWriter>();
  /** Streams of the older transport, HTTP+SSE, by the address that they name for messages. */
  readonly #streams = new Map<string, SpoolWriter>();
  /** Handshakes that were refused, by agent: the client may fall back to the older transport. */
  readonly #refused = new Map<string, SpoolWriter>();
  /** Agents that last asked for `server/discover`: a client of 2026-07-28 may fall back to `initialize`. */
  readonly #discovering = new Set<string>();
  /** One for all sessions: a server may repeat in one what it was sent in another. */
  readonly secrets = new SpoolSecrets();
  readonly credentials = new CredentialMarks();
  /** What passed and is not recorded yet. */
  readonly queue = new CopyQueue();
  #exchanges = 0;
  /** What is injected now. */
  #plan: Plan | null = null;

  constructor(options: ProxyCopyOptions) {
    this.#options = options;
  }

  /** Each recording names the plan that it was made under. null: the rehearsal is over. */
  rehearse(plan: Plan | null): void {
    this.queue.flush();
    this.#plan = plan;
    if (plan) for (const spool of this.#all) spool.life('rehearsing', { message: plan.name, plan });
  }

  nextExchange(): number {
    this.#exchanges += 1;
    return this.#exchanges;
  }

  /** A client without a session is known by what it calls itself in its headers. */
  spoolOf(key: string, client: string | undefined, at: number): SpoolWriter {
    const known = this.#spools.get(key);
    if (known) return known;
    const { dataDir, name, url, observe, folder = process.cwd() } = this.#options;
    const header = {
      server: name,
      ...(client === undefined ? {} : { client }),
      pid: process.pid,
      command: [],
      cwd: folder,
      url,
    };
    const spool = new SpoolWriter(dataDir, header, undefined, observe?.(), this.secrets);
    spool.life('connected', { message: url }, at);
    const plan = this.#plan;
    if (plan) spool.life('rehearsing', { message: plan.name, plan }, at);
    this.#spools.set(key, spool);
    this.#all.add(spool);
    return spool;
  }

  /** A request without a session; `key` is set for `initialize`, which begins one or continues a `server/discover`. */
  noteRequest(agent: string, method: Json | undefined, key: string): void {
    if (key !== '' && this.#discovering.has(agent)) this.rename(ofAgent(agent), key);
    if (method === 'server/discover') this.#discovering.add(agent);
    else this.#discovering.delete(agent);
  }

  /** What a handshake began is known by another key now. */
  rename(from: string, to: string): void {
    const spool = this.#spools.get(from);
    if (!spool) return;
    this.#spools.delete(from);
    this.#spools.set(to, spool);
  }

  /** The newer transport was refused: what the client tries next belongs to the same run. */
  refused(agent: string, spool: SpoolWriter): void {
    this.#refused.set(agent, spool);
  }

  /** Each stream of the older transport is a session of its own, which has no id in its headers. */
  spoolOfStream(exchange: number, agent: string, at: number): SpoolWriter {
    const refused = this.#refused.get(agent);
    this.#refused.delete(agent);
    return refused ?? this.spoolOf(`stream ${exchange}`, undefined, at);
  }

  /** From now on, what is sent to this address is answered on that stream. `null`: the stream is over. */
  nameEndpoint(address: string, spool: SpoolWriter | null): void {
    if (spool) this.#streams.set(address, spool);
    else this.#streams.delete(address);
  }

  spoolAt(address: string): SpoolWriter | undefined {
    return this.#streams.get(address);
  }

  async close(): Promise<void> {
    this.queue.flush();
    for (const spool of this.#all) {
      spool.life('exited', { code: 0, signal: null, message: 'The proxy was ended.' });
      await spool.close(500);
    }
  }
}

/** What passes is handed over as it is; it is read and written later, with the time at which it passed. */
export class ExchangeCopy {
  readonly #copy: ProxyCopy;
  readonly #request: IncomingMessage;
  readonly #http: HttpExchange;
  readonly #sent = new ByteHolder();
  readonly #received = new ByteHolder();
  #stream: SseReader | null = null;
  #encoding = '';
  #spool: SpoolWriter | null = null;
  #id: MessageId | undefined;
  #at = 0;
  #isOver = false;
  #wasTold = false;
  #startsSession = '';
  /** The address that an `endpoint` event named. */
  #endpoint = '';
  /** Of an exchange that a rehearsal touches. */
  #marks: { rehearsed?: true; injected?: string } = {};
  /** Of its next message from the server, and of the request before a person changed it. */
  #nextMarks: Pick<SpoolText, 'rehearsed' | 'injected' | 'original'> = {};
  #original: string | undefined;

  constructor(copy: ProxyCopy, request: IncomingMessage, url: string) {
    this.#copy = copy;
    this.#request = request;
    this.#later(0, () => copy.secrets.sent(pairs(request), url));
    this.#http = {
      exchange: copy.nextExchange(),
      method: request.method ?? 'GET',
      url,
      status: null,
      requestHeaders: {},
      headers: {},
      startedAt: now(),
    };
  }

  /** A message of the older transport, HTTP+SSE: its answer comes on another stream. */
  get isOlder(): boolean {
    this.#copy.queue.flush();
    return this.#copy.spoolAt(this.#http.url) !== undefined;
  }

  /** Of all that is handed over from now on. `original`: the request before a person changed it. */
  mark(injected: string, original?: string): void {
    this.#later(0, () => {
      this.#marks = { rehearsed: true, injected };
      this.#original = original;
    });
  }

  /** Of the next message of the server. */
  markNext(injected: string, original?: string): void {
    this.#later(0, () => {
      this.#nextMarks = { rehearsed: true, injected, ...(original === undefined ? {} : { original }) };
    });
  }

  sent(chunk: Buffer): void {
    this.#later(chunk.length, () => this.#sent.add(chunk));
  }

  sentAll(): void {
    this.#later(0, () => this.#takeSent());
  }

  /** `partial`: the client or the server ended it before the request was over. */
  #takeSent(partial: { partial?: true } = {}): void {
    if (this.#sent.length === 0) return;
    const framed = { ...this.#sent.take(), ...partial };
    const message = parseJson(framed.text);
    const value = message.ok ? message.value : null;
    const session = this.#request.headers['mcp-session-id'];
    const stream = this.#copy.spoolAt(this.#http.url);
    const isHello = isObject(value) && value.method === 'initialize' && stream === undefined;
    // A handshake begins a session that gets its name with the answer.
    this.#startsSession = isHello ? `hello ${this.#http.exchange}` : '';
    const key = this.#startsSession || this.#sessionKey;
    if (session === undefined && stream === undefined && isObject(value))
      this.#copy.noteRequest(this.#agent, value.method, this.#startsSession);
    this.#spool = stream ?? this.#copy.spoolOf(key, clientName(value), this.#at);
    this.#id = isObject(value) && Object.hasOwn(value, 'id') ? value.id : undefined;
    this.#message('out', framed, this.#http.startedAt);
  }

  answered(answer: AnswerHead): void {
    this.#later(0, () => {
      const http = this.#http;
      http.status = answer.statusCode ?? null;
      if (answer.statusMessage) http.statusText = answer.statusMessage;
      http.headers = hideCredentials(pairs(answer));
      http.headersAt = this.#at;
      this.#encoding = answer.headers['content-encoding'] ?? '';
      const session = answer.headers['mcp-session-id'];
      if (this.#startsSession !== '' && typeof session === 'string') this.#copy.rename(this.#startsSession, session);
      // A server without sessions: the client's next requests have no id either.
      else if (this.#startsSession !== '' && http.status === 200)
        this.#copy.rename(this.#startsSession, ofAgent(this.#agent));
      if (this.#startsSession !== '' && this.#spool && mayFallBack.has(http.status))
        this.#copy.refused(this.#agent, this.#spool);
      const type = answer.headers['content-type'] ?? '';
      if (!type.startsWith('text/event-stream') || this.#encoding !== '') return;
      this.#stream = new SseReader();
      this.#tell();
      this.#write({ lane: 'life', event: 'stream_opened', via: http.exchange });
    });
  }

  received(chunk: Buffer): void {
    this.#later(chunk.length, () => {
      if (!this.#stream) return this.#received.add(chunk);
      for (const item of this.#stream.push(chunk)) this.#takeItem(item);
    });
  }

  receivedAll(): void {
    this.#later(0, () => {
      this.#http.endedAt = this.#at;
      if (this.#stream) {
        for (const item of this.#stream.end()) this.#takeItem(item);
        return this.#end({ lane: 'life', event: 'stream_ended', via: this.#http.exchange, clean: true });
      }
      const framed = this.#decoded();
      const isMessage = framed.text !== '' && isJsonRpc(framed.text);
      if (!isMessage) this.#keepBody(framed);
      const spool = this.#ownSpool();
      spool.together(() => {
        this.#tell();
        if (isMessage) this.#message('in', framed);
      });
      this.#isOver = true;
    });
  }

  /** `packet`: the bytes that were no answer, of those that came last. */
  failed(reason: string, packet?: Buffer): void {
    this.#breakOff(reason, {}, packet);
  }

  /** The client closed the connection before the answer was complete. */
  left(): void {
    this.#breakOff(clientLeft, { closedBy: 'client' });
  }

  #breakOff(reason: string, who: Pick<LifeEvent, 'closedBy'>, packet?: Buffer): void {
    this.#later(packet?.length ?? 0, () => {
      if (this.#isOver) return;
      this.#takeSent({ partial: true });
      this.#http.endedAt = this.#at;
      if (this.#stream) {
        for (const item of this.#stream.end()) this.#takeItem(item);
        const message = reason.replace(/^[A-Z_]+: /, '');
        const via = this.#http.exchange;
        return this.#end({ lane: 'life', event: 'stream_ended', via, clean: false, ...who, message });
      }
      // What came before it broke is what a person looks for.
      if (packet && this.#received.length === 0) this.#received.add(packet);
      this.#keepBody(this.#decoded());
      this.#http.error = reason;
      this.#tell();
      this.#isOver = true;
    });
  }

  #keepBody({ text, bytes, cut }: FramedText): void {
    if (text !== '') this.#http.body = text;
    if (bytes) this.#http.bodyBytes = bytes;
    if (cut !== undefined) this.#http.bodyCut = cut;
  }

  #takeItem(item: ReturnType<SseReader['push']>[number]): void {
    if (item.kind === 'remark') return;
    const { data, event, id, retry } = item;
    if (event === 'endpoint' && this.#isOlderStream() && URL.canParse(data.text, this.#http.url)) {
      this.#endpoint = new URL(data.text, this.#http.url).href;
      this.#copy.nameEndpoint(this.#endpoint, this.#ownSpool());
    }
    const sse = {
      ...(event === undefined ? {} : { event }),
      ...(id === undefined ? {} : { id }),
      ...(retry === undefined ? {} : { retry }),
    };
    const labels = Object.keys(sse).length === 0 ? {} : { sse };
    this.#message('in', { ...data, ...labels });
  }

  #end(event: Partial<WireEvent>): void {
    if (!this.#isOver) this.#write(event);
    this.#isOver = true;
    if (this.#endpoint !== '') this.#copy.nameEndpoint(this.#endpoint, null);
  }

  /** The `http` line: after what was sent, before what came back. */
  #tell(): void {
    if (this.#wasTold) return;
    this.#wasTold = true;
    this.#http.requestHeaders = hideCredentials(pairs(this.#request));
    const credential = this.#copy.credentials.mark(this.#request.headers.authorization, this.#http.startedAt);
    if (credential) this.#http.credential = credential;
    this.#write({ lane: 'http', http: this.#http, ...(this.#id === undefined ? {} : { id: this.#id }) });
  }

  #message(lane: 'in' | 'out', text: SpoolText, at = this.#at): void {
    const own = lane === 'in' ? this.#nextMarks : this.#original === undefined ? {} : { original: this.#original };
    if (lane === 'in') this.#nextMarks = {};
    this.#ownSpool().texts(lane, [{ ...text, ...this.#marks, ...own, via: this.#http.exchange }], at);
  }

  #write(event: object): void {
    this.#ownSpool().event({ at: this.#at, server: '', epoch: 1, ...this.#marks, ...event } as WireEvent);
  }

  #ownSpool(): SpoolWriter {
    if (this.#spool) return this.#spool;
    this.#spool = this.#isOlderStream()
      ? this.#copy.spoolOfStream(this.#http.exchange, this.#agent, this.#at)
      : this.#copy.spoolOf(this.#sessionKey, undefined, this.#at);
    return this.#spool;
  }

  get #sessionKey(): string {
    const session = this.#request.headers['mcp-session-id'];
    return typeof session === 'string' ? session : ofAgent(this.#agent);
  }

  get #agent(): string {
    return this.#request.headers['user-agent'] ?? '';
  }

  /** HTTP+SSE (2024-11-05) begins with a stream. */
  #isOlderStream(): boolean {
    return this.#request.method === 'GET' && this.#stream !== null && !isNewer(this.#request);
  }

  /** Compressed on the way; only the copy is read. What cannot be unpacked is kept as it came: it must not pass unseen. */
  #decoded(): FramedText {
    const framed = this.#received.take();
    const encoding = this.#encoding.trim().toLowerCase();
    if (encoding === '' || encoding === 'identity' || framed.text === '') return framed;
    const unpack = unpackers.get(encoding);
    try {
      if (!unpack) throw new Error('Misfire does not know how');
      const read = unpack(Buffer.from(framed.bytes ?? framed.text), { maxOutputLength: unpackLimit });
      return { text: read.toString('utf8') };
    } catch (error) {
      const why = (error as NodeJS.ErrnoException).code ?? (error as Error).message;
      this.#http.problem = `The body is packed (${encoding.slice(0, 40)}) and was not unpacked: ${why}.`;
      return framed;
    }
  }

  #later(bytes: number, act: () => void): void {
    this.#copy.queue.add(bytes, (at) => {
      this.#at = at;
      try {
        act();
      } catch {
        // A copy that cannot be made is no reason to hold up what is copied.
      }
    });
  }
}

/** In Streamable HTTP a stream follows the handshake and names its version. */
export const isNewer = ({ headers }: IncomingMessage): boolean =>
  headers['mcp-session-id'] !== undefined || headers['mcp-protocol-version'] !== undefined;

function* pairs({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): Generator<readonly [string, string]> {
  for (let index = 0; index < rawHeaders.length; index += 2)
    yield [rawHeaders[index]?.toLowerCase() ?? '', rawHeaders[index + 1] ?? ''];
}

function isJsonRpc(text: string): boolean {
  const read = parseJson(text);
  if (!read.ok) return false;
  const [first] = Array.isArray(read.value) ? read.value : [read.value];
  return isObject(first) && first.jsonrpc === '2.0';
}

function clientName(value: Json): string | undefined {
  if (!isObject(value) || !isObject(value.params)) return undefined;
  // Since 2026-07-28 every request says so, as there is no handshake.
  const clientInfo = value.params.clientInfo ?? member(value.params._meta, 'io.modelcontextprotocol/clientInfo');
  if (!isObject(clientInfo)) return undefined;
  const name = clientInfo.title ?? clientInfo.name;
  return typeof name === 'string' ? name.slice(0, 60) : undefined;
}
