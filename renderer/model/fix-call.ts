// A rejected call and its corrected copy: applies the fix of its finding, and sends the copy or opens it for editing. The tool's schema is
// only for display.

import type { Row } from '../../shared/timeline.ts';
import { isLive } from '../text/replay-words.ts';
import { awayServerOf, connectFirst } from './connect-servers.ts';
import { connectionOf, serverById } from './connection.ts';
import { choicesOf } from './fix-choices.ts';
import { fixedCall } from './fixed-call.ts';
import { knownToolsOf, noteTool } from './known-tools.ts';
import type { Model } from './model.ts';
import { say } from './notices.ts';
import { editRow, send } from './replay-actions.ts';
import { isEdited } from './replay-edits.ts';
import { changeEdits, loadDraft, replaysOf } from './replays.ts';
import { selectAttempt } from './selection.ts';
import { timelineOf } from './timeline.ts';

/** Whether its server can be contacted: not one from a file, and not one that only its client uses. */
export function canAsk(model: Model, server: string): boolean {
  const { servers, recording } = connectionOf(model).getState();
  return recording?.isLive !== false && serverById(servers, server)?.watched === null;
}

/** Requests the server's tools, over a new connection if needed. The log then decodes the call again. */
export async function askForTool(model: Model, row: Row): Promise<void> {
  knownToolsOf(model).setState({ asking: true });
  try {
    const away = awayServerOf(model, row.server);
    if (away && !(await connectFirst(model, away))) return;
    const answer = await model.platform.call('tools', { server: row.server, refresh: true });
    if (!answer.ok) return say(model, answer.error.message, 'bad');
    const tool = answer.value.tools.find(({ name }) => name === row.target);
    if (tool) noteTool(model, row.id, tool);
    else say(model, `The server lists ${answer.value.tools.length} tools, and none of this name.`, 'bad');
  } finally {
    knownToolsOf(model).setState({ asking: false });
  }
}

/** Opens a copy of the call with all corrections. Earlier edits of the user stay. */
export async function openCorrected(model: Model, row: number): Promise<void> {
  const answer = await model.platform.call('rowDetail', { id: row });
  if (!answer.ok) return say(model, answer.error.message, 'bad');
  const fixed = fixedCall(answer.value, choicesOf(model).getState()[row]);
  if (fixed === null) return say(model, 'The arguments of this call are not the problem. Press e to edit it.', 'bad');
  const draft = await loadDraft(model, row);
  const edits = replaysOf(model).getState().edits[row];
  editRow(model, row);
  if (!draft || !edits) return;
  if ('problem' in fixed) return say(model, fixed.problem, 'bad');
  if (edits.corrected === null && isEdited(draft, edits))
    return say(model, 'Your changes are kept. Undo them and press f again for the corrected call.');
  changeEdits(model, row, {
    corrected: fixed,
    when: 'now',
    ...(fixed.changes.length > 0 ? { params: fixed.params } : {}),
    ...(edits.mode === 'raw' ? { mode: null } : {}),
  });
}

/** Sends the corrected call through the same guard as any replay. If values are missing, opens the form instead. */
export async function sendCorrected(model: Model, row: number): Promise<void> {
  const answer = await model.platform.call('rowDetail', { id: row });
  if (!answer.ok) return say(model, answer.error.message, 'bad');
  const fixed = fixedCall(answer.value, choicesOf(model).getState()[row]);
  const draft = await loadDraft(model, row);
  const isReady = fixed !== null && !('problem' in fixed) && fixed.missing.length === 0 && fixed.changes.length > 0;
  if (!isReady || !draft || draft.evidence || draft.problem) return openCorrected(model, row);
  const away = awayServerOf(model, draft.row.server);
  if (away && !(await connectFirst(model, away))) return;
  showNextAttempt(model, row);
  await send(model, {
    row,
    message: { kind: 'params', method: 'tools/call', params: fixed.params },
    to: { kind: 'same' },
    when: { kind: 'now' },
  });
}

/** The card moves on to the attempt that is sent next: its answer says what to do then. Not if the user moved on first. */
function showNextAttempt(model: Model, row: number): void {
  const before = new Set(
    replaysOf(model)
      .getState()
      .views.map(({ id }) => id),
  );
  const stop = replaysOf(model).subscribe(({ views, asking }) => {
    const view = views.find(({ id, source }) => source === row && !before.has(id));
    const made = view?.attempts.find((attempt) => attempt.row !== null)?.row ?? null;
    if (timelineOf(model).getState().selected !== row || (view && !isLive(view) && made === null)) return stop();
    if (asking === null && made !== null) {
      stop();
      void selectAttempt(model, made);
    }
  });
}
