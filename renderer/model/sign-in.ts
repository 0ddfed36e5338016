// Sign-in actions for a server: start, cancel, sign out, show the steps.

import type { ServerView } from '../../shared/api/views.ts';
import { type WebAddress, webAddress } from '../text/web-address.ts';
import { openFilter, serverTerm } from './filter.ts';
import type { Model } from './model.ts';
import { say } from './notices.ts';

/** The server's own view then shows the next step, so only a refusal is reported here. */
export async function signIn(model: Model, server: string): Promise<void> {
  const answer = await model.platform.call('signIn', { server });
  if (!answer.ok) say(model, answer.error.message, 'bad');
}

export async function cancelSignIn(model: Model, server: string): Promise<void> {
  const answer = await model.platform.call('cancelSignIn', { server });
  if (!answer.ok) say(model, answer.error.message, 'bad');
}

export async function signOut(model: Model, server: ServerView): Promise<void> {
  const answer = await model.platform.call('signOut', { server: server.id });
  if (answer.ok) say(model, `Signed out of ${server.name}.`);
  else say(model, answer.error.message, 'bad');
}

/** Sign-in requests are ordinary rows. */
export function showSteps(model: Model, server: ServerView): void {
  void openFilter(model, `${serverTerm(server.name)} kind:http`);
}

/** stdio servers get their credentials from the environment. */
export function canSignIn({ transport }: ServerView): boolean {
  return transport !== 'stdio';
}

/** The sign-in waits for the user or failed. */
export function concernsSignIn({ signIn: { state } }: ServerView): boolean {
  return state === 'needed' || state === 'waiting' || state === 'failed';
}

/** The URL, if it may be opened. */
export function pageOf({ signIn: { url } }: ServerView): WebAddress | null {
  return url === null ? null : webAddress(url);
}
