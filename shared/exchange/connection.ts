// The state of one connection for pairing: open calls, recently ended ones, HTTP exchanges, the last lines of stderr. Every
// memory is bounded. If something is forgotten, a row may lose a remark, but no row is lost.

import type { Account } from '../account/account.ts';
import type { Json } from '../json/json.ts';
import type { HttpExchange, StoredEvent } from '../wire.ts';
import { Bursts } from './bursts.ts';
import { idKey } from './canonical.ts';
import { ClientConduct } from './client-conduct.ts';
import { ConnectionFacts } from './connection-facts.ts';
import type { ConnectionEnd } from './ended-connection.ts';
import { GrowingAccounts } from './growing-accounts.ts';
import { LastLines, stderrLines } from './last-lines.ts';
import type { Entry } from './ledger.ts';
import { type Direction, letGo, type PendingCall } from './pending-call.ts';
import { RecentMap } from './recent-map.ts';
import { RuleWatch } from './rule-watch.ts';
import { SettledCalls } from './settled-calls.ts';
import { Tasks } from './tasks.ts';

/** One message before it becomes a row. `text` returns its verbatim text. */
export interface Delivery {
  event: StoredEvent;
  lane: Direction;
  memberIndex: number;
  value: Json;
  text: () => string;
  via: number | undefined;
}

interface Exchange {
  http: HttpExchange | null;
  calls: PendingCall[];
  /** The row of a notification or response that it carried, or of the exchange itself. */
  carried: Entry | null;
  /** Its events have ids, so the rest may come on another stream. */
  resumable: boolean;
}

/** When a client's connection was watched: from its first event to its end; null: it is still open. */
export interface WatchedTime {
  connection: Pick<ConnectionState, 'server' | 'epoch'>;
  /** The server's name as clients write it. */
  name: string;
  from: number;
  to: number | null;
  /** Some of its traffic was not kept, so nothing can be said to be missing from it. */
  hasGaps: boolean;
}

/** Open calls under one id, oldest first. More than one only if an id was reused too early. */
interface Waiting {
  head: PendingCall;
  tail: PendingCall;
}

const exchangeMemory = 2000;
const postMemory = 200;
const correctableMemory = 100;

export class ConnectionState {
  readonly server: string;
  readonly epoch: number;
  readonly settled = { out: new SettledCalls(), in: new SettledCalls() };
  readonly tokens = { out: new Map<string, PendingCall>(), in: new Map<string, PendingCall>() };
  readonly stderr = new LastLines(stderrLines);
  readonly noise = new LastLines();
  bursts = new Bursts();
  /** Open calls without a remark about noise so far. */
  readonly quiet = new Set<PendingCall>();
  /** Facts that it has shown. */
  readonly facts = new ConnectionFacts();
  /** Calls whose response requires input, with the server's mark for each. They are open calls too. */
  readonly wanting = new Map<PendingCall, string | null>();
  readonly tasks = new Tasks();
  /** HTTP+SSE: the exchange only accepts a message; the response comes on the stream. */
  answersOnStream = false;
  /** A process was started for it. */
  hasProcess = false;
  /** Something went over HTTP. */
  hasExchanges = false;
  /** It has sent a response. */
  hasAnswered = false;
  /** The number of stderr lines at its last response. */
  stderrAtAnswer = 0;
  /** Unmatched responses that may belong to open calls. */
  readonly strays: { id: string | null; at: number; text: string }[] = [];
  readonly growing = new GrowingAccounts();
  /** The last failed handshake, which explains a missing connection. */
  failedHandshake: Account | null = null;
  /** The mistakes of its client. */
  conduct = new ClientConduct();
  /** Judges its messages by the rules of the protocol. */
  watch = new RuleWatch();
  /** Misfire sent messages that break rules on purpose. */
  isProbed = false;
  /** The server rejected `server/discover` as unknown: a failure only if nothing else is tried. */
  unknownDiscovery: { entry: Entry; account: Account; call: Pick<PendingCall, 'method' | 'params' | 'http'> } | null =
    null;
  /** null: not a connection of a watched client. */
  watched: WatchedTime | null = null;
  /** null while it is open. */
  end: ConnectionEnd | null = null;
  /** How its process ended, and when; null: it runs, or there is none. */
  exit: { at: number; process: NonNullable<Account['process']> } | null = null;
  /** Misfire requested the end, so an exit is expected. */
  closing = false;
  /** It has ended; only events that were on their way may still come. */
  isOver = false;
  lastAt = 0;
  /** Calls whose HTTP exchange ended without a body. Unless the next event is a response, there is none. */
  doubts: { call: PendingCall; at: number; seq: number | null }[] = [];
  /** Calls of the HTTP exchange that was the last event, for responses without id and exchange. */
  justCarried: PendingCall[] = [];
  readonly #open = { out: new Map<string, Waiting>(), in: new Map<string, Waiting>() };
  readonly #exchanges = new RecentMap<number, Exchange>(exchangeMemory);
  /** Posted messages without their HTTP exchange so far, for recordings that do not number them. */
  #posts: Entry[] = [];
  /** Calls that ended without a response, with their content. */
  #correctable: PendingCall[] = [];

  constructor(server: string, epoch: number) {
    this.server = server;
    this.epoch = epoch;
  }

  /** Noise that arrived while this call was open and may have been its response. */
  noiseDuring(call: PendingCall): string[] {
    return [...this.noise.since(call.noiseFrom), ...(call.ownNoise?.since(0) ?? [])];
  }

  get hasOpen(): boolean {
    return this.#open.out.size > 0 || this.#open.in.size > 0;
  }

  openCall(direction: Direction, key: string): PendingCall | undefined {
    return this.#open[direction].get(key)?.head;
  }

  /**
   * The open or recently ended call that an event names by a parsed id. A number that a double cannot hold has lost digits there. So this
   * returns the oldest open call whose id reads as the same double.
   */
  callNamed(direction: Direction, id: Json): PendingCall | undefined {
    const key = idKey(id);
    const call = this.openCall(direction, key) ?? this.settled[direction].get(key);
    if (call || typeof id !== 'number' || Number.isSafeInteger(id)) return call;
    for (const open of this.openCalls())
      if (open.direction === direction && Number(open.key) === id && !open.http) return open;
    return undefined;
  }

  /** Returns the call that already waits under this id, if any. */
  add(call: PendingCall): PendingCall | undefined {
    const open = this.#open[call.direction];
    const waiting = open.get(call.key);
    this.#noteCompany(call, open);
    if (call.direction === 'out') this.growing.noteRequest(call.target);
    this.quiet.add(call);
    if (call.token !== null) this.tokens[call.direction].set(call.token, call);
    if (!waiting) {
      open.set(call.key, { head: call, tail: call });
      return undefined;
    }
    waiting.tail.next = call;
    waiting.tail = call;
    return waiting.head;
  }

  /** If several are open, all but the first already know. */
  #noteCompany(call: PendingCall, open: ReadonlyMap<string, Waiting>): void {
    if (open.size === 0) return;
    call.isAlone = false;
    if (open.size === 1) for (const { head } of open.values()) head.isAlone = false;
  }

  /** Removes it from the open calls once its outcome is known. */
  remove(call: PendingCall): void {
    const open = this.#open[call.direction];
    const waiting = open.get(call.key);
    if (waiting?.head === call) {
      if (call.next) waiting.head = call.next;
      else open.delete(call.key);
    } else if (waiting) {
      let before = waiting.head;
      while (before.next && before.next !== call) before = before.next;
      before.next = call.next;
      if (waiting.tail === call) waiting.tail = before;
    }
    call.next = null;
    this.quiet.delete(call);
    this.wanting.delete(call);
    if (call.token !== null) this.tokens[call.direction].delete(call.token);
    this.settled[call.direction].add(call);
  }

  /**
   * A response may still correct the outcome and needs the request, which may have megabytes. So only this many calls keep it.
   */
  keepCorrectable(call: PendingCall): void {
    this.#correctable.push(call);
    if (this.#correctable.length > correctableMemory) letGo(this.#correctable.shift() as PendingCall);
  }

  /** Ended long ago: only the handshake's result is still needed. */
  forgetCalls(): void {
    for (const call of this.#correctable) letGo(call);
    this.#correctable = [];
    this.settled.out.clear();
    this.settled.in.clear();
    this.#exchanges.clear();
    this.#posts = [];
    this.justCarried = [];
    this.bursts = new Bursts();
    this.facts.forgetTools();
    this.growing.clear();
    this.conduct = new ClientConduct();
    this.watch = new RuleWatch();
    this.strays.length = 0;
    this.unknownDiscovery = null;
    this.failedHandshake = null;
    this.end = null;
  }

  *openCalls(): Generator<PendingCall> {
    for (const open of [this.#open.out, this.#open.in]) {
      for (const { head } of [...open.values()]) {
        for (let call: PendingCall | null = head; call; ) {
          const next: PendingCall | null = call.next;
          yield call;
          call = next;
        }
      }
    }
  }

  exchange(number: number): Exchange {
    const known = this.#exchanges.get(number);
    if (known) return known;
    const exchange: Exchange = { http: null, calls: [], carried: null, resumable: false };
    this.#exchanges.set(number, exchange);
    this.hasExchanges = true;
    return exchange;
  }

  post(entry: Entry): void {
    this.#posts.push(entry);
    if (this.#posts.length > postMemory) this.#posts = this.#posts.slice(-postMemory / 2);
  }

  /** Takes the newest post without an exchange. */
  claimPost(): Entry | undefined {
    return this.#posts.pop();
  }
}
