// The servers at the side: a list, or in a small window a rail of their marks. Enter shows only the rows of a server.

import { ChevronRight, Plus } from 'lucide-react';
import { Caption } from '../../components/caption.tsx';
import { useConnection } from '../../model/connection.ts';
import { openAdd, openDialog } from '../../model/dialogs.ts';
import { useModel } from '../../model/model.ts';
import { countInWords } from '../../text/format.ts';
import { ServerEntry } from './server-entry.tsx';
import styles from './server-list.module.css';
import { TranscriptList } from './transcript-list.tsx';

export function ServerList({ isRail }: { isRail: boolean }) {
  const servers = useConnection((state) => state.servers);
  return (
    <aside id="servers" className={`${styles.side} ${isRail ? styles.rail : ''}`} aria-label="Servers">
      {!isRail && (
        <div className={styles.head}>
          <Caption as="h2">Servers</Caption>
          <Add isRail={false} />
        </div>
      )}
      <ul>
        {servers.map((server) => (
          <ServerEntry key={server.id} server={server} isRail={isRail} />
        ))}
      </ul>
      {servers.length === 0 && !isRail && <p className={styles.none}>No servers yet.</p>}
      {isRail ? <Add isRail /> : <TranscriptList />}
      {!isRail && <Watched />}
    </aside>
  );
}

function Add({ isRail }: { isRail: boolean }) {
  const model = useModel();
  return (
    <button
      type="button"
      className={isRail ? `${styles.entry} ${styles.marked}` : styles.add}
      aria-label="Add"
      title="A server, a client to watch, or a transcript"
      onClick={() => openAdd(model)}
    >
      <Plus size={isRail ? 15 : 13} aria-hidden="true" /> {!isRail && 'Add'}
    </button>
  );
}

function Watched() {
  const model = useModel();
  const clients = useConnection((state) => new Set(state.servers.flatMap(({ watched }) => watched?.client ?? [])).size);
  if (clients === 0) return null;
  return (
    <button type="button" className={styles.foot} onClick={() => openDialog(model, 'watch')}>
      {countInWords(clients, 'client')} watched <ChevronRight size={14} aria-hidden="true" />
    </button>
  );
}
