// The list of replays, newest first: the call and its result. A bulk is one entry.

import type { ReplayView } from '../../../shared/retry/replay.ts';
import { serverById, useConnection } from '../../model/connection.ts';
import { useModel } from '../../model/model.ts';
import { showReplay } from '../../model/replay-actions.ts';
import { show, useReplays } from '../../model/replays.ts';
import { calledWords, isLive, replayLook } from '../../text/replay-words.ts';
import { visibleLine } from '../../text/visible-text.ts';
import side from '../servers/server-list.module.css';
import { bulkSummary } from './bulk-replay.ts';
import { listEntries } from './entries.ts';
import styles from './replay-list.module.css';

export function ReplayList() {
  const views = useReplays((state) => state.views);
  const shown = useReplays((state) => state.shown);
  const entries = listEntries(views);
  return (
    <aside className={side.side} aria-label="Replays">
      <div className={`${side.head} ${styles.head}`}>
        <h2>Replays</h2>
      </div>
      {entries.length === 0 && <p className={styles.none}>None yet.</p>}
      <ul>
        {entries.map((entry) =>
          entry.kind === 'bulk' ? (
            <BulkItem
              key={entry.bulk}
              bulk={entry.bulk}
              views={entry.views}
              current={shown.kind === 'bulk' && shown.bulk === entry.bulk}
            />
          ) : (
            <ReplayItem
              key={entry.view.id}
              view={entry.view}
              current={shown.kind === 'row' && shown.replay === entry.view.id}
            />
          ),
        )}
      </ul>
    </aside>
  );
}

function ReplayItem({ view, current }: { view: ReplayView; current: boolean }) {
  const model = useModel();
  const servers = useConnection((state) => state.servers);
  const look = replayLook(view);
  const name = visibleLine(calledWords(view));
  const words = isLive(view) ? look.word : visibleLine(view.words) || look.word;
  return (
    <li className={`${side.item} ${current ? side.chosen : ''}`}>
      <button
        type="button"
        className={styles.entry}
        aria-current={current ? 'true' : undefined}
        title={`${name} on ${visibleLine(serverById(servers, view.to)?.name ?? view.to)}: ${words}`}
        onClick={() => showReplay(model, view.id)}
      >
        <i className={`${styles.dot} ${styles[look.tone]} ${isLive(view) ? styles.live : ''}`} aria-hidden="true" />
        <bdi className={side.name}>{name}</bdi>
        <small className={side.second}>{words}</small>
      </button>
    </li>
  );
}

function BulkItem({ bulk, views, current }: { bulk: string; views: readonly ReplayView[]; current: boolean }) {
  const model = useModel();
  const summary = bulkSummary(views);
  const tone = summary.live ? 'info' : summary.fixed === summary.total ? 'ok' : 'bad';
  return (
    <li className={`${side.item} ${current ? side.chosen : ''}`}>
      <button
        type="button"
        className={styles.entry}
        aria-current={current ? 'true' : undefined}
        onClick={() => show(model, { kind: 'bulk', bulk })}
      >
        <i className={`${styles.dot} ${styles[tone]} ${summary.live ? styles.live : ''}`} aria-hidden="true" />
        <span className={side.name}>{summary.title}</span>
        <small className={side.second}>{summary.words}</small>
      </button>
    </li>
  );
}
