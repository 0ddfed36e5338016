// The connection of a program between client and server to the app that holds messages. Owns that nothing gets stuck: without the app,
// or after the time that it was given, a message passes as it came. Loaded only while something may be held.

import { createConnection, type Socket } from 'node:net';
import {
  type ActiveHold,
  type DecideMessage,
  type FromApp,
  type FromProgram,
  type HeldMessage,
  longestHeld,
  proofText,
} from '../../../../shared/features/hold/channel.ts';
import { type GoneReason, holdMarks } from '../../../../shared/features/hold/held.ts';
import type { HoldRule } from '../../../../shared/features/hold/rules.ts';
import { now } from '../../../transports/clock.ts';
import type { Parties } from '../../rehearse/running/rehearse-lines.ts';

/** Loaded on demand: an import would come first in the one file of the wrap, which seldom holds anything. */
const crypto = () => process.getBuiltinModule('node:crypto');

/** How long the app may take until it says that it shows a held message. */
const shownMs = 2000;
/** How long the app may take to answer at all. */
const connectMs = 1000;

/** However long the app asks for. */
const longestWaitMs = 5 * 60_000 + 5000;

/** Why a message goes on, and as what. `isFree`: it was not held, so nothing is said of it. `isLeft`: its client left. */
export type HoldDecision = Pick<DecideMessage, 'action' | 'text' | 'isFree'> & { isLeft?: true };

/** What the program knows of a message that it wants to hold. */
export type WantedMessage = Omit<HeldMessage, 'say' | 'held' | 'heldAt'>;

interface Waiting {
  decide: (decision: HoldDecision) => void;
  timer: NodeJS.Timeout;
}

/** It was held for a while, which its row has to say. */
export const passed: HoldDecision = { action: 'pass' };
export const free: HoldDecision = { action: 'pass', isFree: true };
/** A request that was canceled while held never reaches the server. */
export const left: HoldDecision = { action: 'drop', isLeft: true };

export const holdMarkOf = ({ action, isLeft }: HoldDecision): string => holdMarks[isLeft ? 'pass' : action];

export class HoldLink {
  readonly #socket: Socket;
  readonly #active: ActiveHold;
  readonly #parties: Parties;
  readonly #nonce = crypto().randomBytes(24).toString('base64url');
  readonly #waiting = new Map<number, Waiting>();
  #rules: readonly HoldRule[] = [];
  #count = 0;
  #text = '';
  #isProven = false;
  #isOpen = true;
  #ready: () => void = () => {};

  private constructor(active: ActiveHold, parties: Parties) {
    this.#active = active;
    this.#parties = { ...parties };
    this.#socket = createConnection({ host: '127.0.0.1', port: active.port });
    this.#socket.setEncoding('utf8');
    // A wrap ends with its client, not with the app.
    this.#socket.unref();
    this.#socket.on('connect', () => this.#say({ say: 'hello', nonce: this.#nonce }));
    this.#socket.on('data', (text: string) => this.#take(text));
    this.#socket.on('error', () => this.#lose());
    this.#socket.on('close', () => this.#lose());
  }

  /** Resolves with the first rules; null: there is no app that holds, so everything passes. */
  static open(active: ActiveHold, parties: Parties): Promise<HoldLink | null> {
    const link = new HoldLink(active, parties);
    return new Promise((resolve) => {
      const timer = setTimeout(() => link.#lose(), connectMs);
      link.#ready = () => {
        clearTimeout(timer);
        resolve(link.#isOpen ? link : null);
      };
    });
  }

  /** Rules for this client and this server. */
  get rules(): readonly HoldRule[] {
    return this.#isOpen ? this.#rules : [];
  }

  /** Something is held, or may be. */
  get isOn(): boolean {
    return this.#isOpen && (this.#rules.length > 0 || this.#waiting.size > 0);
  }

  /** From the handshake, if nothing said it before. */
  learnClient(name: string | null): void {
    if (name === null || this.#parties.client !== null) return;
    this.#parties.client = name;
    this.#say({ say: 'client', name: name.slice(0, 200) });
  }

  /** Resolves after a decision, or when none can come. `text` is the message; a longer one passes. */
  hold(wanted: WantedMessage): { held: number; decision: Promise<HoldDecision> } {
    this.#count += 1;
    const held = this.#count;
    if (!this.#isOpen || wanted.text.length > longestHeld) return { held, decision: Promise.resolve(free) };
    const decision = new Promise<HoldDecision>((decide) => {
      this.#waiting.set(held, { decide, timer: setTimeout(() => this.release(held, 'time'), shownMs) });
    });
    this.#say({ say: 'held', held, ...wanted, heldAt: now() });
    return { held, decision };
  }

  /** Without a decision: passes it on unchanged, or drops a canceled request. */
  release(held: number, why: GoneReason, decision = passed): void {
    if (this.#settle(held, decision)) this.#say({ say: 'gone', held, why });
  }

  /** Passes everything on, in order, and ends. */
  close(): void {
    this.#lose();
    this.#socket.destroy();
  }

  #take(text: string): void {
    this.#text += text;
    const lines = this.#text.split('\n');
    this.#text = lines.pop() ?? '';
    for (const line of lines) {
      try {
        this.#hear(JSON.parse(line) as FromApp);
      } catch {
        this.#lose();
      }
    }
  }

  #hear(said: FromApp): void {
    if (said.say === 'challenge') {
      this.#prove(said);
      return;
    }
    // Nothing is believed before the other side has proven that it is the app.
    if (!this.#isProven) {
      this.#lose();
      return;
    }
    if (said.say === 'rules') {
      this.#rules = said.rules;
      this.#ready();
    } else if (said.say === 'holding') this.#extend(said.held, said.until);
    else this.#settle(said.held, said);
  }

  #prove({ proof, nonce }: Extract<FromApp, { say: 'challenge' }>): void {
    if (!isProof(proof, this.#proof('app', this.#nonce))) {
      this.#lose();
      return;
    }
    this.#isProven = true;
    const { server, client } = this.#parties;
    this.#say({ say: 'prove', proof: this.#proof('program', nonce), server, client });
  }

  #proof(side: 'app' | 'program', nonce: string): string {
    return proofOf(this.#active.key, side, nonce);
  }

  /** Bounded: the app's clock may be wrong. */
  #extend(held: number, until: number): void {
    const waiting = this.#waiting.get(held);
    if (!waiting) return;
    clearTimeout(waiting.timer);
    const ms = Math.min(Math.max(0, until - now()), longestWaitMs);
    waiting.timer = setTimeout(() => this.release(held, 'time'), ms);
  }

  #settle(held: number, decision: HoldDecision): boolean {
    const waiting = this.#waiting.get(held);
    if (!waiting) return false;
    this.#waiting.delete(held);
    clearTimeout(waiting.timer);
    waiting.decide(decision);
    return true;
  }

  #lose(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#rules = [];
    this.#socket.destroy();
    for (const held of [...this.#waiting.keys()]) this.#settle(held, passed);
    this.#ready();
  }

  #say(message: FromProgram): void {
    if (this.#isOpen) this.#socket.write(`${JSON.stringify(message)}\n`);
  }
}

export const proofOf = (key: string, side: 'app' | 'program', nonce: string): string =>
  crypto().createHmac('sha256', key).update(proofText(side, nonce)).digest('base64url');

export function isProof(given: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)];
  return one.length === other.length && crypto().timingSafeEqual(one, other);
}
