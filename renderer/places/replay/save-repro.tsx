// A repro set as a file, or on the clipboard where a window may not save files.

import { ClipboardCopy, Download } from 'lucide-react';
import { Button } from '../../components/button.tsx';
import { copyText, say } from '../../model/notices.ts';
import { saveFile } from '../../model/save-file.ts';
import { usePlatform } from '../../platform/context.ts';
import type { Platform } from '../../platform/platform.ts';

export const reproName = 'repro.misfire.json';

async function reproText(platform: Platform, rows: readonly number[]): Promise<string | null> {
  const answer = await platform.call('reproSet', { rows: [...rows] });
  if (answer.ok) return answer.value.text;
  say(answer.error.message, 'bad');
  return null;
}

export async function saveRepro(platform: Platform, rows: readonly number[]): Promise<void> {
  const text = await reproText(platform, rows);
  if (text === null) return;
  await saveFile(
    platform,
    { name: reproName, type: 'application/json', content: text },
    `Run it with: misfire replay ${reproName}`,
  );
}

export function ReproButtons({ rows }: { rows: readonly number[] }) {
  const platform = usePlatform();
  const copy = async () => {
    const text = await reproText(platform, rows);
    if (text !== null) await copyText(text, 'Repro set');
  };
  return (
    <>
      <Button disabled={rows.length === 0} onClick={() => saveRepro(platform, rows)}>
        <Download size={14} aria-hidden="true" /> Save repro set
      </Button>
      <Button disabled={rows.length === 0} onClick={copy} aria-label="Copy the repro set" title="Copy the repro set">
        <ClipboardCopy size={14} aria-hidden="true" /> Copy
      </Button>
    </>
  );
}
