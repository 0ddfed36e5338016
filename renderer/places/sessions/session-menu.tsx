// The session that is shown, and the way to the others, to files and to exports.

import { ChevronDown, Circle, FileDown, FileUp, FolderOpen, List, Plus } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useState } from 'react';
import type { SessionView } from '../../../shared/views.ts';
import menu from '../../components/menu.module.css';
import { useConnection } from '../../model/connection.ts';
import { openDialog } from '../../model/dialogs.ts';
import { useModel } from '../../model/model.ts';
import { count } from '../../text/format.ts';
import { visibleLine } from '../../text/visible-text.ts';
import { chooseFile } from './import-file.ts';
import { beginSession, listSessions, showSession } from './session-actions.ts';
import styles from './sessions.module.css';

const shownInMenu = 6;

export function SessionMenu() {
  const model = useModel();
  const session = useConnection((state) => state.session);
  const [sessions, setSessions] = useState<SessionView[]>([]);
  const open = async (isOpen: boolean) => {
    if (isOpen) setSessions(await listSessions(model));
  };
  return (
    <DropdownMenu.Root onOpenChange={open}>
      <DropdownMenu.Trigger className={styles.trigger} title="Sessions, files and exports">
        <span>{visibleLine(session?.name ?? 'Session')}</span>
        <ChevronDown size={13} aria-hidden="true" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className={`${menu.menu} ${styles.menu}`}
          align="start"
          sideOffset={6}
          collisionPadding={8}
        >
          <DropdownMenu.Item className={menu.item} onSelect={() => void beginSession(model)}>
            <Plus size={14} aria-hidden="true" /> New session
          </DropdownMenu.Item>
          <DropdownMenu.Item className={menu.item} onSelect={() => void chooseFile(model)}>
            <FolderOpen size={14} aria-hidden="true" /> Open a file…
          </DropdownMenu.Item>
          <DropdownMenu.Item className={menu.item} onSelect={() => openDialog(model, 'export')}>
            <FileUp size={14} aria-hidden="true" /> Export…
          </DropdownMenu.Item>
          <DropdownMenu.Separator className={menu.line} />
          {sessions.slice(0, shownInMenu).map((it) => (
            <DropdownMenu.Item key={it.id} className={menu.item} onSelect={() => void showSession(model, it.id)}>
              {it.kind === 'imported' ? (
                <FileDown size={14} aria-label="from a file" />
              ) : (
                <Circle
                  size={14}
                  fill={it.isLive ? 'currentColor' : 'none'}
                  aria-label={it.isLive ? 'recording' : 'recorded'}
                />
              )}
              <span className={styles.name}>{visibleLine(it.name)}</span>
              <span className={styles.figures}>
                {it.failures > 0 ? count(it.failures, 'failure') : count(it.rows, 'row')}
              </span>
            </DropdownMenu.Item>
          ))}
          <DropdownMenu.Item className={menu.item} onSelect={() => openDialog(model, 'sessions')}>
            <List size={14} aria-hidden="true" /> All sessions…
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
