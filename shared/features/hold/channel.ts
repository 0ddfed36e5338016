// What a program between client and server and the app say to each other while messages may be held: JSON lines over a socket of this
// machine. Both prove first that they read the same file, so that no other program on its port holds or reads anything. Only types: the
// programs start within what the most impatient client allows. hold-schemas.ts checks what the app receives.

import { isObject, parseJson } from '../../json/json.ts';
import type { GoneReason, HoldAction } from './held.ts';
import type { HoldDirection, HoldRule } from './rules.ts';

export interface ActiveHold {
  /** The process that holds. Without it the file means nothing. */
  pid: number;
  port: number;
  /** Shared by both sides, and never sent. */
  key: string;
}

/** null: not such a file. */
export function readActiveHold(text: string): ActiveHold | null {
  const read = parseJson(text);
  if (!read.ok || !isObject(read.value)) return null;
  const { pid, port, key } = read.value;
  const isPort = typeof port === 'number' && Number.isInteger(port) && port > 0 && port < 65_536;
  return typeof pid === 'number' && isPort && typeof key === 'string' && key.length >= 32 ? { pid, port, key } : null;
}

export interface HeldMessage {
  say: 'held';
  held: number;
  /** The rule that holds it. */
  rule: number;
  direction: HoldDirection;
  from: 'client' | 'server';
  method: string;
  tool: string | null;
  isFailure: boolean;
  text: string;
  heldAt: number;
  calledAt: number;
}

export type FromProgram =
  | { say: 'hello'; nonce: string }
  | { say: 'prove'; proof: string; server: string; client: string | null }
  /** From the handshake. */
  | { say: 'client'; name: string }
  | HeldMessage
  /** It went on without a decision. */
  | { say: 'gone'; held: number; why: GoneReason };

export interface DecideMessage {
  say: 'decide';
  held: number;
  action: HoldAction;
  /** What takes its place. */
  text?: string;
  /** No rule holds it any more: it passes without a mark. */
  isFree?: true;
}

export type FromApp =
  | { say: 'challenge'; proof: string; nonce: string }
  /** The rules for this client and this server. Replaces those before. */
  | { say: 'rules'; rules: HoldRule[] }
  /** The app shows it, until this time. */
  | { say: 'holding'; held: number; until: number }
  | DecideMessage;

/** What each side proves that it knows, by the other's nonce. The words differ, so that no side can repeat the other's proof. */
export const proofText = (side: 'app' | 'program', nonce: string): string => `misfire hold ${side} ${nonce}`;

/** Longer messages are not held. */
export const longestHeld = 16 * 1024 * 1024;
