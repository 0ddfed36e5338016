// The side list of an opened recording: its servers with their marks, and its clients.

import type { PastServer } from '../../../shared/api/past-servers.ts';
import { hasTranscript } from '../../../shared/filter/seen-state.ts';
import { hasTerm, toggleTerm } from '../../../shared/filter/terms.ts';
import { shortServerName } from '../../../shared/server-text/server-name.ts';
import { ActorMark } from '../../components/actor-mark.tsx';
import { Caption } from '../../components/caption.tsx';
import { ServerMark } from '../../components/server-mark.tsx';
import { colourOf, useConnection } from '../../model/connection.ts';
import { clientTerm, openFilter, serverTerm, wantedFilter } from '../../model/filter.ts';
import { useModel } from '../../model/model.ts';
import { useTimeline } from '../../model/timeline.ts';
import { countInWords, groupDigits } from '../../text/format.ts';
import { shownName } from '../../text/visible-text.ts';
import { filterTo } from './server-actions.ts';
import { moveAmongEntries } from './server-entry.tsx';
import styles from './server-list.module.css';
import { TranscriptList } from './transcript-list.tsx';

export function PastServers({ isRail }: { isRail: boolean }) {
  const past = useConnection((state) => state.past) ?? [];
  return (
    <aside id="servers" className={`${styles.side} ${isRail ? styles.rail : ''}`} aria-label="Servers">
      {!isRail && (
        <div className={styles.head}>
          <Caption as="h2">Servers</Caption>
        </div>
      )}
      <ul>
        {past.map((server) => (
          <PastItem key={server.id} server={server} isRail={isRail} />
        ))}
      </ul>
      {!isRail && <Clients />}
      {!isRail && <TranscriptList />}
    </aside>
  );
}

function PastItem({ server, isRail }: { server: PastServer; isRail: boolean }) {
  const model = useModel();
  const servers = useConnection((state) => state.servers);
  const past = useConnection((state) => state.past);
  const isChosen = useTimeline((state) => hasTerm(state.filter, serverTerm(server.name)));
  const { failedCalls, messages, look } = server;
  const name = shownName(server.name);
  return (
    <li>
      <button
        type="button"
        className={`${styles.entry} ${isRail ? styles.marked : ''}`}
        aria-pressed={isChosen}
        aria-label={failedCalls === 0 ? name : `${name}, ${countInWords(failedCalls, 'failed call')}`}
        data-chosen={isChosen || undefined}
        title={[name, look?.transport, countInWords(messages, 'message')].filter(Boolean).join(' · ')}
        onClick={() => filterTo(model, server.name)}
        onKeyDown={moveAmongEntries}
      >
        <ServerMark colour={colourOf(servers, server.id, past)} />
        {!isRail && <bdi className={styles.name}>{shownName(shortServerName(server.name))}</bdi>}
        {failedCalls > 0 && <span className={styles.count}>{groupDigits(failedCalls)}</span>}
      </button>
    </li>
  );
}

/** Those that made its calls. One with a transcript is listed with it. */
function Clients() {
  const model = useModel();
  const filter = useTimeline((state) => state.filter);
  const seen = useConnection((state) => state.counters.seen) ?? [];
  const all = useConnection((state) => state.pastClients);
  const clients = all.filter(({ name }) => !seen.some((one) => one.client === name && hasTranscript([one])));
  if (clients.length === 0) return null;
  return (
    <section aria-label="Clients" className={styles.section}>
      <div className={styles.head}>
        <Caption as="h2">Clients</Caption>
      </div>
      <ul>
        {clients.map(({ name, messages }) => {
          const term = clientTerm(name);
          return (
            <li key={name}>
              <button
                type="button"
                className={styles.entry}
                aria-pressed={hasTerm(filter, term)}
                data-chosen={hasTerm(filter, term) || undefined}
                title={countInWords(messages, 'message')}
                onClick={() => void openFilter(model, toggleTerm(wantedFilter(model), term))}
                onKeyDown={moveAmongEntries}
              >
                <ActorMark of={{ actor: 'client', client: name }} />
                <bdi className={styles.name}>{shownName(name)}</bdi>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
