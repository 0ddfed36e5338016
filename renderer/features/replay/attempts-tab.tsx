// The attempts at one call: a table, the verdict on the last one, the waits, the request from the first attempt to the next, and how to
// send it. The card's button is the next step; this tab edits and sends everything else.

import { Pencil, Plug, Send } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import type { ReplayDraft } from '../../../shared/retry/replay.ts';
import { planHint } from '../../../shared/retry/retry-plan.ts';
import type { RowDetail } from '../../../shared/timeline.ts';
import fix from '../../card/fix/fix-request.module.css';
import { Fixed, Fold } from '../../card/parts/fold.tsx';
import { Button } from '../../components/button.tsx';
import { useNow } from '../../components/use-now.ts';
import { connectFirst, useIsAway } from '../../model/connect-servers.ts';
import { serverById, useConnection } from '../../model/connection.ts';
import { dialogsOf } from '../../model/dialogs.ts';
import { noChoices, useChoices } from '../../model/fix-choices.ts';
import { fixedCall } from '../../model/fixed-call.ts';
import { maskLine } from '../../model/masks.ts';
import { useModel } from '../../model/model.ts';
import { say } from '../../model/notices.ts';
import { send } from '../../model/replay-actions.ts';
import { type Edits, editProblem, isEdited, maskedProblem, toRequest } from '../../model/replay-edits.ts';
import { loadDraft, replaysOf, useReplays } from '../../model/replays.ts';
import { RetryFindings } from '../../retry/findings.tsx';
import { laneOf } from '../../retry/lane.ts';
import { LaneDrawing } from '../../retry/lane.tsx';
import { chainAttempts, laneSentence } from '../../retry/lane-attempts.ts';
import { LiveStrip } from '../../retry/live-strip.tsx';
import { RetryPlanView } from '../../retry/plan-view.tsx';
import { retrySummary } from '../../retry/retry-summary.ts';
import { countInWords } from '../../text/format.ts';
import { isLive } from '../../text/replay-words.ts';
import { shownName, visibleLine } from '../../text/visible-text.ts';
import { shortValue } from '../../text/wording.ts';
import { AnswerDifference } from './answer-difference.tsx';
import { AttemptTable } from './attempt-table.tsx';
import styles from './attempts.module.css';
import { CopyMenu } from './copy-menu.tsx';
import { Options, optionsSummary } from './options.tsx';
import { requestChanges } from './request-changes.ts';
import { RequestPane } from './request-pane.tsx';
import { useAttempts } from './use-attempts.ts';
import { replayVerdict } from './verdict.ts';

/** The tab, with the number of attempts. null: nothing that can be sent again. */
export function useAttemptsTab({ row, original, attempts }: RowDetail): { label: string; count: number } | null {
  const replays = useReplays(({ views }) =>
    views.filter(({ source }) => source === row.id).reduce((sum, view) => sum + view.attempts.length, 0),
  );
  if (row.kind !== 'call' || row.direction !== 'out') return null;
  return { label: 'Attempts', count: Math.max(original === null ? 1 : 2, attempts.length, replays + 1) };
}

export function AttemptsTab({ detail }: { detail: RowDetail }) {
  const model = useModel();
  const attempts = useAttempts(detail);
  const ids = attempts.map(({ row }) => row.id);
  const editing = useReplays((state) => state.editing);
  // What is sent next starts from the last attempt, unless the user edits another one.
  const base = attempts.find(({ row }) => row.id === editing) ?? attempts.at(-1) ?? detail;
  const row = base.row.id;
  const draft = useReplays((state) => state.drafts[row]);
  const edits = useReplays((state) => state.edits[row]);
  const problem = useReplays((state) => state.problems[row]);
  const running = useReplays((state) => state.views.findLast((view) => ids.includes(view.source) && isLive(view)));
  const isOver = running === undefined;
  // The last attempt has the newest hint, and a confirmation may have relaxed the guard.
  useEffect(() => {
    if (isOver) void loadDraft(model, row);
  }, [model, row, isOver]);
  const verdict = replayVerdict(attempts);
  return (
    <>
      <AttemptTable attempts={attempts} selected={detail.row.id} />
      {running && (
        <div className={styles.live}>
          <LiveStrip view={running} />
        </div>
      )}
      {verdict && (
        <p className={`${styles.verdict} ${styles[verdict.tone] ?? ''}`} role="status">
          {visibleLine(maskLine(model, verdict.words))}
        </p>
      )}
      <Waits attempts={attempts} nextAt={running?.nextAt ?? null} />
      {draft && edits && <RequestDifference attempts={attempts} base={base} draft={draft} edits={edits} />}
      {attempts.length > 1 && <Answers before={ids[0]!} after={ids.at(-1)!} of={attempts.length} />}
      {draft && edits && draft.raw !== '' ? (
        <Sending draft={draft} edits={edits} isEditing={editing === row} isLive={!isOver} attempts={attempts.length} />
      ) : (
        (problem || draft?.problem) && <p className={styles.words}>{visibleLine(problem || draft?.problem || '')}</p>
      )}
    </>
  );
}

function Waits({ attempts, nextAt }: { attempts: readonly RowDetail[]; nextAt: number | null }) {
  const isRecording = useConnection((state) => state.recording?.isLive === false);
  const now = useNow(nextAt !== null);
  const last = attempts.at(-1)!;
  const ids = new Set(attempts.map(({ row }) => row.id));
  const judged = new Map(
    attempts.flatMap(({ judgements }) => judgements.filter(({ row }) => ids.has(row)).map((one) => [one.row, one])),
  );
  const plan = last.failure && planHint(last.failure.retry);
  if (attempts.length < 2) {
    return plan ? (
      <Fixed id="waits" title="Retry, as the server asks" {...retrySummary(last, isRecording)}>
        <RetryPlanView plan={plan} />
        <RetryFindings findings={last.judgements} />
      </Fixed>
    ) : null;
  }
  const findings = [...judged.values()];
  const points = chainAttempts(attempts.map(({ row }) => row));
  const next = { id: -1, at: nextAt ?? 0, endAt: null, tone: 'wait' as const, words: 'next attempt', planned: true };
  return (
    <Fixed id="waits" title="Asked vs. actual" {...retrySummary({ ...last, judgements: findings }, isRecording)}>
      <LaneDrawing
        lane={laneOf(nextAt === null ? points : [...points, next], findings, now)}
        label={laneSentence(points, findings)}
      />
      <RetryFindings findings={findings} />
    </Fixed>
  );
}

interface RequestDifferenceProps {
  attempts: readonly RowDetail[];
  base: RowDetail;
  draft: ReplayDraft;
  edits: Edits;
}

/** It always ends at what will be sent next. */
function RequestDifference({ attempts, base, draft, edits }: RequestDifferenceProps) {
  const model = useModel();
  const choices = useChoices((state) => state[base.row.id] ?? noChoices);
  const fixed = useMemo(() => fixedCall(base, choices), [base, choices]);
  const isByHand = isEdited(draft, edits);
  const corrected = !isByHand && fixed !== null && !('problem' in fixed) ? fixed : null;
  const next = edits.mode === 'raw' ? null : isByHand ? edits.params : (corrected?.params ?? draft.params);
  if (next === null) return null;
  const until = attempts.indexOf(base) + 1;
  const sent = attempts.slice(0, Math.max(1, until)).map(({ params }) => params);
  const changes = requestChanges(sent, next, corrected?.changes ?? edits.corrected?.changes ?? []);
  const show = (text: string) => visibleLine(maskLine(model, text));
  if (changes.length === 0)
    return attempts.length > 1 ? (
      <Fixed id="request" title="Request, attempt 1 to next" summary="unchanged">
        <p>Every attempt sent the same request.</p>
      </Fixed>
    ) : null;
  return (
    <Fixed id="request" title="Request, attempt 1 to next" summary={countInWords(changes.length, 'field')}>
      <section className={`${fix.diff} mono`} aria-label="Request, attempt 1 to next">
        {changes.flatMap(({ name, before, after, source }) => [
          before !== undefined && (
            <del key={`${name}-`}>
              <span>{show(`${name}: ${shortValue(before, 80)}`)}</span>
              {after === undefined && <small>{source}</small>}
            </del>
          ),
          after !== undefined && (
            <ins key={`${name}+`}>
              <span>{show(`${name}: ${shortValue(after, 80)}`)}</span>
              <small>{source}</small>
            </ins>
          ),
        ])}
      </section>
    </Fixed>
  );
}

function Answers({ before, after, of }: { before: number; after: number; of: number }) {
  return (
    <Fold id="answers" title="Answers" summary={`attempt 1 and ${of}`}>
      <AnswerDifference before={before} after={after} />
    </Fold>
  );
}

interface SendingProps {
  draft: ReplayDraft;
  edits: Edits;
  isEditing: boolean;
  isLive: boolean;
  attempts: number;
}

function Sending({ draft, edits, isEditing, isLive, attempts }: SendingProps) {
  const model = useModel();
  const row = draft.row.id;
  const servers = useConnection((state) => state.servers);
  const isElsewhere = edits.to === 'server' && (edits.server !== '' || draft.evidence !== null);
  const targetId = isElsewhere ? edits.server : draft.row.server;
  const target = serverById(servers, targetId);
  const problem = [editProblem(edits) || draft.problem, maskedProblem(draft, edits)].filter(Boolean).join(' ');
  const name = target?.name ?? draft.row.server;
  // Sending can open a new connection; only reusing one needs it open already.
  const away = target?.state !== 'connected' && edits.to === 'same';
  const canConnect = useIsAway(targetId) && away;
  const canSend = problem === '' && (!away || canConnect) && !isLive;
  const sendAgain = async () => {
    if (isLive) return say(model, 'A replay of this call is running. Cancel it first, or skip ahead.');
    if (away && !canConnect) return say(model, `${shownName(name)} is not connected.`, 'bad');
    if (problem) return say(model, problem, 'bad');
    if (away && target && !(await connectFirst(model, target))) return;
    await send(model, toRequest(draft, edits));
  };
  useSendKey(sendAgain);
  return (
    <>
      <Fold id="options" title="Options" summary={optionsSummary(edits, servers)} startsOpen={draft.evidence !== null}>
        <Options draft={draft} edits={edits} />
      </Fold>
      <div className={styles.send}>
        {isEditing && <RequestPane draft={draft} edits={edits} onSend={sendAgain} />}
        {away && <NotConnected server={targetId} name={name} state={target?.state} />}
        {problem && <p className={styles.problem}>{visibleLine(problem)}</p>}
        <div className={styles.actions}>
          <Button
            look={isEditing ? 'primary' : 'plain'}
            onClick={sendAgain}
            aria-disabled={!canSend || undefined}
            title={problem || undefined}
          >
            <Send size={14} aria-hidden="true" />{' '}
            {canConnect ? 'Connect and send' : attempts > 1 ? 'Send again' : 'Send'}
            {isEditing && <kbd>{sendKey}</kbd>}
          </Button>
          <Button
            aria-expanded={isEditing}
            onClick={() => replaysOf(model).setState({ editing: isEditing ? null : row })}
          >
            <Pencil size={14} aria-hidden="true" /> {isEditing ? 'Close editor' : 'Edit'}
          </Button>
          <CopyMenu row={row} />
        </div>
        <Guard draft={draft} elsewhere={edits.to === 'server' ? (target?.name ?? '') : ''} />
      </div>
    </>
  );
}

const sendKey = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘↵' : 'Ctrl ↵';

/** Ctrl or Cmd with Enter, from anywhere; the editor has its own. */
function useSendKey(run: () => void): void {
  const model = useModel();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      if (dialogsOf(model).getState().open !== 'none') return;
      event.preventDefault();
      run();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  });
}

/** `elsewhere`: the other target server, whose hints then count. */
function Guard({ draft, elsewhere }: { draft: ReplayDraft; elsewhere: string }) {
  const { need, because } = draft.guard;
  if (draft.problem) return null;
  const words = elsewhere
    ? `On ${visibleLine(elsewhere)}, its own hints count. Misfire asks first unless they say that it is safe.`
    : `${visibleLine(because)}${need === 'ask' ? ' Once per tool until Misfire is closed.' : ''}`;
  return <p className={styles.guard}>{words}</p>;
}

function NotConnected({ server, name, state }: { server: string; name: string; state: string | undefined }) {
  const model = useModel();
  const connect = async () => {
    const answer = await model.platform.call('connect', { server });
    if (!answer.ok) say(model, answer.error.message, 'bad');
  };
  return (
    <div className={styles.away}>
      <span>
        <b>{shownName(name)}</b> {state === undefined ? 'is no longer in the list.' : 'is not connected.'}
      </span>
      {state !== undefined && (
        <Button onClick={connect} disabled={state === 'connecting' || state === 'closing'}>
          <Plug size={14} aria-hidden="true" /> {state === 'connecting' ? 'Connecting…' : 'Connect'}
        </Button>
      )}
    </div>
  );
}
