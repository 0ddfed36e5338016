// All other actions for the card's row: one menu next to the primary button, also opened with `.`.

import {
  Ban,
  Bell,
  BellOff,
  Check,
  ChevronDown,
  ChevronRight,
  ChevronUp,
  ClipboardCopy,
  Ellipsis,
  Filter,
  GitCompareArrows,
  GraduationCap,
  Link,
  NotebookPen,
  Pencil,
  RotateCcw,
  RotateCw,
  Tag,
  Terminal,
  Undo2,
} from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { troubleOf } from '../../../shared/incident/incident.ts';
import type { RowDetail } from '../../../shared/timeline.ts';
import button from '../../components/button.module.css';
import menu from '../../components/menu.module.css';
import { serverById, useConnection } from '../../model/connection.ts';
import { openSnippet } from '../../model/copy-snippet.ts';
import { detailOf } from '../../model/detail.ts';
import { openDialog } from '../../model/dialogs.ts';
import { toggleExpected, toggleResolved, useMark } from '../../model/expected.ts';
import { openFilter, wantedFilter } from '../../model/filter.ts';
import { useModel } from '../../model/model.ts';
import { copyText } from '../../model/notices.ts';
import { diffWithMarked, editRow, markRow, replayRow } from '../../model/replay-actions.ts';
import { useReplays } from '../../model/replays.ts';
import { moveToFailure } from '../../model/selection.ts';
import { narrowBy } from '../../text/value-term.ts';
import { visibleLine } from '../../text/visible-text.ts';
import { editServerOf, isRepairable, restart } from '../fix/repair-server.ts';
import { copyFailure, copyIssue, copyMessage } from '../parts/copy-parts.ts';
import styles from './card-menu.module.css';
import { cardTerms } from './card-terms.ts';
import { startNote } from './note-strip.tsx';
import { canTeach } from './teach-strip.tsx';

const moreMenuId = 'card-more';

export function MoreMenu({ detail }: { detail: RowDetail }) {
  const model = useModel();
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger
        id={moreMenuId}
        className={`${button.button} ${button.icon}`}
        aria-label="More actions"
        title="More actions (.)"
      >
        <Ellipsis size={15} aria-hidden="true" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className={menu.menu}
          align="end"
          sideOffset={4}
          collisionPadding={8}
          onCloseAutoFocus={(event) => {
            // A field that an item opened keeps the focus.
            if (document.activeElement instanceof HTMLInputElement) event.preventDefault();
          }}
        >
          <CallItems detail={detail} />
          <ServerItems detail={detail} />
          {line}
          <MarkItems detail={detail} />
          <CopyItems detail={detail} />
          <FilterItems detail={detail} />
          {line}
          <Item icon={<ChevronDown size={14} />} keys="n" onSelect={() => moveToFailure(model, 'next_failure')}>
            Next failure
          </Item>
          <Item icon={<ChevronUp size={14} />} keys="N" onSelect={() => moveToFailure(model, 'previous_failure')}>
            Previous failure
          </Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/** `.`: Radix opens its menu on a key press. */
export function openMoreMenu(): void {
  const trigger = document.getElementById(moreMenuId);
  trigger?.focus();
  trigger?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
}

interface ItemProps {
  icon: ReactNode;
  keys?: string;
  onSelect: () => unknown;
  children: ReactNode;
}

function Item({ icon, keys, onSelect, children }: ItemProps) {
  return (
    <DropdownMenu.Item className={menu.item} onSelect={() => void onSelect()}>
      {icon} <span className={styles.does}>{children}</span> {keys && <kbd>{keys}</kbd>}
    </DropdownMenu.Item>
  );
}

const line = <DropdownMenu.Separator className={menu.line} />;

/** Opens on hover, so an action in it takes no more clicks. */
function Submenu({ icon, name, children }: { icon: ReactNode; name: string; children: ReactNode }) {
  return (
    <DropdownMenu.Sub>
      <DropdownMenu.SubTrigger className={menu.item}>
        {icon} <span className={styles.does}>{name}</span> <ChevronRight size={14} />
      </DropdownMenu.SubTrigger>
      <DropdownMenu.Portal>
        <DropdownMenu.SubContent className={`${menu.menu} ${styles.menu}`} sideOffset={2} collisionPadding={8}>
          {children}
        </DropdownMenu.SubContent>
      </DropdownMenu.Portal>
    </DropdownMenu.Sub>
  );
}

function CallItems({ detail: { row } }: { detail: RowDetail }) {
  const model = useModel();
  if (row.kind !== 'call' || row.direction !== 'out' || row.pending) return null;
  return (
    <>
      <Item icon={<RotateCcw size={14} />} keys="r" onSelect={() => replayRow(model, row.id, 'now')}>
        Replay
      </Item>
      <Item icon={<Pencil size={14} />} keys="e" onSelect={() => editRow(model, row.id)}>
        Edit and retry
      </Item>
    </>
  );
}

function ServerItems({ detail }: { detail: RowDetail }) {
  const model = useModel();
  const server = useConnection((state) => serverById(state.servers, detail.row.server));
  if (!detail.failure || troubleOf(detail.failure) === null || !isRepairable(model, server)) return null;
  return (
    <>
      <Item icon={<RotateCw size={14} />} onSelect={() => restart(model, server)}>
        Restart
      </Item>
      <Item icon={<Pencil size={14} />} keys="e" onSelect={() => editServerOf(model, detail)}>
        Edit and restart
      </Item>
    </>
  );
}

function MarkItems({ detail }: { detail: RowDetail }) {
  const model = useModel();
  const { group, id, kind, direction } = detail.row;
  const mark = useMark(group);
  const marked = useReplays((state) => state.marked);
  const isCall = kind === 'call' && direction === 'out';
  if (group === null && !isCall) return null;
  const isExpected = mark?.state === 'expected';
  const isResolved = mark?.state === 'resolved';
  return (
    <Submenu icon={<Tag size={14} />} name="Mark">
      {group !== null && (
        <>
          <Item
            icon={isExpected ? <Bell size={14} /> : <BellOff size={14} />}
            keys="x"
            onSelect={() => toggleExpected(model, group)}
          >
            {isExpected ? 'Not expected' : 'Mark as expected'}
          </Item>
          <Item
            icon={isResolved ? <Undo2 size={14} /> : <Check size={14} />}
            onSelect={() => toggleResolved(model, group)}
          >
            {isResolved ? 'Not resolved' : 'Mark as resolved'}
          </Item>
          <Item icon={<NotebookPen size={14} />} onSelect={() => startNote(model, group)}>
            {mark?.note ? 'Change the note' : 'Add a note'}
          </Item>
        </>
      )}
      {canTeach(detail) && (
        <Item icon={<GraduationCap size={14} />} onSelect={() => openDialog(model, 'teach')}>
          Teach this…
        </Item>
      )}
      {isCall && (
        <Item icon={<GitCompareArrows size={14} />} keys="m" onSelect={() => markRow(model)}>
          {marked === id ? 'Unmark' : 'Mark for comparison'}
        </Item>
      )}
      {isCall && marked !== null && marked !== id && (
        <Item icon={<GitCompareArrows size={14} />} keys="d" onSelect={() => diffWithMarked(model)}>
          Compare with the marked call
        </Item>
      )}
    </Submenu>
  );
}

function CopyItems({ detail }: { detail: RowDetail }) {
  const model = useModel();
  const { row, failure } = detail;
  const raw = () => detailOf(model).getState().raw;
  const isCall = row.kind === 'call' && row.direction === 'out';
  return (
    <Submenu icon={<ClipboardCopy size={14} />} name="Copy">
      <Item icon={<ClipboardCopy size={14} />} onSelect={() => copyFailure(model)}>
        {failure ? 'Copy report' : 'Copy as Markdown'}
      </Item>
      {failure && (
        <Item icon={<ClipboardCopy size={14} />} onSelect={() => copyIssue(model)}>
          Copy issue for the author
        </Item>
      )}
      <Item icon={<ClipboardCopy size={14} />} onSelect={() => copyMessage(model, raw(), 'request')}>
        Copy request
      </Item>
      <Item icon={<ClipboardCopy size={14} />} onSelect={() => copyMessage(model, raw(), 'response')}>
        Copy response
      </Item>
      {isCall && (
        <Item icon={<Terminal size={14} />} onSelect={() => openSnippet(model, row.id)}>
          Copy as command…
        </Item>
      )}
      <Item icon={<Link size={14} />} onSelect={() => copyText(model, window.location.href, 'Link')}>
        Copy link
      </Item>
    </Submenu>
  );
}

/** Filter terms of the card's row. */
function FilterItems({ detail }: { detail: RowDetail }) {
  const model = useModel();
  const name = useConnection((state) => serverById(state.servers, detail.row.server)?.name ?? detail.row.server);
  const terms = cardTerms(detail, name);
  const apply = (term: string, exclude: boolean) => openFilter(model, narrowBy(wantedFilter(model), term, exclude));
  return (
    <Submenu icon={<Filter size={14} />} name="Filter">
      <DropdownMenu.Label className={styles.label}>Show only</DropdownMenu.Label>
      {terms.map((term) => (
        <DropdownMenu.Item key={term} className={menu.item} onSelect={() => void apply(term, false)}>
          <Filter size={14} aria-hidden="true" /> <span className={`${styles.term} mono`}>{visibleLine(term)}</span>
        </DropdownMenu.Item>
      ))}
      <DropdownMenu.Separator className={menu.line} />
      <DropdownMenu.Label className={styles.label}>Hide</DropdownMenu.Label>
      {terms.map((term) => (
        <DropdownMenu.Item key={term} className={menu.item} onSelect={() => void apply(term, true)}>
          <Ban size={14} aria-hidden="true" /> <span className={`${styles.term} mono`}>{visibleLine(term)}</span>
        </DropdownMenu.Item>
      ))}
    </Submenu>
  );
}
