// Runs the card's proposed action: from its button, its key, or the palette.

import { inputSchemaOf } from '../../../shared/api/input-schema.ts';
import type { ServerView } from '../../../shared/api/views.ts';
import { placeName } from '../../../shared/correct/correction.ts';
import { longerLimit } from '../../../shared/ending/decide-ending.ts';
import type { RowDetail } from '../../../shared/timeline.ts';
import { focusById } from '../../components/focus-by-id.ts';
import { awayServers } from '../../model/connect-servers.ts';
import { connectionOf, serverById } from '../../model/connection.ts';
import { detailOf, selectedDetail, setTab } from '../../model/detail.ts';
import { openDialog } from '../../model/dialogs.ts';
import { openCorrected, sendCorrected } from '../../model/fix-call.ts';
import { choicesOf, noChoices } from '../../model/fix-choices.ts';
import { knownToolsOf } from '../../model/known-tools.ts';
import type { Model } from '../../model/model.ts';
import { say } from '../../model/notices.ts';
import { listToolOf, pickFromList, picksOf } from '../../model/pick-value.ts';
import { fixArguments, replayRow } from '../../model/replay-actions.ts';
import { mark, replaysOf } from '../../model/replays.ts';
import { isRefused } from '../../model/request-fix.ts';
import { selectRow } from '../../model/selection.ts';
import { canSignIn, signIn } from '../../model/sign-in.ts';
import { recoveryOf } from '../parts/card-recovery.ts';
import { copyFailure } from '../parts/copy-parts.ts';
import { fieldId } from './fix-field.tsx';
import { type FixProblem, fixProblem } from './fix-problem.ts';
import { type Around, type PrimaryAction, type PrimaryKind, primaryAction } from './primary-action.ts';
import { belongsToClient, editServerOf, isRepairable, repairOf, restart } from './repair-server.ts';

/** The current context. A component follows the same stores. */
export function aroundOf(model: Model, detail: RowDetail, now: number): Around {
  const { row } = detail;
  const { servers, recording } = connectionOf(model).getState();
  const server = serverById(servers, row.server);
  return {
    draft: replaysOf(model).getState().drafts[row.id] ?? null,
    now,
    isRecording: recording?.isLive === false,
    server: server
      ? {
          isOwn: isRepairable(model, server),
          isAway: recording?.isLive !== false && awayServers([server]).length > 0,
          canSignIn: server.watched === null && canSignIn(server),
          savesTo: savesTo(model, server),
        }
      : null,
    isPlanned: repairOf(model).getState().plan !== null,
    fixProblem: problemOf(model, detail)?.words ?? '',
    isFixShown: detailOf(model).getState().tab === 'explained',
    listTool: listToolOf(model, unmasked(model, detail))?.tool ?? null,
    isPicking: (picksOf(model).getState().values[row.id]?.length ?? 0) > 0,
  };
}

/** Placeholders would be checked and sent otherwise. */
function unmasked(model: Model, detail: RowDetail): RowDetail {
  const { raw } = detailOf(model).getState();
  return raw?.row.id === detail.row.id ? raw : detail;
}

/** null: the corrected call can be sent. */
function problemOf(model: Model, detail: RowDetail): FixProblem | null {
  const { id } = detail.row;
  const choices = choicesOf(model).getState()[id] ?? noChoices;
  const raw = unmasked(model, detail);
  const [value] = Object.keys(choices);
  const from = isRefused(raw) || value !== undefined ? null : listToolOf(model, raw);
  if (from !== null) return { path: from.path, words: `Choose ${placeName(from.path)}.` };
  return fixProblem(raw, choices, inputSchemaOf(knownToolsOf(model).getState().tools[id]));
}

/** A client's server can be repaired only there; for Misfire's own the user chooses. */
function savesTo(model: Model, server: ServerView): string | null {
  const { keep, known } = repairOf(model).getState();
  if (belongsToClient(model, server)) return server.watched?.client ?? null;
  return keep === 'client' ? (known?.client?.client ?? null) : null;
}

/** What the selected row's card proposes now. */
export function currentPrimary(model: Model): PrimaryAction | null {
  const detail = selectedDetail(model);
  return detail === null ? null : primaryAction(detail, aroundOf(model, detail, Date.now()));
}

export function runPrimary(model: Model, detail: RowDetail, kind: PrimaryKind): unknown {
  const { row } = detail;
  const server = serverById(connectionOf(model).getState().servers, row.server);
  switch (kind) {
    case 'cancel':
      return cancel(model, row.id);
    case 'fix_and_retry': {
      const problem = problemOf(model, detail);
      if (problem === null) return sendCorrected(model, row.id);
      setTab(model, 'explained');
      focusById(fieldId(row.id, problem.path));
      return say(model, problem.words);
    }
    case 'pick':
      setTab(model, 'explained');
      return pickFromList(model, unmasked(model, detail));
    case 'connect':
      return server && restart(model, server);
    case 'open_form':
      return isRefused(detail) ? openCorrected(model, row.id) : fixArguments(model);
    case 'wait':
      return replayRow(model, row.id, 'hinted');
    case 'replay_longer':
      return replayRow(model, row.id, 'now', detail.failure?.ending ? longerLimit(detail.failure.ending) : undefined);
    case 'replay':
      // A recording has no server: the user chooses one next to the corrected call.
      return connectionOf(model).getState().recording?.isLive === false && isRefused(detail)
        ? openCorrected(model, row.id)
        : replayRow(model, row.id, 'now');
    case 'sign_in':
      return signIn(model, row.server);
    case 'save_and_restart':
    case 'save_to_client':
    case 'edit_server':
      return editServerOf(model, detail);
    case 'restart':
      return server && restart(model, server);
    case 'report':
      return copyFailure(model);
    case 'compare':
      return compareAttempts(model, detail);
    case 'show_recovery':
      return detail.incident?.healed && selectRow(model, detail.incident.healed.row);
  }
}

async function cancel(model: Model, row: number): Promise<void> {
  const answer = await model.platform.call('cancel', { id: row });
  if (!answer.ok) say(model, answer.error.message, 'bad');
}

/** The failed attempt next to the successful one. */
async function compareAttempts(model: Model, detail: RowDetail): Promise<void> {
  const passed = recoveryOf(detail);
  if (passed === null) return;
  mark(model, detail.row.id);
  await selectRow(model, passed.id);
  openDialog(model, 'diff');
}
