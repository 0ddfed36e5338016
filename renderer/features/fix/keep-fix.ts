// What a person keeps of a fix: the call as text, a repro set, and the report to the server's author.

import { issueOfRow } from '../../../shared/author-report/issue-of-row.ts';
import { fixReport } from '../../../shared/features/fix/fix-report.ts';
import type { FixView } from '../../../shared/features/fix/fix-view.ts';
import type { RowDetail } from '../../../shared/timeline.ts';
import { connectionOf, serverById } from '../../model/connection.ts';
import { maskText } from '../../model/masks.ts';
import type { Model } from '../../model/model.ts';
import { copyText, say } from '../../model/notices.ts';
import { saveFile } from '../../model/save-file.ts';

type FixedKind = 'misfire' | 'curl' | 'json';
export const fixedKinds: readonly { kind: FixedKind; label: string }[] = [
  { kind: 'misfire', label: 'misfire call' },
  { kind: 'curl', label: 'curl' },
  { kind: 'json', label: 'JSON' },
];

/** null: it could not be written, and the window says why. */
export async function fixedText(model: Model, view: FixView, kind: FixedKind): Promise<string | null> {
  if (kind === 'json') return JSON.stringify({ method: view.method, params: JSON.parse(view.params) }, null, 2);
  const row = view.attempts.at(-1)?.row ?? view.source;
  const answer = await model.platform.call('snippet', { row, kind });
  if (answer.ok) return answer.value.text;
  say(model, answer.error.message, 'bad');
  return null;
}

export async function copyFixed(model: Model, view: FixView, kind: FixedKind): Promise<void> {
  const text = await fixedText(model, view, kind);
  if (text !== null) await copyText(model, text, 'Fixed call');
}

const setName = 'repro.misfire.json';

/** `into`: the text of the set that it joins; '' for a new one. */
async function saveSet(model: Model, { id }: FixView, into: string, name: string): Promise<void> {
  const answer = await model.platform.call('fixReproSet', { fix: id, into });
  if (!answer.ok) return say(model, answer.error.message, 'bad');
  const file = { name, type: 'application/json', content: answer.value.text };
  await saveFile(model, file, `Run it with: misfire replay ${name}`);
}

export const saveAsSet = (model: Model, view: FixView): Promise<void> => saveSet(model, view, '', setName);

/** The call joins the set of a file. */
export async function addToFile(model: Model, view: FixView): Promise<void> {
  const chosen = await model.platform.openFile({ accept: ['.json'] });
  if (chosen.outcome === 'failed') return say(model, chosen.reason, 'bad');
  if (chosen.outcome !== 'opened') return;
  await saveSet(model, view, await chosen.file.text(), chosen.file.name);
}

/** The failed call as for any report, and the whole path to the end. */
export async function copyFixReport(model: Model, view: FixView, detail: RowDetail): Promise<void> {
  const name = serverById(connectionOf(model).getState().servers, view.server)?.name ?? view.server;
  const script = await model.platform.call('snippet', { row: view.source, kind: 'curl' });
  const issue = issueOfRow(detail, name, script.ok ? script.value.text : '');
  await copyText(model, maskText(model, fixReport(view, issue)), 'Report');
}
