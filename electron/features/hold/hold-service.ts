// Rules, held messages, and what a person decides about them, for watched clients and for Misfire's own calls. Owns that each message
// gets one decision. Rules last as long as the app: nothing is held after the last window has closed.

import { clientNamed } from '../../../shared/clients/clients.ts';
import { type Ask, done, refused } from '../../../shared/contract/api.ts';
import type { HeldMessage } from '../../../shared/features/hold/channel.ts';
import {
  actionsFor,
  type GoneHold,
  type GoneReason,
  type HeldView,
  type HoldView,
} from '../../../shared/features/hold/held.ts';
import { holdLimit } from '../../../shared/features/hold/hold-limit.ts';
import type { HoldRule } from '../../../shared/features/hold/rules.ts';
import type { AnswerDialect } from '../../../shared/features/rehearse/answer-pairs.ts';
import { now } from '../../transports/clock.ts';
import { answerText } from './answer-text.ts';
import { HoldHub, type Program } from './hold-hub.ts';
import { free, type HoldDecision, passed, type WantedMessage } from './running/hold-link.ts';

interface Held {
  view: HeldView;
  text: string;
  decide: (decision: OwnDecision) => void;
  /** Of a program: what it calls the message. */
  program: Program | null;
  number: number;
}

export interface OwnDecision extends HoldDecision {
  /** The window has closed: the call ends without its answer. */
  isInterrupted?: true;
}

export interface HoldServiceOptions {
  /** null: nothing is kept, so no watched client can be reached. */
  dataDir: string | null;
  /** The id of the server that a program's name means. */
  serverNamed: (name: string) => string | null;
  dialectOf: (server: string) => AnswerDialect;
  /** The tool's schema of arguments or of results, as JSON text. */
  schemaOf: (server: string, tool: string, of: 'input' | 'output') => string | null;
  onChange: () => void;
}

export class HoldService {
  readonly #options: HoldServiceOptions;
  readonly #hub: HoldHub | null;
  #rules: HoldRule[] = [];
  #gone: GoneHold | null = null;
  /** Without a window there is no one to decide, so nothing is held. */
  #hasWindow = true;
  readonly #held = new Map<number, Held>();
  #count = 0;
  #hasChanged = false;

  constructor(options: HoldServiceOptions) {
    this.#options = options;
    this.#hub =
      options.dataDir === null
        ? null
        : new HoldHub(options.dataDir, {
            rulesFor: (program) => this.#rulesFor(program.client, options.serverNamed(program.server)),
            onHeld: (program, message) => this.#takeHeld(program, message),
            onGone: (program, number, why) => this.#remove(this.#find(program, number), why),
            onLost: (program) => {
              for (const held of this.#held.values()) if (held.program === program) this.#remove(held);
            },
          });
  }

  /** The first question of a window. */
  readonly holds: Ask<'holds'> = async () => {
    if (!this.#hasWindow) {
      this.#hasWindow = true;
      this.#hub?.tellRules();
    }
    return done(this.#view);
  };

  readonly addHoldRule: Ask<'addHoldRule'> = async ({ rule }) => {
    try {
      await this.#hub?.open();
    } catch (problem) {
      return refused('refused', (problem as Error).message);
    }
    this.#count += 1;
    const added = { ...rule, id: this.#count };
    this.#rules.push(added);
    this.#rulesChanged();
    return done(added);
  };

  readonly removeHoldRule: Ask<'removeHoldRule'> = async ({ rule }) => {
    this.#rules = this.#rules.filter(({ id }) => id !== rule);
    this.#rulesChanged();
    return done(null);
  };

  readonly releaseHeld: Ask<'releaseHeld'> = async () => {
    const count = this.#held.size;
    this.#rules = [];
    for (const held of [...this.#held.values()]) this.#settle(held, passed);
    this.#rulesChanged();
    return done({ passed: count });
  };

  readonly heldMessage: Ask<'heldMessage'> = async ({ held: id }) => {
    const held = this.#held.get(id);
    if (!held) return refused('not_found', gone);
    const { server, tool, direction } = held.view;
    const of = direction === 'response' ? 'output' : 'input';
    const schema = tool === null ? null : this.#options.schemaOf(server, tool, of);
    return done({ text: held.text, schema, dialect: this.#options.dialectOf(server) });
  };

  readonly previewHeldAnswer: Ask<'previewHeldAnswer'> = async ({ held: id, failure, dialect }) => {
    const held = this.#held.get(id);
    if (!held) return refused('not_found', gone);
    const { server, tool } = held.view;
    const schema = tool === null ? null : this.#options.schemaOf(server, tool, 'output');
    const own = this.#options.dialectOf(server);
    const text = answerText({ failure, dialect }, held.text, held.view, own, schema);
    return text === null ? refused('bad_input', `"${failure}" cannot take the place of this message.`) : done({ text });
  };

  readonly decideHeld: Ask<'decideHeld'> = async ({ held: id, action, text }) => {
    const held = this.#held.get(id);
    if (!held) return refused('not_found', gone);
    if (!actionsFor(held.view).includes(action))
      return refused('refused', 'Nothing answers a notification. Pass it on, edit it, or drop it.');
    if ((action === 'edit' || action === 'answer') && text === undefined)
      return refused('bad_input', 'The new message is missing.');
    this.#settle(held, text === undefined ? { action } : { action, text });
    return done(null);
  };

  /** For a message of Misfire's own sessions. null: no rule holds it. */
  get ownRules(): (server: string) => HoldRule[] {
    return (server) => this.#rulesFor('Misfire', server);
  }

  /** Resolves after a decision, or when its time is over. */
  holdOwn(message: WantedMessage & { server: string; limitMs: number }): {
    decision: Promise<OwnDecision>;
    /** Its call was canceled. */
    release: () => void;
  } {
    const { server, limitMs, ...rest } = message;
    let decide: Held['decide'] = () => {};
    const decision = new Promise<OwnDecision>((resolve) => {
      decide = resolve;
    });
    const heldAt = now();
    const given: HeldMessage = { ...rest, say: 'held', held: 0, heldAt };
    const held = this.#keep(given, { server, client: 'Misfire', program: null, limitMs, decide });
    const timer = setTimeout(() => this.#settle(held, passed, 'time'), held.view.until - heldAt);
    void decision.then(() => clearTimeout(timer));
    return { decision, release: () => this.#settle(held, passed, 'client') };
  }

  /** The last window has closed. Calls of watched clients go on; its own calls end, because no window waits for them. */
  leaveWindows(): void {
    this.#hasWindow = false;
    this.#hub?.tellRules();
    for (const held of [...this.#held.values()])
      this.#settle(held, held.program ? passed : { ...passed, isInterrupted: true });
  }

  takeChanged(): HoldView | null {
    if (!this.#hasChanged) return null;
    this.#hasChanged = false;
    return this.#view;
  }

  /** A server is about to be removed. */
  leaveServer(server: string): void {
    for (const held of [...this.#held.values()]) if (held.view.server === server) this.#settle(held, passed);
    this.#rules = this.#rules.filter((rule) => rule.server !== server);
    this.#rulesChanged();
  }

  close(): void {
    this.leaveWindows();
    this.#hub?.close();
  }

  get #view(): HoldView {
    return { rules: this.#rules, held: [...this.#held.values()].map(({ view }) => view), gone: this.#gone };
  }

  #rulesFor(client: string | null, server: string | null): HoldRule[] {
    return this.#rules.filter(
      (rule) =>
        this.#hasWindow &&
        (rule.server === null || rule.server === server) &&
        (rule.client === null || isSameClient(rule.client, client)),
    );
  }

  #takeHeld(program: Program, message: HeldMessage): void {
    const server = this.#options.serverNamed(program.server) ?? program.server;
    // Of several programs that met the rule "next one only" at once, one holds.
    const isWanted = this.#rules.some(({ id }) => id === message.rule);
    if (!isWanted) {
      program.say({ say: 'decide', held: message.held, ...free });
      return;
    }
    const decide: Held['decide'] = (decision) => program.say({ say: 'decide', held: message.held, ...decision });
    const { view } = this.#keep(message, { server, client: program.client, program, decide });
    program.say({ say: 'holding', held: message.held, until: view.until });
  }

  #keep(
    message: HeldMessage,
    from: Pick<Held, 'program' | 'decide'> & { server: string; client: string | null; limitMs?: number },
  ): Held {
    const { direction, method, tool, isFailure, heldAt, calledAt, text } = message;
    this.#count += 1;
    const { client, server, limitMs } = from;
    const view: HeldView = {
      id: this.#count,
      server,
      client,
      direction,
      from: message.from,
      method,
      tool,
      isFailure,
      heldAt,
      calledAt,
      ...holdLimit(client, heldAt, calledAt, limitMs),
    };
    const held: Held = { view, text, decide: from.decide, program: from.program, number: message.held };
    this.#held.set(view.id, held);
    this.#spend(message.rule);
    this.#changed();
    return held;
  }

  /** "Next one only". */
  #spend(id: number): void {
    if (!this.#rules.find((rule) => rule.id === id)?.once) return;
    this.#rules = this.#rules.filter((rule) => rule.id !== id);
    this.#rulesChanged();
  }

  /** `why`: the message went on without a decision. */
  #settle(held: Held, decision: OwnDecision, why?: GoneReason): void {
    if (!this.#held.has(held.view.id)) return;
    held.decide(decision);
    this.#remove(held, why);
  }

  #find(program: Program, number: number): Held | undefined {
    return [...this.#held.values()].find((held) => held.program === program && held.number === number);
  }

  #remove(held: Held | undefined, why?: GoneReason): void {
    if (!held || !this.#held.delete(held.view.id)) return;
    if (why) this.#gone = { held: held.view, why };
    // Without a rule and a held message nothing has to be looked at any more.
    if (this.#rules.length === 0 && this.#held.size === 0) this.#hub?.close();
    this.#changed();
  }

  #rulesChanged(): void {
    this.#hub?.tellRules();
    if (this.#rules.length === 0 && this.#held.size === 0) this.#hub?.close();
    this.#changed();
  }

  #changed(): void {
    this.#hasChanged = true;
    this.#options.onChange();
  }
}

const gone = 'This message is no longer held.';

const isSameClient = (wanted: string, client: string | null): boolean =>
  client !== null && (wanted === client || (clientNamed(wanted) ?? wanted) === (clientNamed(client) ?? client));
