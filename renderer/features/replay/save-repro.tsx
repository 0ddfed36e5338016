// A repro set as a file, or on the clipboard if the window cannot save files.

import { ClipboardCopy, Download } from 'lucide-react';
import { Button } from '../../components/button.tsx';
import { type Model, useModel } from '../../model/model.ts';
import { copyText, say } from '../../model/notices.ts';
import { saveFile } from '../../model/save-file.ts';

export const reproName = 'repro.misfire.json';

async function reproText(model: Model, rows: readonly number[]): Promise<string | null> {
  const answer = await model.platform.call('reproSet', { rows: [...rows] });
  if (answer.ok) return answer.value.text;
  say(model, answer.error.message, 'bad');
  return null;
}

export async function saveRepro(model: Model, rows: readonly number[]): Promise<void> {
  const text = await reproText(model, rows);
  if (text === null) return;
  await saveFile(
    model,
    { name: reproName, type: 'application/json', content: text },
    `Run it with: misfire replay ${reproName}`,
  );
}

export function ReproButtons({ rows }: { rows: readonly number[] }) {
  const model = useModel();
  const copy = async () => {
    const text = await reproText(model, rows);
    if (text !== null) await copyText(model, text, 'Repro set');
  };
  return (
    <>
      <Button disabled={rows.length === 0} onClick={() => saveRepro(model, rows)}>
        <Download size={14} aria-hidden="true" /> Save repro set
      </Button>
      <Button disabled={rows.length === 0} onClick={copy} aria-label="Copy the repro set" title="Copy the repro set">
        <ClipboardCopy size={14} aria-hidden="true" /> Copy
      </Button>
    </>
  );
}
