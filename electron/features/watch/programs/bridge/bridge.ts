// `misfire wrap -- URL`: stdio towards the client, HTTP towards the server. Owns what passes between the two, and that each request of
// the client gets exactly one response to each request: the server's own, or an error that says who made it and why. How the server
// is reached is the transports', who is signed in the caller's.

import { idKey } from '../../../../../shared/exchange/canonical.ts';
import { isObject } from '../../../../../shared/json/json.ts';
import { modernRevision } from '../../../../../shared/protocol/revision.ts';
import type { HttpExchange, MessageId, WireEvent } from '../../../../../shared/wire.ts';
import { CopyQueue } from '../../../../spool/copy-queue.ts';
import type { SpoolWriter } from '../../../../spool/spool-writer.ts';
import { now } from '../../../../transports/clock.ts';
import { recordedUrl } from '../../../../transports/credential-text.ts';
import { type FramedText, LineFramer } from '../../../../transports/line-framer.ts';
import { headerArgumentsIn, mirrorMessage, revisionSaid } from '../../../../transports/mirrored-headers.ts';
import type { Transport, TransportEvent } from '../../../../transports/transport.ts';
import type { ActiveFile } from '../../../rehearse/running/active-file.ts';
import { canceledBy, lineErrorCodes, type ReadMessage, readLine } from '../lines/message-lines.ts';
import { ServerConnection, type ServerTarget } from './bridge-connection.ts';
import { bodyTooLong, Replies } from './bridge-replies.ts';
import { type BridgedCall, type BridgedCalls, newPost, type Post } from './open-calls.ts';
import type { BridgeEnds, BridgeRehearsal } from './rehearse-bridge.ts';

interface BridgeOptions extends ServerTarget {
  spool: SpoolWriter;
  input: NodeJS.ReadableStream;
  /** One message a line. */
  write: (line: string) => void;
  /** Resolves with the reason when the bridge has to end before its client closes its end. */
  stopped: Promise<string>;
  /** Makes what injects failures between the client and the bridge, from the start on. */
  rehearse?: BeginRehearsal | undefined;
  /** Lets it join a rehearsal that is started while it runs. */
  later?: { active: ActiveFile; load: (file: string) => Promise<BeginRehearsal | undefined> };
}

export type BeginRehearsal = (ends: BridgeEnds) => BridgeRehearsal;

/**
 * How long open calls are waited for after the end of input. A client that is alive ends a bridge that takes too long by SIGTERM (the
 * official SDKs after 2 s), so this is for pipes without a client: long for a call, short for a person at a shell.
 */
const endWaitMs = 20_000;
/** Notifications and responses that are still in flight; their responses are not awaited. */
const postWaitMs = 2000;
/** 202 says that the response comes elsewhere. Only a stream that the server opened can bring it, and servers that do so are quick. */
const acceptedWaitMs = 10_000;
/** How long `notifications/initialized` may hold up what follows it. A server that is slow with it is asked all the same. */
const noticeWaitMs = 5000;

/** Resolves once the client has closed its end and each of its requests is answered. `problem`: why the server was never reached. */
export async function runBridge(options: BridgeOptions): Promise<{ problem: string | null }> {
  const bridge = new Bridge(options);
  return bridge.run();
}

/** What follows these needs the session that they begin. */
const handshake: ReadonlySet<string> = new Set(['initialize', 'notifications/initialized']);

class Bridge {
  readonly #options: BridgeOptions;
  readonly #connection: ServerConnection;
  readonly #replies: Replies;
  readonly #open: BridgedCalls;
  readonly #posts = new Map<number, Post>();
  readonly #inFlight = new Set<Post>();
  readonly #headerArguments = new Map<string, { path: string[]; header: string }[]>();
  readonly #copies = new CopyQueue();
  /** What waits for the connection or the handshake. */
  #queue: Post[] = [];
  #sending: Post | null = null;
  /** The handshake that is under way: what follows needs its session. */
  #handshake: Post | null = null;
  #listens = false;
  #closedWhy = '';
  #whenQuiet: (() => void)[] = [];
  #rehearsal: BridgeRehearsal | null;
  /** While a rehearsal is loaded: what the client says meanwhile. */
  #held: FramedText[] | null = null;
  #joining: Promise<void> = Promise.resolve();
  #stop: (reason: string) => void = () => {};
  readonly #stopped: Promise<string>;

  constructor(options: BridgeOptions) {
    this.#options = options;
    const ended = new Promise<string>((resolve) => {
      this.#stop = resolve;
    });
    this.#stopped = Promise.race([options.stopped, ended]);
    // What is given from the start on may be the rehearsal of that file.
    if (options.rehearse) options.later?.active.isNew();
    this.#rehearsal = options.rehearse?.(this.#ends()) ?? null;
    this.#connection = new ServerConnection(options, (event) => this.#take(event));
    this.#replies = new Replies({
      write: (line) => (this.#rehearsal ? this.#rehearsal.fromServer(line) : options.write(line)),
      record: (event) => this.#record(event),
      onResponse: (call, { value }) => this.#learn(call, value.result),
    });
    this.#open = this.#replies.open;
  }

  #ends(): BridgeEnds {
    return {
      toServer: (text) => this.#takeFramed({ text }),
      toClient: this.#options.write,
      record: (event) => this.#keep(event),
      end: (reason) => this.#stop(reason),
    };
  }

  async run(): Promise<{ problem: string | null }> {
    const { input } = this.#options;
    const stopped = this.#stopped;
    void this.#connection.open().then(() => this.#pump());
    const framer = new LineFramer();
    const onData = (chunk: Buffer) => {
      for (const line of framer.push(chunk)) this.#takeLine(line);
    };
    input.on('data', onData);
    const over = new Promise<null>((resolve) => {
      for (const event of ['end', 'close', 'error']) input.once(event, () => resolve(null));
    });
    let reason = await Promise.race([over, stopped]);
    if (reason === null) {
      for (const line of framer.end()) this.#takeLine(line);
      await this.#joining;
      this.#rehearsal?.end();
      // What was held is sent in the next turn.
      await new Promise((resolve) => setImmediate(resolve));
      reason = await Promise.race([stopped, this.#answered(endWaitMs)]);
    }
    input.off('data', onData);
    // An input that is still open would keep the process.
    input.pause();
    this.#giveUp(reason);
    if (reason === null) await Promise.race([stopped, this.#allPosted()]);
    await this.#connection.close();
    for (const post of this.#queue) this.#recordUnsent(post);
    this.#copies.flush();
    return { problem: this.#connection.problem };
  }

  // What the client says.

  #takeLine(line: FramedText): void {
    if (this.#held) {
      this.#held.push(line);
      return;
    }
    if (this.#rehearsal?.isDone) this.#rehearsal = null;
    const { later } = this.#options;
    if (!this.#rehearsal && later?.active.isNew()) this.#joining = this.#join(line, later);
    else if (this.#rehearsal && line.cut === undefined && line.bytes === undefined)
      this.#rehearsal.fromClient(line.text);
    else this.#takeFramed(line);
  }

  async #join(line: FramedText, { active, load }: NonNullable<BridgeOptions['later']>): Promise<void> {
    this.#held = [line];
    // A rehearsal that cannot be loaded must not end the traffic.
    const begin = await load(active.path).catch(() => undefined);
    this.#rehearsal = begin?.(this.#ends()) ?? null;
    const held = this.#held;
    this.#held = null;
    for (const one of held) this.#takeLine(one);
  }

  #takeFramed(line: FramedText): void {
    if (line.text.trim() === '') return;
    const read = readLine(line.text);
    if (!read.ok || line.cut !== undefined) {
      this.#record({ lane: 'out', at: now(), ...line });
      const why =
        line.cut === undefined ? `The line is not JSON: ${read.ok ? '' : read.problem}` : bodyTooLong(line.cut);
      // JSON-RPC 2.0 section 5.1: whose id cannot be read is answered with null.
      this.#replies.refuse('null', lineErrorCodes.parse, why);
      return;
    }
    const { messages, isBatch } = read;
    const invalid = messages.filter(({ kind }) => kind === 'invalid');
    // A POST carries messages and nothing else ("Sending Messages to the Server"); a batch with one of them is passed as it is.
    if (invalid.length === messages.length) this.#record({ lane: 'out', at: now(), ...line });
    else this.#takeMessages(line.text, messages, isBatch);
    for (const { idText } of messages.length === 0 ? [{ idText: 'null' }] : invalid)
      this.#replies.refuse(idText, lineErrorCodes.invalid, 'The line is JSON, but not a JSON-RPC message.');
  }

  #takeMessages(text: string, messages: ReadMessage[], isBatch: boolean): void {
    const [first] = messages;
    if (!isBatch && first && this.#cancels(first)) return;
    const post = newPost(text, messages, isBatch, !isBatch && revisionSaid(first?.value) !== undefined);
    for (const call of post.calls) this.#open.add(call);
    // What the server asks may be part of the handshake.
    if (messages.every(({ kind }) => kind === 'response') && this.#connection.transport) this.#post(post);
    else this.#queue.push(post);
    this.#pump();
  }

  /** true: closing the response was enough. In older revisions the server is notified, and owes no response then. */
  #cancels(message: ReadMessage): boolean {
    const { method, text } = message;
    if (method !== 'notifications/cancelled') return false;
    const call = this.#open.find(canceledBy(message));
    if (!call) return false;
    const { post } = call;
    if (!post.isModern) {
      call.isCanceled = true;
      return false;
    }
    this.#open.close(call);
    this.#record({ lane: 'out', at: now(), text });
    post.cancel.abort('The client canceled it.');
    this.#queue = this.#queue.filter((waiting) => waiting !== post);
    this.#settled();
    return true;
  }

  /** In the order of the client, and nothing before the handshake that it follows is over. */
  #pump(): void {
    while (this.#queue.length > 0 && !this.#handshake) {
      if (this.#connection.problem === null && !this.#connection.transport) return;
      const post = this.#queue.shift() as Post;
      if (post.messages.some(({ method }) => handshake.has(method ?? ''))) this.#holdFor(post);
      this.#post(post);
    }
  }

  #holdFor(post: Post): void {
    this.#handshake = post;
    if (post.calls.length === 0) setTimeout(() => this.#release(post), noticeWaitMs).unref();
  }

  #release(post: Post): void {
    if (this.#handshake !== post) return;
    this.#handshake = null;
    this.#pump();
  }

  #post(post: Post): void {
    const { transport, problem } = this.#connection;
    if (!transport) {
      this.#finish(post, problem ?? undefined);
      return;
    }
    const [first] = post.messages;
    const { text, isModern, cancel } = post;
    post.isDone = false;
    post.http = null;
    this.#inFlight.add(post);
    this.#sending = post;
    transport
      .send(text, {
        ...(post.isBatch || first?.value.id === undefined ? {} : { id: first.value.id }),
        ...(first?.method === undefined ? {} : { method: first.method }),
        ...(isModern ? { mirrored: mirrorMessage(text, modernRevision, this.#headerArguments) } : {}),
        isAnswered: () => !this.#open.hasOf(post),
        signal: cancel.signal,
        onDone: () => this.#posted(post, transport),
      })
      .catch((problem: Error) => this.#finish(post, this.#closedWhy || problem.message));
    this.#sending = null;
  }

  // What the server says.

  #take(event: TransportEvent): void {
    this.#record(event);
    if (event.lane === 'out') this.#began(event.via);
    else if (event.lane === 'in') this.#takeIn(event);
    else if (event.lane === 'http') this.#takeHttp(event);
    else if (event.lane === 'life') this.#takeLife(event);
  }

  #began(via: number | undefined): void {
    if (!this.#sending || via === undefined) return;
    this.#sending.via = via;
    this.#posts.set(via, this.#sending);
  }

  #takeHttp({ http, id }: TransportEvent & { lane: 'http' }): void {
    const post = this.#posts.get(http.exchange) ?? this.#postOf(id);
    if (!post || http.method !== 'POST') return;
    post.http = http;
    // Once: a token that was just made and is refused too will not get better.
    if ((http.status === 401 || http.status === 403) && post.refusal === 'none' && post.calls.length > 0)
      post.refusal = 'asking';
  }

  /** A redirect that was followed has an exchange of its own. */
  #postOf(id: MessageId | undefined): Post | undefined {
    return id === undefined ? undefined : this.#open.find(idKey(id))?.post;
  }

  #takeLife(event: TransportEvent & { lane: 'life' }): void {
    const { message = '' } = event;
    if (event.event === 'stream_opened' && event.via !== undefined) this.#listens = true;
    if (event.event === 'stream_ended') {
      const post = event.via === undefined ? undefined : this.#posts.get(event.via);
      const named = post ?? this.#postOf(event.id);
      if (named && message !== '') named.note = message;
    }
    if (event.event === 'closed') this.#closedWhy = message;
    // Over HTTP+SSE no response comes any more; over Streamable HTTP each exchange ends by itself.
    if (event.event === 'closed' && event.closedBy === 'server' && this.#connection.transport?.answersElsewhere)
      for (const post of new Set(this.#open.all().map((call) => call.post)))
        if (post.via !== undefined) this.#finish(post, message);
  }

  #takeIn(event: TransportEvent & { lane: 'in' | 'out' }): void {
    const post = event.via === undefined ? undefined : this.#posts.get(event.via);
    if (post?.refusal === 'asking') {
      post.held.push(event.text);
      return;
    }
    this.#replies.pass(event.text, post, event.cut);
    this.#settled();
  }

  #learn({ message, post }: BridgedCall, result: unknown): void {
    this.#forget(post);
    if (!isObject(result)) return;
    if (message.method === 'tools/list')
      for (const [tool, found] of headerArgumentsIn(result)) this.#headerArguments.set(tool, found);
    if (message.method === 'initialize' && typeof result.protocolVersion === 'string')
      this.#connection.transport?.setProtocolVersion?.(result.protocolVersion);
  }

  // How a post ends.

  /** Its exchange is over. A response that is not here by now comes elsewhere, or never. */
  #posted(post: Post, transport: Transport): void {
    const { http } = post;
    const isGood = http?.status != null && http.status >= 200 && http.status < 300 && http.error === undefined;
    const isHello = post.messages[0]?.method === 'initialize';
    const isMissing = this.#open.hasOf(post);
    if (isMissing && isHello && this.#connection.mayBeOlder(http)) void this.#tryOlder(post);
    else if (isMissing && post.refusal === 'asking' && http) void this.#askAgain(post, http);
    else if (isMissing && transport.answersElsewhere && isGood) this.#done(post);
    else if (isMissing && isGood && http?.status === 202 && this.#listens) {
      this.#done(post);
      setTimeout(() => this.#finish(post), acceptedWaitMs).unref();
    } else this.#finish(post);
  }

  #done(post: Post): void {
    post.isDone = true;
    this.#inFlight.delete(post);
    this.#forget(post);
    this.#settled();
  }

  /** Once it is over and answered, nothing of it is kept. */
  #forget(post: Post): void {
    if (post.isDone && post.via !== undefined && !this.#open.hasOf(post)) this.#posts.delete(post.via);
  }

  /** What of it has no response gets an error now. */
  #finish(post: Post, why?: string): void {
    this.#recordUnsent(post);
    for (const call of post.calls) this.#replies.fail(call, why);
    this.#done(post);
  }

  async #askAgain(post: Post, http: HttpExchange): Promise<void> {
    const isBetter = await this.#options.onRefusal(http).catch(() => false);
    post.refusal = 'over';
    const held = post.held.splice(0);
    if (isBetter && this.#open.hasOf(post)) this.#post(post);
    else {
      for (const text of held) this.#replies.pass(text, post);
      this.#finish(post);
    }
  }

  async #tryOlder(post: Post): Promise<void> {
    if (!(await this.#connection.openOlder())) {
      this.#finish(post);
      return;
    }
    // Its exchanges are counted from 1 again.
    this.#posts.clear();
    this.#post(post);
  }

  // The end.

  #settled(): void {
    const held = this.#handshake;
    if (held && !this.#open.hasOf(held) && (held.calls.length > 0 || held.isDone)) this.#release(held);
    if (this.#whenQuiet.length > 0 && this.#isQuiet()) for (const tell of this.#whenQuiet.splice(0)) tell();
  }

  /** A canceled request may still be answered, but is not waited for. */
  #isQuiet(): boolean {
    return this.#open.all().every(({ isCanceled }) => isCanceled);
  }

  /** null: each call has its response, or its time is over. */
  #answered(waitMs: number): Promise<null> {
    return new Promise((resolve) => {
      if (this.#isQuiet() && this.#queue.length === 0) return resolve(null);
      const timer = setTimeout(() => resolve(null), waitMs);
      this.#whenQuiet.push(() => {
        clearTimeout(timer);
        resolve(null);
      });
    });
  }

  async #allPosted(): Promise<null> {
    const until = now() + postWaitMs;
    const isWaiting = () => [...this.#inFlight, ...this.#queue].some(({ calls }) => calls.length === 0);
    while (isWaiting() && now() < until) await new Promise((resolve) => setTimeout(resolve, 10));
    return null;
  }

  /** `reason`: why the bridge ends before its client has closed its end; null: that was long ago. */
  #giveUp(reason: string | null): void {
    for (const call of this.#open.all().filter(({ isCanceled }) => !isCanceled)) {
      this.#recordUnsent(call.post);
      const id = call.message.value.id ?? null;
      const waited = `The server did not answer within ${endWaitMs / 1000} s after the client closed its end.`;
      if (reason === null)
        this.#record({ lane: 'life', event: 'timeout', at: now(), id, message: waited, afterMs: endWaitMs });
      else this.#record({ lane: 'life', event: 'cancelled', at: now(), id, message: reason });
      this.#replies.fail(call, reason === null ? waited : `The server had not answered yet. ${reason}`);
    }
  }

  /** What the client said is kept, also where there was no server to say it to. */
  #recordUnsent(post: Post): void {
    if (post.via !== undefined || post.isRecorded) return;
    post.isRecorded = true;
    this.#record({ lane: 'out', at: now(), text: post.text });
  }

  #record(event: TransportEvent): void {
    const marked = this.#rehearsal ? this.#rehearsal.marked(event) : event;
    if (marked) this.#keep(marked);
  }

  /** Recording must not end what it records, or hold it up. */
  #keep(event: TransportEvent): void {
    this.#copies.add('text' in event ? event.text.length : 0, () => {
      try {
        this.#options.spool.event({ ...event, server: '', epoch: 1 } as WireEvent);
      } catch {
        // A message too long for one line of text, say.
      }
    });
  }
}

/** The header of the spool: keys in the URL are kept in the entry, and in no other file. */
export const addressWithoutKeys = (url: string): string => recordedUrl(new URL(url));
