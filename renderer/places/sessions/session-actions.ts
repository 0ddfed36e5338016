// What one can do with sessions, with the words that follow. The window itself changes when the host says what is shown.

import type { SessionView } from '../../../shared/views.ts';
import type { Model } from '../../model/model.ts';
import { say } from '../../model/notices.ts';

export async function listSessions(model: Model): Promise<SessionView[]> {
  const answer = await model.platform.call('sessions', {});
  return answer.ok ? answer.value.sessions : [];
}

export async function showSession(model: Model, session: number): Promise<boolean> {
  const answer = await model.platform.call('openSession', { session });
  if (!answer.ok) say(model, answer.error.message, 'bad');
  return answer.ok;
}

export async function beginSession(model: Model): Promise<void> {
  const answer = await model.platform.call('newSession', { name: '' });
  if (answer.ok) say(model, 'A new session has begun. Open connections go on in it.');
  else say(model, answer.error.message, 'bad');
}

/** To the session that is recorded; a new one where there is none yet. */
export async function backToNow(model: Model): Promise<void> {
  const live = (await listSessions(model)).find(({ isLive }) => isLive);
  if (live) await showSession(model, live.id);
  else await beginSession(model);
}
