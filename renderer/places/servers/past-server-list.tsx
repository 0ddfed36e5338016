// The side list of an opened recording: its servers with their marks, its clients, and a link back to live.

import { ArrowLeft } from 'lucide-react';
import type { PastServer } from '../../../shared/api/past-servers.ts';
import { hasTerm, toggleTerm } from '../../../shared/filter/terms.ts';
import { ActorMark } from '../../components/actor-mark.tsx';
import { Button } from '../../components/button.tsx';
import { ServerMark } from '../../components/server-mark.tsx';
import { colourOf, useConnection } from '../../model/connection.ts';
import { clientTerm, openFilter, serverTerm, toggleServer, wantedFilter } from '../../model/filter.ts';
import { useModel } from '../../model/model.ts';
import { useTimeline } from '../../model/timeline.ts';
import { count, groupDigits } from '../../text/format.ts';
import { visibleName } from '../../text/visible-text.ts';
import { backToNow } from '../recordings/recording-actions.ts';
import styles from './past-server-list.module.css';
import list from './server-list.module.css';
import { TranscriptList } from './transcript-list.tsx';

export function PastServers() {
  const past = useConnection((state) => state.past) ?? [];
  return (
    <aside id="servers" className={`${list.side} ${styles.side}`} aria-label="Servers">
      <div className={list.head}>
        <h2>In this recording</h2>
      </div>
      <ul>
        {past.map((server) => (
          <PastItem key={server.id} server={server} />
        ))}
      </ul>
      <Clients />
      <TranscriptList />
      <LiveSession />
    </aside>
  );
}

function PastItem({ server }: { server: PastServer }) {
  const model = useModel();
  const servers = useConnection((state) => state.servers);
  const past = useConnection((state) => state.past);
  const filter = useTimeline((state) => state.filter);
  const isChosen = hasTerm(filter, serverTerm(server.name));
  const { failedCalls, look } = server;
  return (
    <li className={`${list.item} ${isChosen ? list.chosen : ''}`}>
      <button
        type="button"
        className={list.server}
        aria-pressed={isChosen}
        onClick={() => void openFilter(model, toggleServer(wantedFilter(model), server.name))}
      >
        <ServerMark colour={colourOf(servers, server.id, past)} />
        <bdi className={list.name}>{visibleName(server.name)}</bdi>
        <span className={`${styles.count} ${failedCalls === 0 ? styles.none : ''}`}>
          {groupDigits(failedCalls)}
          <span className="visually-hidden"> {failedCalls === 1 ? 'failed call' : 'failed calls'}</span>
        </span>
        <i className={styles.state} aria-hidden="true" />
        <small className={`${list.second} ${list.whole}`}>
          {[look?.transport ?? '', count(server.messages, 'message')].filter(Boolean).join(' · ')}
        </small>
      </button>
    </li>
  );
}

/** The clients that made its calls, as far as named. */
function Clients() {
  const model = useModel();
  const filter = useTimeline((state) => state.filter);
  const clients = useConnection((state) => state.pastClients);
  if (clients.length === 0) return null;
  return (
    <section aria-label="Recorded from">
      <div className={list.head}>
        <h2>Recorded from</h2>
      </div>
      <ul>
        {clients.map(({ name, messages }) => {
          const term = clientTerm(name);
          return (
            <li key={name} className={`${list.item} ${hasTerm(filter, term) ? list.chosen : ''}`}>
              <button
                type="button"
                className={styles.client}
                aria-pressed={hasTerm(filter, term)}
                onClick={() => void openFilter(model, toggleTerm(wantedFilter(model), term))}
              >
                <ActorMark of={{ actor: 'client', client: name }} />
                <bdi className={list.name}>{visibleName(name)}</bdi>
                <span className={styles.none}>{count(messages, 'message')}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function LiveSession() {
  const model = useModel();
  const connected = useConnection((state) => state.servers.filter((server) => server.state === 'connected').length);
  return (
    <section className={styles.live} aria-label="Live session">
      <h2>Live session</h2>
      <p>{connected === 0 ? 'No server connected' : `${count(connected, 'server')} connected`}</p>
      <p className={styles.none}>Runs in the background. Not shown here.</p>
      <Button onClick={() => void backToNow(model)}>
        <ArrowLeft size={14} aria-hidden="true" /> Back to live
      </Button>
    </section>
  );
}
