// The list of servers: state, failures and actions. Selecting one shows only its rows; selecting it again shows all.

import { Eye, MessageCircleQuestion, Plus } from 'lucide-react';
import type { ServerView } from '../../../shared/api/views.ts';
import { hasTerm } from '../../../shared/filter/terms.ts';
import { ConnectAll } from '../../components/connect-all.tsx';
import { ServerMark } from '../../components/server-mark.tsx';
import { useConnection } from '../../model/connection.ts';
import { openAdd, openDialog } from '../../model/dialogs.ts';
import { openFilter, serverTerm, toggleServer, wantedFilter } from '../../model/filter.ts';
import { maskLine } from '../../model/masks.ts';
import { useModel } from '../../model/model.ts';
import { openAsk, useAsks } from '../../model/pending-requests.ts';
import { useTimeline } from '../../model/timeline.ts';
import { count, groupDigits } from '../../text/format.ts';
import { visibleName } from '../../text/visible-text.ts';
import { SignInStrip } from '../sign-in/sign-in-strip.tsx';
import styles from './server-list.module.css';
import { secondLine, sparkline, stateLook, wholeStory } from './server-look.ts';
import { ServerMenu } from './server-menu.tsx';
import { ServerTrouble } from './server-trouble.tsx';
import { TranscriptList } from './transcript-list.tsx';

const sparkSize = { width: 40, height: 14 };

export function ServerList() {
  const model = useModel();
  const all = useConnection((state) => state.servers);
  const servers = all.filter(({ watched }) => watched === null);
  const watched = all.filter((server) => server.watched !== null);
  return (
    <aside id="servers" className={styles.side} aria-label="Servers">
      {watched.length > 0 && (
        <section aria-label="Watched">
          <div className={styles.head}>
            <h2>Watched</h2>
            <button type="button" className={styles.add} onClick={() => openDialog(model, 'watch')}>
              <Eye size={13} aria-hidden="true" /> Watch
            </button>
          </div>
          <ul>
            {watched.map((server) => (
              <ServerItem key={server.id} server={server} />
            ))}
          </ul>
        </section>
      )}
      <div className={styles.head}>
        <h2>Servers{servers.length > 9 && <span> {servers.length}</span>}</h2>
        <ConnectAll className={styles.add} />
        <button type="button" className={styles.add} onClick={() => openAdd(model)}>
          <Plus size={13} aria-hidden="true" /> Add
        </button>
      </div>
      <ul>
        {servers.map((server) => (
          <ServerItem key={server.id} server={server} />
        ))}
      </ul>
      {all.length === 0 && <p className={styles.none}>No servers yet. Add one to see its traffic here.</p>}
      <TranscriptList />
    </aside>
  );
}

function ServerItem({ server }: { server: ServerView }) {
  const model = useModel();
  const filter = useTimeline((state) => state.filter);
  const look = stateLook(server);
  const chosen = hasTerm(filter, serverTerm(server.name));
  const points = sparkline(server.recent, sparkSize.width, sparkSize.height);
  const isDown = look.tone === 'bad';
  // A current problem is written out, not only shown as a rising line.
  const hasSpark = points !== null && !isDown;
  const name = visibleName(server.name);
  const { failedCalls } = server.counts;
  return (
    <li className={`${styles.item} ${chosen ? styles.chosen : ''}`}>
      <button
        type="button"
        className={styles.server}
        aria-pressed={chosen}
        title={maskLine(model, wholeStory(server))}
        onClick={() => openFilter(model, toggleServer(wantedFilter(model), server.name))}
      >
        <ServerMark colour={server.colour} />
        <bdi className={styles.name}>{name}</bdi>
        <span className={`${styles.count} ${failedCalls === 0 ? styles.none : ''}`}>
          {groupDigits(failedCalls)}
          <span className="visually-hidden">
            {' '}
            {failedCalls === 1 ? 'failed call' : 'failed calls'}, {look.word}
          </span>
        </span>
        <i
          className={`${styles.state} ${styles[look.shape]} ${styles[look.tone]}`}
          aria-hidden="true"
          title={look.word}
        />
        <small className={`${styles.second} ${isDown ? styles.bad : ''} ${hasSpark ? '' : styles.whole}`}>
          {secondLine(server)}
        </small>
        {hasSpark && (
          <svg className={styles.spark} {...sparkSize} aria-hidden="true">
            <title>{count(failedCalls, 'failed call')}</title>
            <polyline points={points} />
          </svg>
        )}
      </button>
      <ServerMenu server={server} />
      <ServerAsks server={server.id} />
      <SignInStrip server={server} place="list" />
      <ServerTrouble server={server} />
    </li>
  );
}

function ServerAsks({ server }: { server: string }) {
  const model = useModel();
  const asks = useAsks((state) => state.asks);
  const own = asks.filter((ask) => ask.server === server);
  if (own.length === 0) return null;
  return (
    <button type="button" className={styles.asks} onClick={() => openAsk(model, own[0]!.id)}>
      <MessageCircleQuestion size={13} aria-hidden="true" />
      {own.length === 1 ? 'waits for your answer' : `waits for ${own.length} answers`}
    </button>
  );
}
