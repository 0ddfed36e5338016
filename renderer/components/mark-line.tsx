// What a person said about failures like this one: the mark with its times and versions, and a note that can be changed here.

import { NotebookPen } from 'lucide-react';
import { useState } from 'react';
import { type GroupMark, versionWords } from '../../shared/api/marks.ts';
import { saveNote, useMark } from '../model/expected.ts';
import { useModel } from '../model/model.ts';
import { clockText } from '../text/format.ts';
import { visibleLine } from '../text/visible-text.ts';
import { Button } from './button.tsx';
import field from './field.module.css';
import styles from './mark-line.module.css';
import { Pill } from './pill.tsx';

/** Shown where a group of failures has a mark, and where one may write a note to it. */
export function MarkLine({ group }: { group: string }) {
  const model = useModel();
  const mark = useMark(group);
  const [draft, setDraft] = useState<string | null>(null);
  const note = mark?.note ?? '';
  const save = () => {
    if (draft !== null && draft.trim() !== note) void saveNote(model, group, draft.trim());
    setDraft(null);
  };
  return (
    <div className={styles.line}>
      {mark && <MarkPill mark={mark} />}
      {mark?.state && <span>{markWords(mark)}</span>}
      {draft === null && note !== '' && <q>{visibleLine(note)}</q>}
      {draft === null ? (
        <Button look="quiet" onClick={() => setDraft(note)}>
          <NotebookPen size={13} aria-hidden="true" /> {note === '' ? 'Add a note' : 'Change the note'}
        </Button>
      ) : (
        <input
          // biome-ignore lint/a11y/noAutofocus: it was asked for by the button that it stands in for.
          autoFocus
          className={field.input}
          aria-label="Note on failures like this one"
          placeholder="What you know about it; Enter keeps it"
          maxLength={2000}
          value={draft}
          onChange={(event) => setDraft(event.target.value)}
          onBlur={save}
          onKeyDown={(event) => {
            if (event.key === 'Enter') save();
            if (event.key !== 'Escape') return;
            event.stopPropagation();
            setDraft(null);
          }}
        />
      )}
    </div>
  );
}

export function MarkPill({ mark: { state, note } }: { mark: GroupMark }) {
  if (state === 'expected') return <Pill tone="outline">expected</Pill>;
  if (state === 'resolved') return <Pill tone="ok">resolved</Pill>;
  if (state === 'regressed') return <Pill tone="bad">regressed</Pill>;
  return note === '' ? null : <Pill tone="outline">note</Pill>;
}

/** `Resolved 14:35:02 on version 2.4.1.` */
export function markWords(mark: GroupMark): string {
  if (mark.state === 'expected' || mark.state === null) return '';
  const version = versionWords(mark);
  const at = clockText(mark.back?.at ?? mark.at);
  const said = mark.state === 'resolved' ? `Resolved ${at}` : `Came back ${at}`;
  return `${said}${version === '' ? '' : ` ${visibleLine(version)}`}.`;
}
