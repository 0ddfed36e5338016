// The servers at the side: a list, or in a small window a rail of their marks. Enter shows only the rows of a server.

import { ChevronRight, Plus } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { Caption } from '../../components/caption.tsx';
import menu from '../../components/menu.module.css';
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
          <AddMenu isRail={false} />
        </div>
      )}
      <ul>
        {servers.map((server) => (
          <ServerEntry key={server.id} server={server} isRail={isRail} />
        ))}
      </ul>
      {servers.length === 0 && !isRail && <p className={styles.none}>No servers yet.</p>}
      {isRail ? <AddMenu isRail /> : <TranscriptList />}
      {!isRail && <Watched />}
    </aside>
  );
}

function AddMenu({ isRail }: { isRail: boolean }) {
  const model = useModel();
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className={isRail ? `${styles.entry} ${styles.marked}` : styles.add} aria-label="Add">
        <Plus size={isRail ? 15 : 13} aria-hidden="true" /> {!isRail && 'Add'}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className={menu.menu} align="start" sideOffset={4} collisionPadding={8}>
          <DropdownMenu.Item className={menu.item} onSelect={() => openAdd(model)}>
            Server…
          </DropdownMenu.Item>
          <DropdownMenu.Item className={menu.item} onSelect={() => openDialog(model, 'watch')}>
            Client to watch…
          </DropdownMenu.Item>
          <DropdownMenu.Item className={menu.item} onSelect={() => openDialog(model, 'transcripts')}>
            Transcript…
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
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
