// Holds messages of Misfire's own sessions: the requests that a person sends, and what servers send. While an answer is held, the end of
// its HTTP exchange waits too: it would end the call. The handshake and lists that Misfire asks for pass.

import { holdMarks } from '../../../shared/features/hold/held.ts';
import { mayHoldResponse, ruleThatHolds } from '../../../shared/features/hold/rules.ts';
import type { MessageId } from '../../../shared/wire.ts';
import type { Between, HeldSession } from '../../inspector/connections/connections.ts';
import type { ClearedRequest } from '../../inspector/session/cleared-request.ts';
import { now } from '../../transports/clock.ts';
import type { TransportEvent } from '../../transports/transport.ts';
import { canceledBy, oneMessage } from '../watch/programs/lines/message-lines.ts';
import type { HoldService, OwnDecision } from './hold-service.ts';
import { serverFacts, toolOf } from './running/hold-facts.ts';

interface OpenCall {
  method: string;
  tool: string | null;
  at: number;
  exchange: number | undefined;
}

interface WaitingAnswer {
  decision: Promise<OwnDecision>;
  release: () => void;
}

/** One connection. */
interface Conversation {
  calls: Map<string, OpenCall>;
  /** Held answers, by the id of their call. */
  held: Map<string, WaitingAnswer>;
  /** The ends of exchanges whose answers are held. */
  behind: Map<number, { ends: TransportEvent[]; release: () => void }>;
}

type MessageEventOf<Lane extends 'in' | 'out'> = TransportEvent & { lane: Lane };

const interrupted = 'Interrupted: the window was closed while the call was held.';
const passedMarks = { rehearsed: true, injected: holdMarks.pass } as const;

export class OwnHolds implements Between {
  readonly #service: HoldService;
  readonly #limitOf: (server: string) => number;
  readonly #conversations = new WeakMap<HeldSession, Conversation>();

  constructor(service: HoldService, limitOf: (server: string) => number) {
    this.#service = service;
    this.#limitOf = limitOf;
  }

  ask(server: string, text: string, withdrawn: AbortSignal): Promise<ClearedRequest> | null {
    const rules = this.#service.ownRules(server);
    const message = rules.length === 0 ? null : oneMessage(text);
    if (message?.kind !== 'request' && message?.kind !== 'notification') return null;
    const { kind: direction, method = '' } = message;
    const facts = { direction, method, tool: toolOf(message), isFailure: false };
    const rule = ruleThatHolds(rules, facts);
    if (!rule) return null;
    const about = { ...facts, rule: rule.id, from: 'client' as const, text, calledAt: now() };
    const { decision, release } = this.#service.holdOwn({ ...about, server, limitMs: this.#limitOf(server) });
    withdrawn.addEventListener('abort', release, { once: true });
    return decision.then((decided) => {
      withdrawn.removeEventListener('abort', release);
      return cleared(text, decided);
    });
  }

  pass(session: HeldSession, events: TransportEvent[]): void {
    const conversation = this.#conversationOf(session);
    const passing: TransportEvent[] = [];
    for (const event of events) {
      const waiting = conversation.behind.get(endOf(event) ?? -1);
      if (waiting) waiting.ends.push(event);
      // Closing an exchange cancels its call.
      if (waiting && event.lane === 'http' && event.http.error !== undefined) waiting.release();
      if (event.lane === 'out') this.#noteSent(session.server, conversation, event as MessageEventOf<'out'>);
      const isHeld = event.lane === 'in' && this.#holdIf(session, conversation, event as MessageEventOf<'in'>, passing);
      if (!isHeld && !waiting) passing.push(event);
    }
    if (passing.length > 0) session.pass(passing);
  }

  #conversationOf(session: HeldSession): Conversation {
    const known = this.#conversations.get(session);
    if (known) return known;
    const fresh: Conversation = { calls: new Map(), held: new Map(), behind: new Map() };
    this.#conversations.set(session, fresh);
    return fresh;
  }

  /** A call whose answer may be held, or the end of one: its held answer is late then. Without rules, nothing is read. */
  #noteSent(server: string, { calls, held }: Conversation, { text, via }: MessageEventOf<'out'>): void {
    const rules = this.#service.ownRules(server);
    const message = rules.length === 0 && held.size === 0 ? null : oneMessage(text);
    if (message?.kind === 'request') {
      const call = { method: message.method ?? '', tool: toolOf(message) };
      if (mayHoldResponse(rules, call)) calls.set(message.key, { ...call, at: now(), exchange: via });
    }
    if (message?.method !== 'notifications/cancelled') return;
    held.get(canceledBy(message))?.release();
  }

  /** `passing`: what came before it in the same chunk. */
  #holdIf(
    session: HeldSession,
    { calls, held, behind }: Conversation,
    event: MessageEventOf<'in'>,
    passing: TransportEvent[],
  ): boolean {
    const { server } = session;
    const rules = this.#service.ownRules(server);
    const message = rules.length === 0 && calls.size === 0 ? null : oneMessage(event.text);
    if (!message || message.kind === 'invalid') return false;
    const call = message.kind === 'response' ? calls.get(message.key) : undefined;
    if (message.kind === 'response') calls.delete(message.key);
    const facts = serverFacts(message, call ?? null);
    const rule = facts && ruleThatHolds(rules, facts);
    if (!facts || !rule) return false;
    const about = { ...facts, rule: rule.id, from: 'server' as const, text: event.text, calledAt: call?.at ?? now() };
    const waiting = this.#service.holdOwn({ ...about, server, limitMs: this.#limitOf(server) });
    const ends: TransportEvent[] = [];
    // On a stream of its own, other answers follow.
    const exchange = call && event.via === call.exchange ? event.via : undefined;
    const id = message.value.id as MessageId;
    if (call) {
      held.set(message.key, waiting);
      session.noteHeld(id);
    }
    if (exchange !== undefined) {
      behind.set(exchange, { ends, release: waiting.release });
      // The end may come before it, in the same chunk.
      ends.push(...passing.filter((each) => endOf(each) === exchange));
      passing.splice(0, passing.length, ...passing.filter((each) => endOf(each) !== exchange));
    }
    void waiting.decision.then((decided) => {
      held.delete(message.key);
      if (exchange !== undefined) behind.delete(exchange);
      if (decided.isInterrupted && call) session.interrupt(id, interrupted, passedMarks);
      const [before, after] = [ends.filter(({ lane }) => lane === 'http'), ends.filter(({ lane }) => lane !== 'http')];
      session.pass([...before, decidedEvent(event, decided), ...after]);
    });
    return true;
  }
}

function decidedEvent(event: MessageEventOf<'in'>, { action, text, isFree }: OwnDecision): MessageEventOf<'in'> {
  if (isFree) return event;
  const marked = { ...event, rehearsed: true as const, injected: holdMarks[action] };
  if (text === undefined || text === event.text) return marked;
  const { bytes: _bytes, ...rest } = marked;
  return { ...rest, text, original: event.text };
}

function cleared(original: string, { action, text = original, isInterrupted }: OwnDecision): ClearedRequest {
  const injected = holdMarks[isInterrupted ? 'drop' : action];
  const marks = { rehearsed: true as const, injected };
  if (isInterrupted) return { text: original, marks, unsent: { interrupted } };
  if (action === 'drop') return { text: original, marks, unsent: {} };
  if (action === 'answer') return { text: original, marks, unsent: { answer: text } };
  return { text, marks: text === original ? marks : { ...marks, original } };
}

/** The exchange that this event may end. */
function endOf(event: TransportEvent): number | undefined {
  if (event.lane === 'http') return event.http.exchange;
  return event.lane === 'life' ? event.via : undefined;
}
