// The shown recording, and links to the others, to files and to exports.

import { ChevronDown, Circle, FileDiff, FileDown, FileUp, FolderOpen, List, Plus, ScrollText } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useState } from 'react';
import type { RecordingView } from '../../../shared/api/views.ts';
import menu from '../../components/menu.module.css';
import { useConnection } from '../../model/connection.ts';
import { openDialog } from '../../model/dialogs.ts';
import { useModel } from '../../model/model.ts';
import { countedWords } from '../../text/counted-words.ts';
import { countInWords } from '../../text/format.ts';
import { visibleLine } from '../../text/visible-text.ts';
import { chooseFile } from './import-file.ts';
import { beginRecording, listRecordings, showRecording } from './recording-actions.ts';
import styles from './recordings.module.css';

const shownInMenu = 6;

/**
 * The list loads while the menu is open and may grow under the pointer. Releasing the button that opened it is not a choice. A click is
 * not delayed.
 */
const letGo = (event: { preventDefault(): void }) => event.preventDefault();

export function RecordingMenu() {
  const model = useModel();
  const recording = useConnection((state) => state.recording);
  const [recordings, setRecordings] = useState<RecordingView[]>([]);
  const open = async (isOpen: boolean) => {
    if (isOpen) setRecordings(await listRecordings(model));
  };
  return (
    <DropdownMenu.Root onOpenChange={open}>
      <DropdownMenu.Trigger className={styles.trigger} title="Recordings, files and exports">
        <span className={styles.cut}>{visibleLine(recording?.name ?? 'Recording')}</span>
        <ChevronDown size={13} aria-hidden="true" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className={`${menu.menu} ${styles.menu}`}
          align="start"
          sideOffset={6}
          collisionPadding={8}
        >
          <DropdownMenu.Item className={menu.item} onSelect={() => void beginRecording(model)}>
            <Plus size={14} aria-hidden="true" /> New recording
          </DropdownMenu.Item>
          <DropdownMenu.Item className={menu.item} onSelect={() => void chooseFile(model)}>
            <FolderOpen size={14} aria-hidden="true" /> Open a file…
          </DropdownMenu.Item>
          <DropdownMenu.Item className={menu.item} onSelect={() => openDialog(model, 'transcripts')}>
            <ScrollText size={14} aria-hidden="true" /> Read a transcript…
          </DropdownMenu.Item>
          <DropdownMenu.Item className={menu.item} onSelect={() => openDialog(model, 'export')}>
            <FileUp size={14} aria-hidden="true" /> Export…
          </DropdownMenu.Item>
          <DropdownMenu.Item className={menu.item} onSelect={() => openDialog(model, 'compare-recordings')}>
            <FileDiff size={14} aria-hidden="true" /> Compare with…
          </DropdownMenu.Item>
          <DropdownMenu.Separator className={menu.line} />
          {recordings.slice(0, shownInMenu).map((it) => (
            <DropdownMenu.Item
              key={it.id}
              className={menu.item}
              onPointerUp={letGo}
              onSelect={() => void showRecording(model, it.id)}
            >
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
                {it.counted?.failedCalls ? countedWords(it.counted) : countInWords(it.rows, 'row')}
              </span>
            </DropdownMenu.Item>
          ))}
          <DropdownMenu.Item className={menu.item} onPointerUp={letGo} onSelect={() => openDialog(model, 'recordings')}>
            <List size={14} aria-hidden="true" /> All recordings…
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
