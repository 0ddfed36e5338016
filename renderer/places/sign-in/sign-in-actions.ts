// What a person can do about signing in to a server: begin, give up, sign out, look at the steps.

import type { ServerView } from '../../../shared/api/views.ts';
import { openFilter, serverTerm } from '../../model/filter.ts';
import type { Model } from '../../model/model.ts';
import { say } from '../../model/notices.ts';
import { type WebAddress, webAddress } from '../../text/web-address.ts';

/** The server's own view then says where to go on, so only a refusal is said here. */
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

/** The requests of signing in are rows like any other. */
export function showSteps(model: Model, server: ServerView): void {
  void openFilter(model, `${serverTerm(server.name)} kind:http`);
}

/** stdio gets its credentials from its environment. */
export function canSignIn({ transport }: ServerView): boolean {
  return transport !== 'stdio';
}

/** Something about signing in is waiting for a person or went wrong. */
export function concernsSignIn({ signIn: { state } }: ServerView): boolean {
  return state === 'needed' || state === 'waiting' || state === 'failed';
}

/** The address, if it is one that may be opened. */
export function pageOf({ signIn: { url } }: ServerView): WebAddress | null {
  return url === null ? null : webAddress(url);
}
