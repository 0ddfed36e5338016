// Undoes the changes of watching in a client's settings. The dialog and Settings both offer it.

import type { WatchEntry } from '../../../shared/api/watching.ts';
import type { Model } from '../../model/model.ts';
import { say } from '../../model/notices.ts';

export async function undoWatch(model: Model, { id, server, whenRead }: WatchEntry): Promise<void> {
  const answer = await model.platform.call('undoWatch', { entry: id });
  if (!answer.ok) say(model, answer.error.message, 'bad');
  else say(model, `${server} is as it was${answer.value.exact ? ', byte for byte' : ''}. ${whenRead}`);
}
