// A running bulk replay: a progress bar, the verdict counts, and a table with before and after of each call.

import { X } from 'lucide-react';
import type { ReplayView } from '../../../shared/retry/replay.ts';
import { duration } from '../../../shared/text/duration.ts';
import { Button } from '../../components/button.tsx';
import { Pill } from '../../components/pill.tsx';
import { ServerMark } from '../../components/server-mark.tsx';
import { serverById, useConnection } from '../../model/connection.ts';
import { maskLine } from '../../model/masks.ts';
import { useModel } from '../../model/model.ts';
import { control, showReplay } from '../../model/replay-actions.ts';
import { useReplays } from '../../model/replays.ts';
import { calledWords, replayLook } from '../../text/replay-words.ts';
import { visibleLine } from '../../text/visible-text.ts';
import styles from './bulk.module.css';
import { bulkSummary, verdictCounts } from './bulk-replay.ts';
import page from './replay.module.css';
import { ReproButtons } from './save-repro.tsx';

export function BulkProgress({ bulk }: { bulk: string }) {
  const model = useModel();
  const all = useReplays((state) => state.views);
  const views = all.filter((view) => view.bulk === bulk);
  const summary = bulkSummary(views);
  const cancel = () => control(model, bulk, 'cancel');
  return (
    <>
      <header className={page.head}>
        <h3>{summary.title}</h3>
        <p className={page.words}>{summary.words}</p>
        <span className={page.headActions}>
          {summary.live && (
            <Button onClick={cancel}>
              <X size={14} aria-hidden="true" /> Cancel the rest
            </Button>
          )}
          <ReproButtons rows={views.map((view) => view.source)} />
        </span>
      </header>
      <div className={styles.body}>
        <div
          className={styles.bar}
          role="progressbar"
          aria-label="Calls replayed"
          aria-valuemin={0}
          aria-valuemax={summary.total}
          aria-valuenow={summary.done}
        >
          {summary.verdicts.map(({ verdict, count: amount }) => (
            <i key={verdict} className={styles[verdict]} style={{ width: `${(amount / summary.total) * 100}%` }} />
          ))}
        </div>
        <p className={styles.counts}>{verdictCounts(summary) || 'No verdict yet'}</p>
        <table className={`${page.table} ${styles.table}`}>
          <thead>
            <tr>
              <th scope="col">call</th>
              <th scope="col">server</th>
              <th scope="col">now</th>
              <th scope="col">verdict</th>
              <th scope="col">took</th>
            </tr>
          </thead>
          <tbody>
            {views.map((view) => (
              <BulkRow key={view.id} view={view} />
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function BulkRow({ view }: { view: ReplayView }) {
  const model = useModel();
  const server = useConnection((state) => serverById(state.servers, view.to));
  const last = view.attempts.at(-1);
  const look = replayLook(view);
  return (
    <tr>
      <td>
        <button type="button" className={styles.open} onClick={() => showReplay(model, view.id)}>
          <bdi>{visibleLine(calledWords(view))}</bdi> <span className={page.quiet}>#{view.source}</span>
        </button>
      </td>
      <td>
        <span className={styles.server}>
          <ServerMark colour={server?.colour ?? 0} />
          <bdi className={styles.name}>{visibleLine(server?.name ?? view.to)}</bdi>
        </span>
      </td>
      <td className={styles.now} title={visibleLine(maskLine(model, last?.headline || view.words))}>
        {visibleLine(maskLine(model, last?.headline || view.words))}
      </td>
      <td>
        <Pill tone={look.tone}>{look.word}</Pill>
      </td>
      <td className="mono">{last?.latencyMs == null ? '' : duration(last.latencyMs)}</td>
    </tr>
  );
}
