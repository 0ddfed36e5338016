// Saves a file through the host, and reports the result.

import type { FileToSave } from '../platform/platform.ts';
import type { Model } from './model.ts';
import { say } from './notices.ts';

/** `remark` follows the name in the message. Returns whether it was saved. */
export async function saveFile(model: Model, file: FileToSave, remark = ''): Promise<boolean> {
  const answer = await model.platform.saveFile(file);
  switch (answer.outcome) {
    case 'saved':
      say(
        model,
        `Saved ${answer.where ?? `${file.name}, where downloads go`}.${remark === '' ? '' : ` ${remark}`}`,
        'plain',
        answer.show ? { label: 'Show in folder', run: answer.show } : null,
      );
      return true;
    case 'cancelled':
      return false;
    case 'failed':
      say(model, `${file.name} was not saved: ${answer.reason}`, 'bad');
      return false;
  }
}
