// What pairing knows of one connection: open calls, those that ended lately, HTTP exchanges, last words on stderr.
// Every memory here is bounded; what is forgotten costs a remark on a row, never a row.

import type { Account } from '../account/account.ts';
import type { Json } from '../json/json.ts';
import type { HttpExchange, StoredEvent } from '../wire.ts';
import { Bursts } from './bursts.ts';
import { type Call, type Direction, letGo } from './call.ts';
import { idKey } from './canonical.ts';
import { ClientConduct } from './client-conduct.ts';
import { ConnectionFacts } from './connection-facts.ts';
import type { ConnectionEnd } from './ended-connection.ts';
import type { RefusedHandshake } from './fallback.ts';
import { GrowingAccounts } from './growing-accounts.ts';
import { LastLines, stderrLines } from './last-lines.ts';
import type { Entry } from './ledger.ts';
import { RecentMap } from './recent-map.ts';
import { SettledCalls } from './settled-calls.ts';

/** One message on its way to a row. `text` gives its verbatim text when someone asks. */
export interface Delivery {
  event: StoredEvent;
  lane: Direction;
  memberIndex: number;
  value: Json;
  text: () => string;
  via: number | undefined;
}

export interface Exchange {
  http: HttpExchange | null;
  calls: Call[];
  /** Row of a notification or an answer that it carried, or of the exchange itself. */
  carried: Entry | null;
  /** Its events have ids, so what is missing may come on another stream. */
  resumable: boolean;
}

/** Open calls under one id, oldest first: more than one only when the id was reused too early. */
interface Waiting {
  head: Call;
  tail: Call;
}

const exchangeMemory = 2000;
const postMemory = 200;
const correctableMemory = 100;

export class ConnectionState {
  readonly server: string;
  readonly epoch: number;
  readonly settled = { out: new SettledCalls(), in: new SettledCalls() };
  readonly tokens = { out: new Map<string, Call>(), in: new Map<string, Call>() };
  readonly stderr = new LastLines(stderrLines);
  readonly noise = new LastLines();
  bursts = new Bursts();
  /** Open calls that carry no noise remark yet. */
  readonly quiet = new Set<Call>();
  /** What it has said about itself. */
  readonly facts = new ConnectionFacts();
  /** Calls that came back wanting input, with the server's mark for each. They are open calls too. */
  readonly wanting = new Map<Call, string | null>();
  /** HTTP+SSE: a message is only taken in by its own exchange, and answered on the stream. */
  answersOnStream = false;
  /** A process was started for it. */
  hasProcess = false;
  /** Something went over HTTP. */
  hasExchanges = false;
  /** It has answered something. */
  hasAnswered = false;
  /** How many lines of stderr there were at its last answer. */
  stderrAtAnswer = 0;
  /** Answers that no call took, for calls that are still open. */
  readonly strays: { id: string | null; at: number; text: string }[] = [];
  readonly growing = new GrowingAccounts();
  /** The handshake that failed last, which is why a connection does not come about. */
  failedHandshake: Account | null = null;
  /** What its client did wrong. */
  conduct = new ClientConduct();
  /** Handshakes that failed before one passed. */
  readonly refused: RefusedHandshake[] = [];
  /** null: it goes on. */
  end: ConnectionEnd | null = null;
  /** We asked for the end, so an exit is no surprise. */
  closing = false;
  /** It has ended; only what was on its way may still come. */
  isOver = false;
  lastAt = 0;
  /** Calls whose HTTP exchange ended without a body: unless the next event brings an answer, none came. */
  doubts: { call: Call; at: number; seq: number | null }[] = [];
  /** Calls of the HTTP exchange that was the connection's last event, for answers that name neither id nor exchange. */
  justCarried: Call[] = [];
  readonly #open = { out: new Map<string, Waiting>(), in: new Map<string, Waiting>() };
  readonly #exchanges = new RecentMap<number, Exchange>(exchangeMemory);
  /** What was posted and has not met its HTTP exchange, for recordings that do not number them. */
  #posts: Entry[] = [];
  /** Calls that ended for want of an answer, with what they carried. */
  #correctable: Call[] = [];

  constructor(server: string, epoch: number) {
    this.server = server;
    this.epoch = epoch;
  }

  /** What came in place of messages while this call was open, and may have been its answer. */
  noiseDuring(call: Call): string[] {
    return [...this.noise.since(call.noiseFrom), ...(call.ownNoise?.since(0) ?? [])];
  }

  get hasOpen(): boolean {
    return this.#open.out.size > 0 || this.#open.in.size > 0;
  }

  openCall(direction: Direction, key: string): Call | undefined {
    return this.#open[direction].get(key)?.head;
  }

  /**
   * The call, open or just ended, that an event names by a parsed id. A number that a double cannot hold has lost its digits
   * there, so the oldest open call whose id reads as the same double is meant.
   */
  callNamed(direction: Direction, id: Json): Call | undefined {
    const key = idKey(id);
    const call = this.openCall(direction, key) ?? this.settled[direction].get(key);
    if (call || typeof id !== 'number' || Number.isSafeInteger(id)) return call;
    for (const open of this.openCalls())
      if (open.direction === direction && Number(open.key) === id && !open.http) return open;
    return undefined;
  }

  /** Returns the call that already waits under this id, if there is one. */
  add(call: Call): Call | undefined {
    const open = this.#open[call.direction];
    const waiting = open.get(call.key);
    this.#noteCompany(call, open);
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

  /** Of several that are open, all but the first know already. */
  #noteCompany(call: Call, open: ReadonlyMap<string, Waiting>): void {
    if (open.size === 0) return;
    call.isAlone = false;
    if (open.size === 1) for (const { head } of open.values()) head.isAlone = false;
  }

  /** Takes it out of the open ones, once it is known how it ended. */
  remove(call: Call): void {
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

  /** An answer may still correct its end and be read by what it asked, which may be megabytes: so many calls keep that. */
  keepCorrectable(call: Call): void {
    this.#correctable.push(call);
    if (this.#correctable.length > correctableMemory) letGo(this.#correctable.shift() as Call);
  }

  /** Long over: only what was agreed on is still asked for. */
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
    this.strays.length = 0;
    this.refused.length = 0;
    this.failedHandshake = null;
    this.end = null;
  }

  *openCalls(): Generator<Call> {
    for (const open of [this.#open.out, this.#open.in]) {
      for (const { head } of [...open.values()]) {
        for (let call: Call | null = head; call; ) {
          const next: Call | null = call.next;
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

  /** The newest post without an exchange, claimed. */
  claimPost(): Entry | undefined {
    return this.#posts.pop();
  }
}
