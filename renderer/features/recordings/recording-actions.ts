// Actions on recordings, with their messages. The window changes when the host reports the shown recording.

import type { RecordingView } from '../../../shared/api/views.ts';
import type { Model } from '../../model/model.ts';
import { say } from '../../model/notices.ts';

export async function listRecordings(model: Model): Promise<RecordingView[]> {
  const answer = await model.platform.call('recordings', {});
  return answer.ok ? answer.value.recordings : [];
}

export async function showRecording(model: Model, recording: number): Promise<boolean> {
  const answer = await model.platform.call('openRecording', { recording });
  if (!answer.ok) say(model, answer.error.message, 'bad');
  return answer.ok;
}

export async function beginRecording(model: Model): Promise<void> {
  const answer = await model.platform.call('newRecording', { name: '' });
  if (answer.ok) say(model, 'A new recording has begun. Open connections go on in it.');
  else say(model, answer.error.message, 'bad');
}

/** To the live recording; starts a new one if there is none. */
export async function backToNow(model: Model): Promise<void> {
  const live = (await listRecordings(model)).find(({ isLive }) => isLive);
  if (live) await showRecording(model, live.id);
  else await beginRecording(model);
}
