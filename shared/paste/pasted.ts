// What a pasted text turned out to be.

import type { WireEvent } from '../wire.ts';

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
export type PastedKind = keyof typeof pastedKinds;

export interface Pasted {
  kind: PastedKind;
  events: WireEvent[];
  /** Lines that could not be read, and what was assumed. A sentence each. */
  notes: string[];
}

/** The name of a server that the text does not name. */
export const unnamed = '?';
