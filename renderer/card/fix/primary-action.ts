// The next action for a row: its button, from the finding's fix. Pure.

import { longerLimit } from '../../../shared/ending/decide-ending.ts';
import { troubleOf } from '../../../shared/incident/incident.ts';
import type { ReplayDraft } from '../../../shared/retry/replay.ts';
import { duration } from '../../../shared/text/duration.ts';
import type { Row, RowDetail } from '../../../shared/timeline.ts';
import { isFixableHere } from '../../model/request-fix.ts';
import { waitWords } from '../../text/replay-words.ts';
import { recoveryOf } from '../parts/card-recovery.ts';

export type PrimaryKind =
  | 'cancel'
  | 'compare'
  | 'edit_server'
  | 'fix_and_retry'
  | 'open_form'
  | 'pick'
  | 'replay'
  | 'replay_longer'
  | 'report'
  | 'connect'
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
  /** Why it cannot be done yet; '' if it can. */
  problem: string;
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
  /** Why the corrected call cannot be sent yet; '' if it can. */
  fixProblem: string;
  /** The tab with the fields of the fix is open. */
  isFixShown: boolean;
  /** The tool that lists values for the argument that does not exist; null: none is known. */
  listTool: string | null;
  /** Its values are on the card. */
  isPicking: boolean;
}

/** `f` fixes on every card; the others keep the key of their command, too. */
const action = (kind: PrimaryKind, label: string, key = 'f', isPrimary = true): PrimaryAction => ({
  kind,
  label,
  key,
  isPrimary,
  until: null,
  problem: '',
});

const isOwnCall = ({ kind, direction }: Row): boolean => kind === 'call' && direction === 'out';

/** null: no action. */
export function primaryAction(detail: RowDetail, around: Around): PrimaryAction | null {
  const { row, failure, incident } = detail;
  if (row.pending)
    return row.direction === 'out' && !around.isRecording ? action('cancel', 'Cancel the call', '') : null;
  if (failure === null) return isOwnCall(row) ? replay(around, false) : null;
  if (recoveryOf(detail) !== null) return action('compare', 'Compare attempts');
  if (incident?.healed) return action('show_recovery', 'Show recovery');
  if (around.isRecording) return isOwnCall(row) ? replay(around, true) : report(detail);
  if (around.server?.savesTo != null && failure.fix.kind === 'setting' && failure.fix.variables.length > 0)
    return action('save_to_client', `Save to ${around.server.savesTo}${around.isPlanned ? '' : '…'}`);
  if (failure.ending?.kind === 'client_timeout' && isOwnCall(row))
    return action('replay_longer', `Replay with ${duration(longerLimit(failure.ending))}`);
  const trouble = troubleOf(failure);
  // Misfire does not run what is at an address.
  if (trouble === 'address' && around.server?.isOwn) return action('connect', 'Connect again');
  if (trouble !== null && around.server?.isOwn) return forServer(detail);
  switch (failure.fix.kind) {
    case 'request':
      if (!isOwnCall(row)) return report(detail);
      return isFixableHere(detail)
        ? fixHere(detail, around)
        : (pick(detail, around) ?? action('open_form', 'Edit and retry'));
    case 'wait':
      return isOwnCall(row) ? wait(detail, failure.fix.afterMs, around) : report(detail);
    case 'sign_in':
      if (around.server?.canSignIn) return action('sign_in', 'Sign in');
      // A program gets its credentials from its settings.
      return around.server?.isOwn ? action('edit_server', 'Edit and restart') : report(detail);
    case 'setting':
      return around.server?.isOwn ? forServer(detail) : report(detail);
    case 'approval':
      return isOwnCall(row) ? replay(around, false) : report(detail);
    case 'report':
      return report(detail);
    case 'none':
      if (!isOwnCall(row)) return report(detail);
      return (
        pick(detail, around) ??
        (failure.retry.verdict === 'unknown' || failure.class === 'cancelled'
          ? replay(around, true)
          : action('open_form', 'Edit and retry'))
      );
  }
}

/** What does not exist is replaced by a value that does. */
function pick(detail: RowDetail, around: Around): PrimaryAction | null {
  if (around.isPicking) return fixHere(detail, around);
  return around.listTool === null ? null : action('pick', `Pick from ${around.listTool}`);
}

const longestValue = 12;

/** A second attempt names its change: the user has seen the first. Disabled only next to the field that says why. */
function fixHere(detail: RowDetail, { fixProblem, isFixShown }: Around): PrimaryAction {
  if (fixProblem !== '' && !isFixShown) return action('fix_and_retry', 'Fix and retry…');
  const fix = detail.failure?.fix;
  const [only] = fix?.kind === 'request' && fix.missing.length === 0 && fix.changes.length === 1 ? fix.changes : [];
  const value = only?.was === undefined ? JSON.stringify(only?.after) : undefined;
  const isShort = detail.original != null && value !== undefined && value.length <= longestValue;
  return { ...action('fix_and_retry', isShort ? `Set to ${value} and send` : 'Fix and retry'), problem: fixProblem };
}

/** What its settings or a restart may fix. */
function forServer({ failure }: RowDetail): PrimaryAction {
  if (failure?.fix.kind === 'setting' && failure.fix.variables.length > 0)
    return action('save_and_restart', 'Save and restart');
  return failure?.fix.kind === 'setting' || failure?.retry.verdict === 'after_fix'
    ? action('edit_server', 'Edit and restart')
    : action('restart', 'Restart');
}

function replay({ draft, isRecording, server }: Around, isPrimary: boolean): PrimaryAction {
  const key = isPrimary ? 'f' : 'r';
  if (isRecording) return action('replay', 'Replay live…', key, isPrimary);
  const asks = draft !== null && draft.guard.need !== 'free' ? '…' : '';
  return action('replay', server?.isAway ? 'Connect and replay' : `Replay${asks}`, key, isPrimary);
}

function report({ row, failure }: RowDetail): PrimaryAction {
  const isOfClient = failure?.fix.kind === 'report' && failure.fix.to === 'client' && row.client !== null;
  return action('report', isOfClient ? `Report to ${row.client}` : 'Copy report');
}

function wait(detail: RowDetail, afterMs: number | null, around: Around): PrimaryAction {
  const { row, attempts } = detail;
  const { draft, now } = around;
  const triedSince = attempts.some((other) => other.at > row.at);
  const waited = afterMs ?? draft?.hinted?.attempts[0]?.earliestMs ?? null;
  if (triedSince || waited === null || waited <= 0 || draft?.hinted === null) return replay(around, true);
  const until = (row.endAt ?? row.at) + waited;
  const left = until - now;
  return { ...action('wait', left > 0 ? `Retry in ${waitWords(left)}` : 'Retry now'), until };
}
