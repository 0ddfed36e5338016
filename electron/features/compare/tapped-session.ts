// A separate connection for probing, next to the one people use, and closed afterwards. Owns waiting for responses that no id matches:
// errors without an id, HTTP errors, silence.

import { type Json, member } from '../../../shared/json/json.ts';
import type { StoredEvent } from '../../../shared/wire.ts';
import type { Connection, Connections } from '../../inspector/connections/connections.ts';
import type { Log } from '../../inspector/log/log.ts';
import type { Recorded, Recorder } from '../../inspector/log/recorder.ts';
import type { Session } from '../../inspector/session/session.ts';
import { isAnswer } from './answered.ts';

/** How long a server that still answers pings may take to respond to a broken message. */
const quietMs = 120;
const patienceMs = 3_000;

/** The reaction to a text, once there is one. */
interface Reaction {
  /** Rows that belong to it, in order. */
  rows: number[];
  /** Nothing came back. */
  silent: boolean;
  /** The connection ended because of it. */
  ended: boolean;
}

export class TappedSession {
  readonly session: Session;
  /** Longer for a server that may still be starting: without a handshake nothing has shown that it is ready. */
  readonly #patienceMs: number;
  #events: Recorded[] = [];
  #wake: (() => void)[] = [];

  /** `startMs`: how long its start may take, if no handshake waits for it. */
  constructor(connections: Connections, connection: Connection, recorder: Recorder, startMs = 0) {
    this.#patienceMs = patienceMs + startMs;
    this.session = connections.createSession(connection, {
      actor: 'probe',
      recorder: {
        record: (server, epoch, events) => {
          const recorded = recorder.record(server, epoch, events);
          this.#events.push(...recorded);
          // Only events after the last sent text are ever needed.
          if (this.#events.length > 5_000) this.#events.splice(0, 2_500);
          for (const wake of this.#wake.splice(0)) wake();
          return recorded;
        },
      },
    });
  }

  /** What the log says of its failed start; null: nothing failed in it. */
  startFailure(log: Pick<Log, 'failureOf'>): string | null {
    for (const { event } of this.#events) {
      const failure = log.failureOf(event.seq);
      if (failure !== null) return failure.sentence;
    }
    return null;
  }

  /** The handshake response carried a session id. */
  get hasSessionId(): boolean {
    return this.#events.some(
      ({ event }) => event.lane === 'http' && event.http.headers['mcp-session-id'] !== undefined,
    );
  }

  /** Sends any text and waits until the server reacted or clearly will not. */
  async sendAndWatch(text: string, headers: Record<string, string | null>): Promise<Reaction> {
    const { session } = this;
    const { seq, settled } = session.sendRaw(text, { headers, timeoutMs: this.#patienceMs * 10 });
    const deadline = performance.now() + this.#patienceMs;
    let asked = 'no' as 'no' | 'asked' | 'answered';
    for (;;) {
      const reaction = this.#reaction(seq);
      const late = performance.now() >= deadline || asked === 'answered';
      if (reaction || late || !session.isOpen) {
        if (settled) session.cancel(seq, 'Misfire has seen enough.');
        return reaction ?? { rows: [seq], silent: true, ended: !session.isOpen };
      }
      await this.#next(asked === 'no' ? quietMs : deadline - performance.now());
      // A server that reads in order has had its chance once it answers a later ping.
      if (asked === 'no' && this.#reaction(seq) === null && session.isOpen && !this.#overHttp(seq)) {
        asked = 'asked';
        // Since 2026-07-28 there is no ping; discovery is just as harmless.
        const sign = session.era === 'modern' ? 'server/discover' : 'ping';
        void session.request(sign, '', { timeoutMs: this.#patienceMs }).settled.then(() => {
          setTimeout(() => {
            asked = 'answered';
            for (const wake of this.#wake.splice(0)) wake();
          }, quietMs);
        });
      }
    }
  }

  /** Waits briefly for a response to a request that timed out; returns its row if one came. */
  async lateAnswer(id: Json, after: number, ms: number): Promise<number | null> {
    const deadline = performance.now() + ms;
    for (;;) {
      const found = this.#after(after).find(
        ({ event, message }) => event.lane === 'in' && message?.ok && member(message.value, 'id') === id,
      );
      if (found) return found.event.seq;
      const left = deadline - performance.now();
      if (left <= 0 || !this.session.isOpen) return null;
      await this.#next(left);
    }
  }

  #reaction(seq: number): Reaction | null {
    const later = this.#after(seq);
    const via = this.#via(seq);
    const mine = later.filter(({ event }) => via === undefined || viaOf(event) === via);
    const sent = this.#events.find(({ event }) => event.seq === seq)?.event;
    const ids = new Set(sent?.lane === 'out' ? idsIn(sent.text) : []);
    const answer = mine.find(
      ({ event, message }) =>
        event.lane === 'in' && message?.ok && isAnswer(message.value) && answers(ids, message.value),
    );
    const http = mine.find(({ event }) => event.lane === 'http' && event.http.endedAt !== undefined);
    const ends = later.filter(({ event }) => event.lane === 'life');
    const ended = (name: string) => ends.find(({ event }) => event.lane === 'life' && event.event === name);
    // The exit status of the process says more than a closed pipe.
    const end = ended('exited') ?? ended('closed');
    const cut = mine.find(({ event }) => event.lane === 'life' && event.event === 'stream_ended');
    if (answer) return { rows: distinct([seq, http?.event.seq, answer.event.seq]), silent: false, ended: false };
    if (http && http.event.lane === 'http') {
      const { status, error } = http.event.http;
      const silent = error === undefined && status !== null && status < 300;
      return { rows: distinct([seq, http.event.seq]), silent, ended: false };
    }
    if (cut || end) return { rows: distinct([seq, end?.event.seq]), silent: true, ended: end !== undefined };
    return null;
  }

  #after(seq: number): Recorded[] {
    return this.#events.filter(({ event }) => event.seq > seq);
  }

  #via(seq: number): number | undefined {
    const sent = this.#events.find(({ event }) => event.seq === seq)?.event;
    return sent?.lane === 'out' ? sent.via : undefined;
  }

  #overHttp(seq: number): boolean {
    return this.#via(seq) !== undefined;
  }

  #next(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, Math.max(0, ms));
      this.#wake.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }
}

function viaOf(event: StoredEvent): number | undefined {
  if (event.lane === 'http') return event.http.exchange;
  return 'via' in event ? event.via : undefined;
}

/** Texts that are not JSON have ids too, as far as a server may have read them. */
const idsIn = (text: string): string[] => [...text.matchAll(/"id":("[^"]*"|null|\d+)/g)].map(([, id]) => id as string);

/** An error without an id may answer anything. Our own ping, which checks whether the server is alive, has one. */
function answers(ids: ReadonlySet<string>, value: Json): boolean {
  return (Array.isArray(value) ? value : [value]).some((part) => {
    const id = member(part, 'id') ?? null;
    return id === null || ids.has(JSON.stringify(id));
  });
}

const distinct = (seqs: (number | undefined)[]): number[] => [
  ...new Set(seqs.filter((seq): seq is number => seq !== undefined)),
];
