// The recognized content of a pasted text.

import type { WireEvent } from '../../wire.ts';

export const pastedKinds = {
  capture: 'Misfire capture',
  har: 'HAR file',
  history: 'MCP Inspector history',
  messages: 'JSON-RPC',
  result: 'tool result',
  error: 'JSON-RPC error',
  body: 'HTTP body',
  transcript: 'client transcript',
  http: 'HTTP response',
  log: 'log',
  trace: 'stack trace',
  text: 'error text',
} as const;
type PastedKind = keyof typeof pastedKinds;

export interface Pasted {
  kind: PastedKind;
  events: WireEvent[];
  /** Unreadable lines and assumptions, one sentence each. */
  notes: string[];
}

/** The name of a server that the text does not name. */
export const unnamed = '?';
