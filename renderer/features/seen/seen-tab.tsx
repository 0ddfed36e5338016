// The tab Server said / Model got: the cause of a difference, what to do, both sides aligned, and other differences. Says why there is
// nothing to compare.

import { BookOpenText } from 'lucide-react';
import { nameOfClient } from '../../../shared/clients/clients.ts';
import { type SeenState, seenStateOf } from '../../../shared/filter/seen-state.ts';
import type { RowDetail } from '../../../shared/timeline.ts';
import type { SeenCall } from '../../../shared/transcripts/parts/seen-call.ts';
import { Button } from '../../components/button.tsx';
import { openDialog } from '../../model/dialogs.ts';
import { openFilter } from '../../model/filter.ts';
import { useModel } from '../../model/model.ts';
import { hasEntry, type ModelPair, useSeenPair } from '../../results/seen-pair.ts';
import { shownName } from '../../text/visible-text.ts';
import { BothSides } from './both-sides.tsx';
import { CauseAndSteps } from './cause-and-steps.tsx';
import { OtherDifferences } from './other-differences.tsx';
import styles from './seen-tab.module.css';

/** The tab, with the number of differences. null: no model got this answer. */
export function useSeenTab(detail: RowDetail): { label: string; count?: number } | null {
  const pair = useSeenPair(detail);
  if (seenStateOf(detail.row) === null) return null;
  const difference = pair === null || pair === 'unreadable' ? null : pair.difference;
  const badges = difference === null || difference === 'not comparable' ? [] : difference.badges;
  return { label: 'Server said / Model got', ...(badges.length > 0 && { count: badges.length }) };
}

export function SeenTab(props: { detail: RowDetail; serverName: string }) {
  return <BothOrWhyNot key={props.detail.row.id} {...props} />;
}

function BothOrWhyNot({ detail, serverName }: { detail: RowDetail; serverName: string }) {
  const pair = useSeenPair(detail);
  const state = seenStateOf(detail.row);
  return (
    <div className={styles.tab} data-section="both-sides">
      {hasEntry(detail) ? (
        <Entry detail={detail} pair={pair} state={state} serverName={serverName} />
      ) : (
        <NoEntry detail={detail} state={state} />
      )}
      <OtherDifferences row={detail.row} />
    </div>
  );
}

interface EntryProps {
  detail: RowDetail;
  pair: ModelPair | 'unreadable' | null;
  state: SeenState | null;
  serverName: string;
}

function Entry({ detail, pair, state, serverName }: EntryProps) {
  if (pair === null)
    return (
      <p className={styles.note} role="status">
        Reading both sides…
      </p>
    );
  if (pair === 'unreadable')
    return (
      <p className={styles.note}>
        This version of Misfire cannot read the entry of the transcript. The tab Raw has its text.
      </p>
    );
  const { call, said, difference } = pair;
  const name = nameOfClient(call.client);
  return (
    <>
      {state === 'not_joined' && <Ambiguous detail={detail} isTranscript />}
      {call.got === null && (
        <p className={styles.note}>The transcript ends before the result, so both sides cannot be compared.</p>
      )}
      {call.got !== null && said === null && state !== 'never_sent' && state !== 'not_joined' && (
        <p className={styles.note}>{noAnswerWords(detail, name)}</p>
      )}
      {difference !== null && difference !== 'not comparable' && (
        <CauseAndSteps pair={pair} difference={difference} row={detail.row.id} serverName={serverName} />
      )}
      <BothSides
        pair={pair}
        row={detail.row.id}
        serverName={serverName}
        place={placeOf(detail, call)}
        noCall={state === 'never_sent' ? `No call reached ${shownName(serverName)}.` : null}
      />
      {state === 'never_sent' && (
        <p className={styles.note}>
          <span>
            <b>Cause:</b> {name} refused the call itself, or could not send it. The tab Finding has more.
          </span>
        </p>
      )}
      {difference === null && (
        <p className={styles.note}>{name}’s model got all of it. Formatting alone is not a difference.</p>
      )}
    </>
  );
}

function noAnswerWords({ row }: RowDetail, name: string): string {
  return row.remarks.includes('joined')
    ? 'The server’s answer is not in the log, so both sides cannot be compared.'
    : `Known from the transcript of ${name} alone: the traffic was not watched at that time.`;
}

function placeOf({ row: { remarks } }: RowDetail, { lines }: SeenCall): { line: string; how: string } {
  const line = lines.at(-1);
  const how = remarks.includes('joined_by_time')
    ? 'joined by time'
    : remarks.includes('joined')
      ? 'joined by call id'
      : 'from transcript';
  return { line: line === undefined ? 'transcript' : `transcript line ${line}`, how };
}

/** A watched call without an entry of its own. */
function NoEntry({ detail, state }: { detail: RowDetail; state: SeenState | null }) {
  const model = useModel();
  if (state === 'not_joined') return <Ambiguous detail={detail} isTranscript={false} />;
  const client = detail.row.client ?? 'the client';
  return (
    <div className={styles.note}>
      <p>No transcript that was read has this call. Read the transcript of {client} to see what its model got.</p>
      <Button onClick={() => openDialog(model, 'transcripts')}>
        <BookOpenText size={14} aria-hidden="true" /> Read a transcript…
      </Button>
    </div>
  );
}

function Ambiguous({ detail: { row }, isTranscript }: { detail: RowDetail; isTranscript: boolean }) {
  const model = useModel();
  const tool = row.target ?? '';
  return (
    <div className={styles.note}>
      <p>
        <b>Not joined.</b>{' '}
        {isTranscript
          ? 'More than one watched call matches this entry of the transcript: same server, tool, arguments and second.'
          : 'An entry of the transcript matches this call and others: same server, tool, arguments and second.'}{' '}
        Misfire does not guess which of them it is.
      </p>
      <Button
        onClick={() =>
          void openFilter(model, `seen:not_joined tool:"${tool.replaceAll('"', '').replaceAll('\\', '')}"`)
        }
      >
        Show these rows
      </Button>
    </div>
  );
}
