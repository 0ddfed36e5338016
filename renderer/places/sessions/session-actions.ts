// What one can do with sessions, with the words that follow. The window itself changes when the host says what is shown.

import type { SessionView } from '../../../shared/views.ts';
import { say } from '../../model/notices.ts';
import type { Platform } from '../../platform/platform.ts';

export async function listSessions(platform: Platform): Promise<SessionView[]> {
  const answer = await platform.call('sessions', {});
  return answer.ok ? answer.value.sessions : [];
}

export async function showSession(platform: Platform, session: number): Promise<boolean> {
  const answer = await platform.call('openSession', { session });
  if (!answer.ok) say(answer.error.message, 'bad');
  return answer.ok;
}

export async function beginSession(platform: Platform): Promise<void> {
  const answer = await platform.call('newSession', { name: '' });
  if (answer.ok) say('A new session has begun. Open connections go on in it.');
  else say(answer.error.message, 'bad');
}

/** To the session that is recorded; a new one where there is none yet. */
export async function backToNow(platform: Platform): Promise<void> {
  const live = (await listSessions(platform)).find(({ isLive }) => isLive);
  if (live) await showSession(platform, live.id);
  else await beginSession(platform);
}
