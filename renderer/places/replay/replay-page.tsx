// The Replay place: one call sent again with its request, its attempts and the changes, or a bulk of them.

import { Plug, Send } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ReplayDraft, ReplayView } from '../../../shared/retry/replay.ts';
import { Button } from '../../components/button.tsx';
import { Pill } from '../../components/pill.tsx';
import { connectFirst, useIsAway } from '../../model/connect-servers.ts';
import { serverById, useConnection } from '../../model/connection.ts';
import { dialogsOf } from '../../model/dialogs.ts';
import { useModel } from '../../model/model.ts';
import { say } from '../../model/notices.ts';
import { showPage } from '../../model/open-place.ts';
import { planBulk, send, showNewest } from '../../model/replay-actions.ts';
import { type Edits, editProblem, maskedProblem, toRequest } from '../../model/replay-edits.ts';
import { loadDraft, useReplays } from '../../model/replays.ts';
import { moveToFailure } from '../../model/selection.ts';
import { clock } from '../../text/format.ts';
import { isLive, replayLook } from '../../text/replay-words.ts';
import { callName } from '../../text/row-words.ts';
import { visibleLine } from '../../text/visible-text.ts';
import { AttemptsTable } from './attempts-table.tsx';
import { BulkPlan } from './bulk-plan.tsx';
import { BulkProgress } from './bulk-progress.tsx';
import { CopyMenu } from './copy-menu.tsx';
import { Options } from './options.tsx';
import styles from './replay-page.module.css';
import { RequestPane } from './request-pane.tsx';
import { ResultPane } from './result-pane.tsx';

export function ReplayPage() {
  const model = useModel();
  const shown = useReplays((state) => state.shown);
  const any = useReplays((state) => state.views.length > 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first replays may load after the page.
  useEffect(() => showNewest(model), [any]);
  const main = useRef<HTMLElement>(null);
  // Moves the focus here, because the previous page is gone.
  useEffect(() => {
    if (document.activeElement === document.body) main.current?.focus();
  }, []);
  return (
    <main ref={main} tabIndex={-1} className={styles.page} aria-label="Replay">
      {shown.kind === 'nothing' && <NoReplays />}
      {shown.kind === 'row' && <OneReplay key={shown.row} row={shown.row} replay={shown.replay} />}
      {shown.kind === 'plan' && <BulkPlan filter={shown.filter} of={shown.of} />}
      {shown.kind === 'bulk' && <BulkProgress bulk={shown.bulk} />}
    </main>
  );
}

function NoReplays() {
  const model = useModel();
  const failures = useConnection((state) => state.counters.failedRows);
  return (
    <div className={`${styles.empty} ${styles.whole}`}>
      <h2>Nothing has been tried again yet</h2>
      <p>
        Select a call and press <kbd>r</kbd> to send it again as it was, <kbd>e</kbd> to change it first, or{' '}
        <kbd>w</kbd> to wait as the server asked.
      </p>
      <span>
        {failures > 0 && (
          <>
            <Button
              look="primary"
              onClick={() => {
                showPage(model, 'timeline');
                void moveToFailure(model, 'previous_failure');
              }}
            >
              Go to a failure
            </Button>
            <Button onClick={() => planBulk(model, '', 'all servers')}>Replay all failures…</Button>
          </>
        )}
        {failures === 0 && <Button onClick={() => showPage(model, 'timeline')}>Back to the timeline</Button>}
      </span>
    </div>
  );
}

function OneReplay({ row, replay }: { row: number; replay: string | null }) {
  const model = useModel();
  const draft = useReplays((state) => state.drafts[row]);
  const edits = useReplays((state) => state.edits[row]);
  const problem = useReplays((state) => state.problems[row]);
  const view = useReplays((state) => state.views.find(({ id }) => id === replay));
  useEffect(() => {
    if (!draft) void loadDraft(model, row);
  }, [model, row, draft]);

  if (problem && !draft) return <CannotReplay title="This cannot be replayed" because={problem} />;
  if (!draft || !edits) return <div className={styles.whole} aria-busy="true" />;
  if (draft.problem && draft.raw === '')
    return <CannotReplay title={`${callName(draft.row)} cannot be replayed`} because={draft.problem} />;
  return <Worktable draft={draft} edits={edits} view={view} />;
}

function CannotReplay({ title, because }: { title: string; because: string }) {
  const model = useModel();
  return (
    <div className={`${styles.empty} ${styles.whole}`}>
      <h2>{visibleLine(title)}</h2>
      <p>{visibleLine(because)}</p>
      <span>
        <Button onClick={() => showPage(model, 'timeline')}>Back to the timeline</Button>
      </span>
    </div>
  );
}

function Worktable({ draft, edits, view }: { draft: ReplayDraft; edits: Edits; view: ReplayView | undefined }) {
  const model = useModel();
  const servers = useConnection((state) => state.servers);
  const isElsewhere = edits.to === 'server' && (edits.server !== '' || draft.evidence !== null);
  const targetId = isElsewhere ? edits.server : draft.row.server;
  const target = serverById(servers, targetId);
  const connected = target?.state === 'connected';
  const live = view !== undefined && isLive(view);
  const problem = [editProblem(edits) || draft.problem, maskedProblem(draft, edits)].filter(Boolean).join(' ');
  const name = target?.name ?? draft.row.server;
  // Sending can open a new connection; only reusing one needs it open already.
  const away = !connected && edits.to === 'same';
  const canConnect = useIsAway(targetId) && away;
  const canSend = problem === '' && (!away || canConnect) && !live;

  const sendAgain = async () => {
    if (live) return say(model, 'A replay of this call is running. Cancel it first, or skip ahead.');
    if (away && !canConnect) return say(model, `${target?.name ?? 'The server'} is not connected.`, 'bad');
    if (problem) return say(model, problem, 'bad');
    if (away && target && !(await connectFirst(model, target))) return;
    await send(model, toRequest(draft, edits));
  };
  useSendKey(sendAgain);
  // The last attempt has the newest hint, and a confirmation may have relaxed the guard.
  const over = view !== undefined && !live;
  useEffect(() => {
    if (over) void loadDraft(model, draft.row.id);
  }, [model, over, draft.row.id]);

  return (
    <>
      <header className={styles.head}>
        <h2 title={`${callName(draft.row)} on ${name}`}>
          <bdi>{callName(draft.row)}</bdi> on <bdi>{visibleLine(name)}</bdi>
        </h2>
        {view && <Pill tone={replayLook(view).tone}>{replayLook(view).word}</Pill>}
        <p className={styles.words}>{headWords(draft, view)}</p>
        <span className={styles.headActions}>
          <CopyMenu row={draft.row.id} />
          <Button look="primary" onClick={sendAgain} aria-disabled={!canSend} className={canSend ? '' : styles.held}>
            <Send size={14} aria-hidden="true" /> {sendWords(canConnect, view !== undefined)} <kbd>{sendKey}</kbd>
          </Button>
        </span>
      </header>
      <div className={styles.columns}>
        <div className={styles.column}>
          {away && <NotConnected server={targetId} name={name} state={target?.state} />}
          <RequestPane draft={draft} edits={edits} onSend={sendAgain} />
          <Options draft={draft} edits={edits} />
          {problem && <p className={styles.problem}>{visibleLine(problem)}</p>}
          <Guard draft={draft} elsewhere={edits.to === 'server' ? (target?.name ?? '') : ''} />
          <AttemptsTable draft={draft} view={view} />
        </div>
        <div className={styles.column}>
          <ResultPane draft={draft} edits={edits} view={view} />
        </div>
      </div>
    </>
  );
}

function sendWords(connects: boolean, again: boolean): string {
  if (connects) return again ? 'Connect and send again' : 'Connect and send';
  return again ? 'Send again' : 'Send';
}

const sendKey = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘↵' : 'Ctrl ↵';

/** Ctrl or Cmd with Enter, from anywhere on the page; the editor has its own. */
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

function headWords(draft: ReplayDraft, view: ReplayView | undefined): string {
  const { row } = draft;
  const where = draft.evidence ? ', in an opened capture' : '';
  const began = `${row.failure ? 'failed' : 'sent'} at ${clock(row.at).time}${where}`;
  // The pill next to it already shows the verdict, and "Fixed" needs no other words.
  const words = view?.words.replace(/^Fixed: .*|^Flaky: /, '');
  return visibleLine(words ? `${began}; ${words.charAt(0).toLowerCase()}${words.slice(1)}` : began);
}

/** `elsewhere`: the other target server, whose hints then count. */
function Guard({ draft, elsewhere }: { draft: ReplayDraft; elsewhere: string }) {
  const { need, because } = draft.guard;
  if (draft.problem) return null;
  if (elsewhere)
    return (
      <p className={styles.guard}>
        There, the hints of {visibleLine(elsewhere)} count. If they do not say that it is safe, Misfire asks first.
      </p>
    );
  return (
    <p className={styles.guard}>
      {visibleLine(because)}
      {need === 'ask' && ' Once per tool until Misfire is closed.'}
    </p>
  );
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
        <b>{visibleLine(name)}</b> {state === undefined ? 'is no longer in the list.' : 'is not connected.'}
      </span>
      {state !== undefined && (
        <Button onClick={connect} disabled={state === 'connecting' || state === 'closing'}>
          <Plug size={14} aria-hidden="true" /> {state === 'connecting' ? 'Connecting…' : 'Connect'}
        </Button>
      )}
    </div>
  );
}
