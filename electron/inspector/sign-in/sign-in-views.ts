// The sign-in state of a server for windows: the state and one sentence. Pure.

import type { SignInView } from '../../../shared/server/connecting.ts';
import type { Grant } from '../../transports/oauth/grant.ts';
import type { Challenge } from './challenge.ts';

export const noView: SignInView = { state: 'none', words: '', url: null, scopes: [], expiresAt: null };

/** `hadToken`: the user was signed in before. */
export function needed(name: string, challenge: Challenge | null, hadToken: boolean): SignInView {
  const wanted = (challenge?.scope ?? '').split(/\s+/).filter(Boolean);
  if (challenge?.status === 403) {
    const rights = wanted.length > 0 ? `: ${wanted.join(', ')}` : '';
    const words = `${name} wants more rights for this${rights}. Sign in again to give them.`;
    return { ...noView, state: 'needed', words, scopes: wanted };
  }
  const words = hadToken
    ? `${name} does not accept the token any more. Sign in again.`
    : `${name} wants you to sign in.`;
  return { ...noView, state: 'needed', words };
}

/** null: the address of the page is not known yet. */
export function waiting(url: string | null): SignInView {
  const words = url === null ? 'Finding out how to sign in…' : 'Waiting for you in the browser.';
  return { ...noView, state: 'waiting', words, url };
}

export function signedIn({ scopes, expiresAt, issuer }: Grant): SignInView {
  const host = URL.canParse(issuer) ? new URL(issuer).host : issuer;
  return { ...noView, state: 'signed_in', words: `Signed in at ${host}.`, scopes, expiresAt };
}

export function failed(problem: unknown): SignInView {
  return { ...noView, state: 'failed', words: `Signing in failed. ${messageOf(problem)}` };
}

export const signInTooLong = (ms: number): string => `The sign-in timed out after ${Math.round(ms / 60_000)} minutes.`;

export function messageOf(problem: unknown): string {
  return problem instanceof Error ? problem.message : String(problem);
}
