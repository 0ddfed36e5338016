// The servers in a small window: a rail of marks with their failure counts and menus. Tooltips have the names.

import { Plus } from 'lucide-react';
import type { PastServer } from '../../../shared/api/past-servers.ts';
import type { ServerView } from '../../../shared/api/views.ts';
import { hasTerm } from '../../../shared/filter/terms.ts';
import { ConnectAll } from '../../components/connect-all.tsx';
import { ServerMark } from '../../components/server-mark.tsx';
import { colourOf, useConnection } from '../../model/connection.ts';
import { openAdd } from '../../model/dialogs.ts';
import { openFilter, serverTerm, toggleServer, wantedFilter } from '../../model/filter.ts';
import { maskLine } from '../../model/masks.ts';
import { useModel } from '../../model/model.ts';
import { useTimeline } from '../../model/timeline.ts';
import { count, groupDigits } from '../../text/format.ts';
import { visibleName } from '../../text/visible-text.ts';
import { stateLook, wholeStory } from './server-look.ts';
import { ServerMenu } from './server-menu.tsx';
import styles from './server-rail.module.css';

export function ServerRail() {
  const model = useModel();
  const servers = useConnection((state) => state.servers);
  const past = useConnection((state) => state.past);
  if (past) return <PastRail past={past} />;
  return (
    <aside id="servers" className={styles.rail} aria-label="Servers">
      <ul>
        {servers.map((server) => (
          <RailItem key={server.id} server={server} />
        ))}
      </ul>
      <ConnectAll className={styles.item} />
      <button
        type="button"
        className={styles.item}
        aria-label="Add a server"
        title="Add a server"
        onClick={() => openAdd(model)}
      >
        <Plus size={15} aria-hidden="true" />
      </button>
    </aside>
  );
}

function PastRail({ past }: { past: readonly PastServer[] }) {
  const model = useModel();
  const servers = useConnection((state) => state.servers);
  return (
    <aside id="servers" className={styles.rail} aria-label="Servers">
      <ul>
        {past.map((server) => (
          <li key={server.id}>
            <button
              type="button"
              className={styles.item}
              aria-label={`${visibleName(server.name)}, ${count(server.failedCalls, 'failed call')}`}
              title={visibleName(server.name)}
              onClick={() => void openFilter(model, toggleServer(wantedFilter(model), server.name))}
            >
              <ServerMark colour={colourOf(servers, server.id, past)} />
              <span className={server.failedCalls === 0 ? styles.none : styles.count}>
                {groupDigits(server.failedCalls)}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </aside>
  );
}

function RailItem({ server }: { server: ServerView }) {
  const model = useModel();
  const filter = useTimeline((state) => state.filter);
  const isChosen = hasTerm(filter, serverTerm(server.name));
  const { failedCalls } = server.counts;
  const { word, tone } = stateLook(server);
  return (
    <li>
      <button
        type="button"
        className={`${styles.item} ${isChosen ? styles.chosen : ''} ${tone === 'bad' ? styles.down : ''}`}
        aria-pressed={isChosen}
        aria-label={`${visibleName(server.name)}, ${count(failedCalls, 'failed call')}, ${word}`}
        title={`${visibleName(server.name)}\n${maskLine(model, wholeStory(server))}`}
        onClick={() => void openFilter(model, toggleServer(wantedFilter(model), server.name))}
      >
        <ServerMark colour={server.colour} />
        <span className={failedCalls === 0 ? styles.none : styles.count}>{groupDigits(failedCalls)}</span>
      </button>
      <ServerMenu server={server} look={styles.more} />
    </li>
  );
}
