// What windows, the terminal and agents see of a running fix.

import type { FailureClass, Owner } from '../../failure.ts';
import type { Json } from '../../json/json.ts';
import type { FixAsk, FixChange, StopReason, ValueSource } from './fix-types.ts';

/** The failed call or start itself, or an attempt of the loop. */
export interface FixAttemptView {
  row: number;
  /** A start of the server, not a call. */
  isStart: boolean;
  /** What was wrong, or the start of the answer. */
  headline: string;
  class: FailureClass | null;
  passed: boolean;
  /** From the attempt before it; empty for the failed call and after a wait. */
  changes: FixChange[];
  /** What it waited before it was sent, because the server asked for that. */
  waitedMs: number;
  latencyMs: number | null;
  /** What a person chose after it. */
  choices: FixChoice[];
}

/** A decision of a person, with what was offered. */
export interface FixChoice {
  ask: Extract<FixAsk, { kind: 'choose' | 'fill' }>;
  value: Json;
  source: ValueSource;
}

const fixStates = ['running', 'waiting', 'asking', 'done', 'stopped'] as const;
export interface FixView {
  id: string;
  /** The row of the failed call or start. */
  source: number;
  server: string;
  /** The server that gets the attempts. */
  to: string;
  method: string;
  target: string | null;
  state: (typeof fixStates)[number];
  /** The failed call first. */
  attempts: FixAttemptView[];
  /** The params of the last call, as sent; '': there was none. */
  params: string;
  /** What a person has to decide; null: nothing. */
  ask: FixAsk | null;
  stopped: { reason: StopReason; words: string; left: string[]; owner: Owner } | null;
  /** The end of a wait that the server asked for, in ms since 1970, and its length. */
  wait: { until: number; ms: number; source: string } | null;
  /** Calls sent by the loop, also those that a later choice replaced. */
  sent: number;
  usedMs: number;
  /** The server says that the tool only reads. Its claim, not verified. */
  isReadOnly: boolean;
}
