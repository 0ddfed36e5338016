// The result: asked vs. actual waits, drawn and as text, and the responses before and after with their diff.

import { Tabs } from 'radix-ui';
import { useEffect, useState } from 'react';
import type { AnswerDiff, ReplayDraft, ReplayView } from '../../../shared/retry/replay.ts';
import type { RowDetail } from '../../../shared/timeline.ts';
import { CodeView } from '../../components/code-view.tsx';
import { useNow } from '../../components/use-now.ts';
import { useModel } from '../../model/model.ts';
import type { Edits } from '../../model/replay-edits.ts';
import { Findings } from '../../retry/findings.tsx';
import { laneOf } from '../../retry/lane.ts';
import { Lane } from '../../retry/lane.tsx';
import { laneSentence, replayAttempts, waitSource } from '../../retry/lane-attempts.ts';
import { LiveStrip } from '../../retry/live-strip.tsx';
import { PlanView } from '../../retry/plan-view.tsx';
import { isLive } from '../../text/replay-words.ts';
import card from '../card/detail-pane.module.css';
import { DiffView } from './diff-view.tsx';
import styles from './replay-page.module.css';

export function ResultPane({ draft, edits, view }: { draft: ReplayDraft; edits: Edits; view: ReplayView | undefined }) {
  const last = view?.attempts.findLast((attempt) => attempt.row !== null && attempt.latencyMs !== null)?.row ?? null;
  const made = view?.attempts.filter((attempt) => attempt.row !== null).length ?? 0;
  const source = useRowDetail(draft.row.id, made);
  const latest = useRowDetail(last, made);
  return (
    <>
      <RetryLane draft={draft} edits={edits} view={view} source={source} latest={latest} />
      <Answers before={draft.row.id} source={source} after={last} live={view !== undefined && isLive(view)} />
    </>
  );
}

interface ToldProps {
  draft: ReplayDraft;
  edits: Edits;
  view: ReplayView | undefined;
  source: RowDetail | null;
  latest: RowDetail | null;
}

function RetryLane({ draft, edits, view, source, latest }: ToldProps) {
  const live = view !== undefined && isLive(view);
  const now = useNow(view?.state === 'waiting');
  // The newest attempt's chain, or the first one's hint if there is no other.
  const chain = latest?.judgements.length ? latest : source;
  const attempts = replayAttempts(draft.row, view, chain?.attempts);
  const known = new Set(attempts.map(({ id }) => id));
  const findings = (chain?.judgements ?? []).filter(
    ({ row, finding }) => known.has(row) && (!live || finding !== 'gave_up'),
  );
  const planned = !live && edits.when === 'hinted' && view?.verdict !== 'fixed' ? draft.hinted : null;
  const showPlan = planned !== null && view === undefined;
  return (
    <section aria-label="Retry: asked vs. actual">
      <div className={styles.sectionHead}>
        <h3>{showPlan ? 'The plan, as the server hinted' : 'Retry: asked vs. actual'}</h3>
      </div>
      {live && <LiveStrip view={view} />}
      {showPlan ? (
        <PlanView plan={planned} />
      ) : attempts.length > 1 ? (
        <>
          <Lane
            lane={laneOf(attempts, findings, now)}
            label={laneSentence(attempts, findings)}
            sources={waitSource(draft.row.id, source?.failure ?? null)}
          />
          <Findings findings={findings} />
          {planned && (
            <>
              <p className={styles.next}>Sent again as hinted, it would go:</p>
              <PlanView plan={planned} />
            </>
          )}
        </>
      ) : (
        <p className={styles.quiet}>
          {view?.state === 'cancelled' || view?.state === 'failed'
            ? view.words
            : 'After you send it, the wait that the server asked for and the actual retries appear here.'}
        </p>
      )}
    </section>
  );
}

type Tab = 'before' | 'after' | 'difference';

interface AnswersProps {
  before: number;
  source: RowDetail | null;
  after: number | null;
  live: boolean;
}

function Answers({ before, source, after, live }: AnswersProps) {
  const [wanted, setWanted] = useState<Tab | null>(null);
  const { diff, problem } = useDiff(before, after);
  const tab = wanted ?? (after === null ? 'before' : 'difference');
  const beforeText = diff?.before ?? (source ? answerOf(source) : '');
  return (
    <Tabs.Root className={styles.answers} value={tab} onValueChange={(next) => setWanted(next as Tab)}>
      <Tabs.List className={`${card.tabList} ${styles.answerTabs}`} aria-label="Answers">
        <Tabs.Trigger value="before" className={card.tab}>
          Before
        </Tabs.Trigger>
        <Tabs.Trigger value="after" className={card.tab}>
          After
        </Tabs.Trigger>
        <Tabs.Trigger value="difference" className={card.tab}>
          Difference
        </Tabs.Trigger>
      </Tabs.List>
      <Tabs.Content value="before">
        {beforeText === '' ? (
          <p className={styles.quiet}>{source ? 'No answer came.' : ''}</p>
        ) : (
          <CodeView text={beforeText} laidOut find="" label="Answer before" />
        )}
      </Tabs.Content>
      <Tabs.Content value="after">
        {diff ? (
          <CodeView text={diff.after} laidOut find="" label="Answer after" />
        ) : (
          <Nothing live={live} problem={problem} />
        )}
      </Tabs.Content>
      <Tabs.Content value="difference">
        {diff ? <DiffView key={after} diff={diff} /> : <Nothing live={live} problem={problem} />}
      </Tabs.Content>
    </Tabs.Root>
  );
}

function Nothing({ live, problem }: { live: boolean; problem: string }) {
  return <p className={styles.quiet}>{problem || (live ? 'No answer yet.' : 'Nothing has been sent yet.')}</p>;
}

/** The response, as far as the preview contains it. */
function answerOf(detail: RowDetail): string {
  const answer = detail.events.findLast((event) => event.lane === 'in');
  const http = detail.events.findLast((event) => event.lane === 'http' && event.text !== '');
  return (answer ?? http)?.text ?? '';
}

export function useDiff(before: number, after: number | null): { diff: AnswerDiff | null; problem: string } {
  const { platform } = useModel();
  const [state, setState] = useState<{ key: string; diff: AnswerDiff | null; problem: string } | null>(null);
  const key = `${before} ${after}`;
  useEffect(() => {
    if (after === null) return;
    let wanted = true;
    void platform.call('diffAnswers', { before, after }).then((answer) => {
      if (!wanted) return;
      setState({
        key: `${before} ${after}`,
        diff: answer.ok ? answer.value : null,
        problem: answer.ok ? '' : answer.error.message,
      });
    });
    return () => {
      wanted = false;
    };
  }, [platform, before, after]);
  return state?.key === key ? state : { diff: null, problem: '' };
}

/** Fetched again when `turn` changes: another attempt changes the chain. */
function useRowDetail(row: number | null, turn: number): RowDetail | null {
  const { platform } = useModel();
  const [detail, setDetail] = useState<RowDetail | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `turn` loads the data again.
  useEffect(() => {
    if (row === null) return;
    let wanted = true;
    void platform.call('rowDetail', { id: row }).then((answer) => {
      if (wanted && answer.ok) setDetail(answer.value);
    });
    return () => {
      wanted = false;
    };
  }, [platform, row, turn]);
  return detail !== null && detail.row.id === row ? detail : null;
}
