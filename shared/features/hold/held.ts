// A message that is held, and what a person can do with it. Programs between a client and its server load it, so it names no client.

import { member, parseJson } from '../../json/json.ts';
import type { Row } from '../../timeline.ts';
import type { HoldDirection, HoldRule } from './rules.ts';

/** What was done with a held message, as captures keep it in `injected`. */
export const holdMarks = {
  pass: 'hold:passed',
  edit: 'hold:edited',
  answer: 'hold:answered',
  drop: 'hold:dropped',
} as const;
export type HoldAction = keyof typeof holdMarks;

export interface HeldView {
  id: number;
  /** The server's name, as its client calls it. */
  server: string;
  /** null: unknown. 'Misfire': a call of your own. */
  client: string | null;
  direction: HoldDirection;
  from: 'client' | 'server';
  method: string;
  tool: string | null;
  isFailure: boolean;
  /** When the message came, and when its call began; in ms since 1970. */
  heldAt: number;
  calledAt: number;
  /** Passed on unchanged then. */
  until: number;
  /** How long this client waits for a call; null: unknown, or it waits without limit. */
  limitMs: number | null;
}

export interface HoldView {
  rules: HoldRule[];
  held: HeldView[];
  /** The last one that went on without a decision. */
  gone: GoneHold | null;
}

/** `client`: its client canceled the call, or left. `time`: it was held as long as it may be. */
export type GoneReason = 'client' | 'time';

export interface GoneHold {
  held: HeldView;
  why: GoneReason;
}

/** What stays possible. */
export const actionsFor = ({ direction }: Pick<HeldView, 'direction'>): HoldAction[] =>
  direction === 'notification' ? ['pass', 'edit', 'drop'] : ['pass', 'edit', 'answer', 'drop'];

/** One message per line: a line break inside a message is only white space. An answer with noise before it has several lines. */
export function messageLines(text: string): string[] {
  const lines = text.split(/[\r\n]+/);
  return lines.some(isMessage) ? lines : [lines.join(' ')];
}

function isMessage(line: string): boolean {
  const read = parseJson(line);
  return read.ok && member(read.value, 'jsonrpc') !== undefined;
}

/** For rows and cards: "Answer of refund_order". */
export function heldWords({ direction, tool, method }: Pick<HeldView, 'direction' | 'tool' | 'method'>): string {
  const about = tool ?? method;
  return { request: `Call of ${about}`, response: `Answer of ${about}`, notification: `Notification ${about}` }[
    direction
  ];
}

/** "41 s" until its client times out, or until it is passed on. */
export function heldSeconds({ limitMs, calledAt, until }: HeldView, now: number): string {
  return `${Math.max(0, Math.ceil(((limitMs === null ? until : calledAt + limitMs) - now) / 1000))} s`;
}

/** Two calls of one tool are told apart by the time: both are measured on this machine, a moment apart. */
const mostApartMs = 1000;

/** The held answer that the call of this row waits for. undefined: none is held. */
export function heldOf(row: Row, held: readonly HeldView[]): HeldView | undefined {
  const apart = ({ calledAt }: HeldView) => Math.abs(calledAt - row.at);
  return held
    .filter(({ direction, server, method, tool }) => {
      const isCall = direction === 'response' && server === row.server && method === row.method;
      return isCall && (tool === null || tool === row.target);
    })
    .filter((one) => apart(one) < mostApartMs && (one.from === 'server') === (row.direction === 'out'))
    .sort((one, other) => apart(one) - apart(other))[0];
}
