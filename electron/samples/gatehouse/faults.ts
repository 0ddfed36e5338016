// Faults of the sign-in to Gatehouse, by name: `--fault wrong-iss,expired-tokens` at start, or `POST /faults` with the names as its body
// while it runs.

import { parseArgs } from 'node:util';

const faultNames = [
  /** Access tokens are refused from the start, although they claim to be valid for an hour. */
  'expired-tokens',
  /** The same, and refreshing is refused too. */
  'refuse-refresh',
  /** Tokens are valid, but claim to expire after a second. */
  'short-tokens',
  'refuse-registration',
  /** The authorization response claims another issuer (RFC 9207). */
  'wrong-iss',
  'no-pkce',
  /** The authorization server's metadata is not JSON. */
  'broken-metadata',
  'refuse-code',
  /** The sign-in page is not a web page. */
  'script-page',
  /** The resource metadata is for another server. */
  'wrong-resource',
  /** The resource metadata names an authorization server in a cloud's metadata service. */
  'far-server',
  'no-registration',
  /** A refused `add_note` is answered only when other faults are chosen. */
  'hold-refusals',
] as const;
export type FaultName = (typeof faultNames)[number];

const { values } = parseArgs({
  options: { fault: { type: 'string', default: '' }, protect: { type: 'string', default: 'tools' } },
  strict: false,
});

let chosen = new Set(String(values.fault).split(','));
export const hasFault = (name: FaultName): boolean => chosen.has(name);

let release = (): void => {};
let released = new Promise<void>((resolve) => {
  release = resolve;
});

/** Resolves when faults are chosen the next time. */
export const nextChoice = (): Promise<void> => released;

/** From the next request on. */
export function chooseFaults(names: string): void {
  chosen = new Set(names.split(','));
  release();
  released = new Promise((resolve) => {
    release = resolve;
  });
}

/** `tools`: only tool calls need a token. `all`: connecting does too. */
export const protectsAll = values.protect === 'all';
