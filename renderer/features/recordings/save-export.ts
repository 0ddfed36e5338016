// Fetches an export in parts and passes it to the host for saving. The browser stores the parts outside of our heap.

import type { ExportOptions } from '../../../shared/api/capture-methods.ts';
import { duration } from '../../../shared/text/duration.ts';
import type { Model } from '../../model/model.ts';
import { saveFile } from '../../model/save-file.ts';
import { countInWords, size } from '../../text/format.ts';

/** '' if the file was saved, otherwise the reason. */
export async function saveExport(
  model: Model,
  options: ExportOptions,
  onProgress: (words: string) => void,
  signal: AbortSignal,
): Promise<string> {
  onProgress('Writing…');
  const start = await model.platform.call('startExport', options);
  if (!start.ok) return start.error.message;
  const { export: id, fileName, mediaType } = start.value;
  const parts: Blob[] = [];
  const startedAt = Date.now();
  let length = 0;
  for (;;) {
    if (signal.aborted) {
      void model.platform.call('cancelExport', { export: id });
      return 'The export was canceled.';
    }
    const answer = await model.platform.call('exportPart', { export: id });
    if (!answer.ok) return answer.error.message;
    parts.push(new Blob([answer.value.text]));
    length += answer.value.text.length;
    const { share } = answer.value;
    const left = share > 0.02 ? Math.ceil(((Date.now() - startedAt) / 1000) * (1 / share - 1)) : 0;
    const remaining = left > 2 ? `, about ${duration(left * 1000)} left` : '';
    const percent = share > 0 ? `${Math.floor(100 * share)} %, ` : '';
    onProgress(`Writing… ${percent}${size(length)}${remaining}`);
    if (answer.value.done) {
      const { masked } = answer.value;
      const content = new Blob(parts, { type: mediaType });
      const remark = masked > 0 ? `${countInWords(masked, 'secret')} masked.` : '';
      return (await saveFile(model, { name: fileName, type: mediaType, content }, remark)) ? '' : 'Nothing was saved.';
    }
  }
}
