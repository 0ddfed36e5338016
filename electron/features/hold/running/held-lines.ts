// Holds messages between a client and a server that speak in lines: wrap and bridge. Owns which line waits, and what is recorded of it.
// Lines that no rule holds pass as they are, also while others wait.

import { holdMarks, messageLines } from '../../../../shared/features/hold/held.ts';
import { mayHoldResponse, ruleThatHolds } from '../../../../shared/features/hold/rules.ts';
import { now } from '../../../transports/clock.ts';
import { type LineEnds, lineMessage } from '../../rehearse/running/rehearse-lines.ts';
import { canceledBy, type ReadMessage } from '../../watch/programs/lines/message-lines.ts';
import { clientNameIn, serverFacts, toolOf } from './hold-facts.ts';
import { free, type HoldDecision, type HoldLink, holdMarkOf, left, passed } from './hold-link.ts';

/** A request without an answer. */
interface OpenCall {
  method: string;
  tool: string | null;
  at: number;
  /** What was done with the request: its answer has the same mark. */
  mark: string | null;
  mayHold: boolean;
}

type Side = 'client' | 'server';

/** A held message that a request brought about, or the request itself. */
interface Waiting {
  held: number;
  isRequest: boolean;
  isOver: boolean;
  go: (decided: HoldDecision) => void;
}

export class HeldLines {
  readonly #link: HoldLink;
  readonly #ends: LineEnds;
  /** Requests of the client and of the server, by id. */
  readonly #open: Record<Side, Map<string, OpenCall>> = { client: new Map(), server: new Map() };
  /** Held messages, by the side that waits for them and the id of its request. */
  readonly #held = new Map<string, Waiting>();
  #waiting = 0;

  constructor(link: HoldLink, ends: LineEnds) {
    this.#link = link;
    this.#ends = ends;
  }

  get isIdle(): boolean {
    return this.#waiting === 0 && [...this.#open.client.values(), ...this.#open.server.values()].every(isPlain);
  }

  fromClient(bytes: Buffer): void {
    this.#take('client', bytes);
  }

  fromServer(bytes: Buffer): void {
    this.#take('server', bytes);
  }

  /** One side is over: nothing waits for it any more. */
  end(): void {
    this.#link.close();
  }

  #take(from: Side, bytes: Buffer): void {
    const message = this.#mayMatter(from) ? lineMessage(bytes) : null;
    if (!message || message.kind === 'invalid') this.#pass(from, bytes);
    else if (message.kind === 'response') this.#takeResponse(from, message, bytes);
    else this.#takeRequest(from, message, bytes);
  }

  /** Without rules only answers to touched requests are read. */
  #mayMatter(from: Side): boolean {
    return this.#link.rules.length > 0 || this.#waiting > 0 || this.#open[otherSide(from)].size > 0;
  }

  #takeRequest(from: Side, message: ReadMessage, bytes: Buffer): void {
    const { method = '', key } = message;
    if (method === 'notifications/cancelled' && this.#takeCancel(from, message, bytes)) return;
    if (method === 'initialize') this.#link.learnClient(clientNameIn(message));
    const tool = toolOf(message);
    const direction = message.kind === 'request' ? 'request' : 'notification';
    const call: OpenCall = {
      method,
      tool,
      at: now(),
      mark: null,
      mayHold: mayHoldResponse(this.#link.rules, { method, tool }),
    };
    if (message.kind === 'request' && call.mayHold) this.#expect(from, key, call);
    const rule = ruleThatHolds(this.#link.rules, { direction, method, tool, isFailure: false });
    if (!rule) {
      this.#pass(from, bytes);
      return;
    }
    const { held, decision } = this.#link.hold({
      rule: rule.id,
      direction,
      from,
      method,
      tool,
      isFailure: false,
      text: message.text,
      calledAt: call.at,
    });
    const go = (decided: HoldDecision) => this.#sendRequest(from, message, bytes, call, decided);
    this.#wait(`${from} ${key}`, { held, isRequest: true, isOver: false, go }, decision);
  }

  #sendRequest(from: Side, message: ReadMessage, bytes: Buffer, call: OpenCall, decided: HoldDecision): void {
    if (decided.isFree) {
      this.#pass(from, bytes);
      return;
    }
    const mark = holdMarkOf(decided);
    const isSent = decided.action === 'pass' || decided.action === 'edit';
    const text = isSent ? (decided.text ?? message.text) : message.text;
    // Its row starts when it was asked, so that it says how long its client has waited.
    this.#ends.record(laneFrom(from), text, mark, call.at, !isSent, originalOf(text, message.text));
    if (isSent) {
      // Its answer is not the server's own doing alone.
      if (message.kind === 'request') this.#expect(from, message.key, { ...call, mark });
      this.#send(from, text, message.text, bytes);
    } else if (decided.action === 'answer' && decided.text !== undefined) {
      this.#open[from].delete(message.key);
      this.#send(otherSide(from), decided.text);
      this.#ends.record(laneFrom(otherSide(from)), decided.text, mark, now(), false);
    }
  }

  #takeResponse(from: Side, message: ReadMessage, bytes: Buffer): void {
    const asker = otherSide(from);
    const call = this.#open[asker].get(message.key);
    if (!call) {
      this.#pass(from, bytes);
      return;
    }
    this.#open[asker].delete(message.key);
    const facts = serverFacts(message, call);
    const rule = facts && ruleThatHolds(this.#link.rules, facts);
    if (!rule) {
      this.#sendResponse(from, message, bytes, call, free);
      return;
    }
    const { held, decision } = this.#link.hold({
      ...facts,
      rule: rule.id,
      from,
      text: message.text,
      calledAt: call.at,
    });
    const go = (decided: HoldDecision) => this.#sendResponse(from, message, bytes, call, decided);
    this.#wait(`${asker} ${message.key}`, { held, isRequest: false, isOver: false, go }, decision);
  }

  #sendResponse(from: Side, message: ReadMessage, bytes: Buffer, call: OpenCall, decided: HoldDecision): void {
    const mark = decided.isFree ? call.mark : holdMarks[decided.action];
    if (mark === null) {
      this.#pass(from, bytes);
      return;
    }
    const isSent = decided.action !== 'drop';
    const text = isSent ? (decided.text ?? message.text) : message.text;
    const at = now();
    if (isSent) this.#send(from, text, message.text, bytes);
    this.#ends.record(laneFrom(from), text, mark, at, !isSent, originalOf(text, message.text));
  }

  #wait(key: string, waiting: Waiting, decision: Promise<HoldDecision>): void {
    this.#waiting += 1;
    this.#held.set(key, waiting);
    void decision.then((decided) => {
      this.#waiting -= 1;
      if (this.#held.get(key) === waiting) this.#held.delete(key);
      if (!waiting.isOver) waiting.go(decided);
    });
  }

  /** MCP, "Cancellation": the client no longer waits for the held message. false: it is about another one. */
  #takeCancel(from: Side, message: ReadMessage, bytes: Buffer): boolean {
    const { text } = message;
    const key = canceledBy(message);
    // A held notification has no id either.
    const waiting = key === '' ? undefined : this.#held.get(`${from} ${key}`);
    if (!waiting) return false;
    const { held, isRequest, go } = waiting;
    waiting.isOver = true;
    // Recorded in this order: what was asked, the cancellation, and the answer, which is late now.
    if (isRequest) go(left);
    this.#ends.record(laneFrom(from), text, holdMarks.pass, now(), false);
    this.#sendBytes(from, bytes);
    if (!isRequest) go(passed);
    this.#link.release(held, 'client');
    return true;
  }

  #expect(from: Side, key: string, call: OpenCall): void {
    this.#open[from].set(key, call);
    if (from === 'client') this.#ends.expectAnswer?.(key);
  }

  #pass(from: Side, bytes: Buffer): void {
    this.#sendBytes(from, bytes);
    this.#ends.copy(laneFrom(from), bytes);
  }

  /** Unchanged, byte for byte. */
  #send(from: Side, text: string, original?: string, bytes?: Buffer): void {
    this.#sendBytes(from, bytes && text === original ? bytes : Buffer.from(`${messageLines(text).join('\n')}\n`));
  }

  #sendBytes(from: Side, bytes: Buffer): void {
    if (from === 'client') this.#ends.toServer(bytes);
    else this.#ends.toClient(bytes);
  }
}

const otherSide = (side: Side): Side => (side === 'client' ? 'server' : 'client');
const laneFrom = (side: Side): 'in' | 'out' => (side === 'client' ? 'out' : 'in');
const isPlain = ({ mark }: OpenCall): boolean => mark === null;
const originalOf = (text: string, original: string): string | undefined => (text === original ? undefined : original);
