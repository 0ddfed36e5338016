// A rejected call and its corrected copy: applies the fix of its finding, and opens the copy in the Replay place. The tool's
// schema is only for display. Nothing is sent until the user asks for it.

import type { ToolView } from '../../shared/api/views.ts';
import type { Row } from '../../shared/timeline.ts';
import { awayServerOf, connectFirst } from './connect-servers.ts';
import { connectionOf, serverById } from './connection.ts';
import { choicesOf } from './fix-choices.ts';
import { fixedCall } from './fixed-call.ts';
import type { Model } from './model.ts';
import { defineStore } from './model.ts';
import { say } from './notices.ts';
import { editRow, send } from './replay-actions.ts';
import { isEdited } from './replay-edits.ts';
import { changeEdits, loadDraft, replaysOf } from './replays.ts';

/** By row. null: the log has no list with it; absent: not looked up yet. */
export const [knownToolsOf, useKnownTools] = defineStore<{ tools: Record<number, ToolView | null>; asking: boolean }>(
  () => ({ tools: {}, asking: false }),
);

const note = (model: Model, row: number, tool: ToolView | null): void =>
  knownToolsOf(model).setState(({ tools }) => ({ tools: { ...tools, [row]: tool } }));

/** Reads only the log. */
export async function lookUpTool(model: Model, row: number): Promise<ToolView | null> {
  const known = knownToolsOf(model).getState().tools[row];
  if (known) return known;
  const answer = await model.platform.call('seenTool', { id: row });
  const tool = answer.ok ? answer.value : null;
  note(model, row, tool);
  return tool;
}

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
    if (tool) note(model, row.id, tool);
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
  await send(model, {
    row,
    message: { kind: 'params', method: 'tools/call', params: fixed.params },
    to: { kind: 'same' },
    when: { kind: 'now' },
  });
}
