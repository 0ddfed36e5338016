// The next action for a row: its button, from the finding's fix. Pure.

import { longerLimit } from '../../../../shared/ending/decide-ending.ts';
import { troubleOf } from '../../../../shared/incident/incident.ts';
import type { ReplayDraft } from '../../../../shared/retry/replay.ts';
import { duration } from '../../../../shared/text/duration.ts';
import type { Row, RowDetail } from '../../../../shared/timeline.ts';
import { type Choices, isRefused, isWhole } from '../../../model/request-fix.ts';
import { waitWords } from '../../../text/replay-words.ts';
import { recoveryOf } from '../parts/card-recovery.ts';

export type PrimaryKind =
  | 'cancel'
  | 'compare'
  | 'edit_server'
  | 'expected'
  | 'fix_and_retry'
  | 'open_form'
  | 'replay'
  | 'replay_longer'
  | 'report'
  | 'restart'
  | 'save_and_restart'
  | 'save_to_client'
  | 'show_recovery'
  | 'sign_in'
  | 'wait';

export interface PrimaryAction {
  kind: PrimaryKind;
  label: string;
  /** '' if there is no key. */
  key: string;
  /** Highlighted. */
  isPrimary: boolean;
  /** When the wait ends, ms since 1970; null if there is no wait. */
  until: number | null;
}

export interface Around {
  /** null: not known yet. */
  draft: ReplayDraft | null;
  now: number;
  /** An opened recording: nothing in it is live. */
  isRecording: boolean;
  /** Who runs the server. null: unknown. */
  server: {
    isOwn: boolean;
    isAway: boolean;
    canSignIn: boolean;
    /** The client whose settings get the missing variables; null: they are stored here. */
    savesTo: string | null;
  } | null;
  /** Shows the change of those settings. */
  isPlanned: boolean;
  choices: Choices;
}

const action = (kind: PrimaryKind, label: string, key = '', isPrimary = true): PrimaryAction => ({
  kind,
  label,
  key,
  isPrimary,
  until: null,
});

const isOwnCall = ({ kind, direction }: Row): boolean => kind === 'call' && direction === 'out';

/** null: no action. */
export function primaryAction(detail: RowDetail, around: Around): PrimaryAction | null {
  const { row, failure, incident } = detail;
  if (row.pending) return row.direction === 'out' && !around.isRecording ? action('cancel', 'Cancel the call') : null;
  if (failure === null) return isOwnCall(row) ? replay(around, false) : null;
  if (recoveryOf(detail) !== null) return action('compare', 'Compare attempts');
  if (incident?.healed) return action('show_recovery', 'Show recovery');
  if (around.isRecording) return isOwnCall(row) ? replay(around, true) : report(detail);
  if (around.server?.savesTo != null && failure.fix.kind === 'setting' && failure.fix.variables.length > 0)
    return action('save_to_client', `Save to ${around.server.savesTo}${around.isPlanned ? '' : '…'}`, 'e');
  if (failure.ending?.kind === 'client_timeout' && isOwnCall(row))
    return action('replay_longer', `Replay with ${duration(longerLimit(failure.ending))}`);
  const trouble = troubleOf(failure);
  // Misfire does not run what is at an address: its settings may have the wrong one.
  if (trouble === 'address' && around.server?.isOwn) return action('edit_server', 'Edit server', 'e');
  if (trouble !== null && around.server?.isOwn) return forServer(detail);
  switch (failure.fix.kind) {
    case 'request':
      if (!isOwnCall(row)) return report(detail);
      return isRefused(detail) && isWhole(detail, around.choices)
        ? action('fix_and_retry', 'Fix and retry', 'f')
        : action('open_form', 'Open in form', isRefused(detail) ? 'f' : 'e');
    case 'wait':
      return isOwnCall(row) ? wait(detail, failure.fix.afterMs, around) : report(detail);
    case 'sign_in':
      if (around.server?.canSignIn) return action('sign_in', 'Sign in', 's');
      // A program gets its credentials from its settings.
      return around.server?.isOwn ? action('edit_server', 'Edit and restart', 'e') : report(detail);
    case 'setting':
      return around.server?.isOwn ? forServer(detail) : report(detail);
    case 'approval':
      return isOwnCall(row) ? replay(around, false) : report(detail);
    case 'report':
      return report(detail);
    case 'none':
      if (failure.retry.verdict === 'unknown' && isOwnCall(row)) return replay(around, true);
      return row.group === null ? report(detail) : action('expected', 'Mark as expected', 'x');
  }
}

/** What its settings or a restart may fix. */
function forServer({ failure }: RowDetail): PrimaryAction {
  if (failure?.fix.kind === 'setting' && failure.fix.variables.length > 0)
    return action('save_and_restart', 'Save and restart', 'e');
  return failure?.fix.kind === 'setting' || failure?.retry.verdict === 'after_fix'
    ? action('edit_server', 'Edit and restart', 'e')
    : action('restart', 'Restart');
}

function replay({ draft, isRecording, server }: Around, isPrimary: boolean): PrimaryAction {
  if (isRecording) return action('replay', 'Replay live…', 'r', isPrimary);
  const asks = draft !== null && draft.guard.need !== 'free' ? '…' : '';
  return action('replay', server?.isAway ? 'Connect and replay' : `Replay${asks}`, 'r', isPrimary);
}

function report({ row, failure }: RowDetail): PrimaryAction {
  const isOfClient = failure?.fix.kind === 'report' && failure.fix.to === 'client' && row.client !== null;
  return action('report', isOfClient ? `Report to ${row.client}` : 'Copy report', 'c');
}

function wait(detail: RowDetail, afterMs: number | null, around: Around): PrimaryAction {
  const { row, attempts } = detail;
  const { draft, now } = around;
  const triedSince = attempts.some((other) => other.at > row.at);
  const waited = draft?.hinted?.attempts[0]?.earliestMs ?? afterMs;
  if (triedSince || waited === null || waited <= 0 || draft?.hinted === null) return replay(around, true);
  const until = (row.endAt ?? row.at) + waited;
  const left = until - now;
  return { ...action('wait', left > 0 ? `Retry in ${waitWords(left)}` : 'Retry now', 'w'), until };
}
