// Holds what servers send to Misfire itself: responses, requests and notifications. Your own requests are not held, because you edit them
// before you send them. What follows in the same HTTP exchange waits too: its end would end the call.

import type { HeldMessage } from '../../../shared/features/hold/channel.ts';
import { holdMarks } from '../../../shared/features/hold/held.ts';
import { type HoldFacts, ruleThatHolds } from '../../../shared/features/hold/rules.ts';
import type { PassEvents } from '../../inspector/connections/connections.ts';
import { now } from '../../transports/clock.ts';
import type { OnEvents, TransportEvent } from '../../transports/transport.ts';
import { type ReadMessage, readLine } from '../watch/programs/lines/message-lines.ts';
import type { HoldService } from './hold-service.ts';
import { isFailed, toolOf } from './running/held-lines.ts';
import type { HoldDecision } from './running/hold-link.ts';

interface OpenCall {
  method: string;
  tool: string | null;
  at: number;
}

/** One connection. */
interface Conversation {
  calls: Map<string, OpenCall>;
  /** Events that wait, by their HTTP exchange. */
  behind: Map<number, TransportEvent[]>;
}

type InEvent = TransportEvent & { lane: 'in' };

export class OwnHolds {
  readonly #service: HoldService;
  readonly #limitOf: (server: string) => number;
  readonly #conversations = new WeakMap<OnEvents, Conversation>();

  constructor(service: HoldService, limitOf: (server: string) => number) {
    this.#service = service;
    this.#limitOf = limitOf;
  }

  readonly pass: PassEvents = (server, events, pass) => {
    const conversation = this.#conversationOf(pass);
    const passing: TransportEvent[] = [];
    for (const event of events) {
      const waiting = conversation.behind.get(exchangeOf(event) ?? -1);
      if (waiting) waiting.push(event);
      else if (event.lane === 'out') this.#noteCall(conversation, event.text);
      const held = !waiting && event.lane === 'in' ? this.#holdIf(server, conversation, event as InEvent) : null;
      if (held) this.#wait(held, conversation, event as InEvent, passing, pass);
      else if (!waiting) passing.push(event);
    }
    if (passing.length > 0) pass(passing);
  };

  #conversationOf(pass: OnEvents): Conversation {
    const known = this.#conversations.get(pass);
    if (known) return known;
    const fresh: Conversation = { calls: new Map(), behind: new Map() };
    this.#conversations.set(pass, fresh);
    return fresh;
  }

  #noteCall({ calls }: Conversation, text: string): void {
    const message = onlyMessage(text);
    if (message?.kind === 'request')
      calls.set(message.key, { method: message.method ?? '', tool: toolOf(message), at: now() });
  }

  /** null: no rule holds it. */
  #holdIf(server: string, { calls }: Conversation, { text }: InEvent): Promise<HoldDecision> | null {
    const rules = this.#service.ownRules(server);
    const message = rules.length === 0 && calls.size === 0 ? null : onlyMessage(text);
    if (!message || message.kind === 'invalid') return null;
    const call = message.kind === 'response' ? calls.get(message.key) : undefined;
    if (message.kind === 'response') calls.delete(message.key);
    const facts = factsOf(message, call);
    const rule = facts && ruleThatHolds(rules, facts);
    if (!facts || !rule) return null;
    const held: Omit<HeldMessage, 'say' | 'held' | 'heldAt'> = {
      ...facts,
      rule: rule.id,
      from: 'server',
      text,
      calledAt: call?.at ?? now(),
    };
    return this.#service.holdOwn({ ...held, server, limitMs: this.#limitOf(server) }).decision;
  }

  #wait(
    decision: Promise<HoldDecision>,
    { behind }: Conversation,
    event: InEvent,
    passing: TransportEvent[],
    pass: OnEvents,
  ): void {
    const exchange = exchangeOf(event);
    // The end of its exchange may come before it, in the same chunk.
    const before = exchange === undefined ? [] : passing.splice(0).filter((each) => keepIf(each, exchange, passing));
    const after: TransportEvent[] = [];
    if (exchange !== undefined) behind.set(exchange, after);
    void decision.then((decided) => {
      if (exchange !== undefined) behind.delete(exchange);
      const given = decidedEvent(event, decided);
      // Dropped: Misfire waits for the answer until its timeout.
      const rest =
        decided.action === 'drop'
          ? [...before, ...after].filter(({ lane }) => lane !== 'http')
          : [...before, given, ...after];
      if (rest.length > 0) pass(rest);
    });
  }
}

/** Whether the event belongs to the exchange; the others go on. */
function keepIf(event: TransportEvent, exchange: number, others: TransportEvent[]): boolean {
  if (exchangeOf(event) === exchange && event.lane !== 'out') return true;
  others.push(event);
  return false;
}

function decidedEvent(event: InEvent, { action, text, lost }: HoldDecision): InEvent {
  if (lost) return event;
  const marked = { ...event, rehearsed: true as const, injected: holdMarks[action] };
  if (text === undefined || text === event.text) return marked;
  const { bytes: _bytes, ...rest } = marked;
  return { ...rest, text, original: event.text };
}

function factsOf(message: ReadMessage, call: OpenCall | undefined): HoldFacts | null {
  if (message.kind === 'response')
    return call
      ? { direction: 'response', method: call.method, tool: call.tool, isFailure: isFailed(message.value) }
      : null;
  if (message.kind === 'invalid') return null;
  return { direction: message.kind, method: message.method ?? '', tool: null, isFailure: false };
}

function exchangeOf(event: TransportEvent): number | undefined {
  if (event.lane === 'http') return event.http.exchange;
  return event.lane === 'in' || event.lane === 'out' || event.lane === 'life' ? event.via : undefined;
}

/** A batch passes. */
function onlyMessage(text: string): ReadMessage | null {
  const read = readLine(text);
  const [only] = read.ok && !read.isBatch ? read.messages : [];
  return only ?? null;
}
