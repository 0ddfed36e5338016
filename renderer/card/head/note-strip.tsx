// Below the head of a card: the user's mark on similar failures, and the field for a note. Hidden without either.

import { useState } from 'react';
import field from '../../components/field.module.css';
import { markWords } from '../../components/group-mark.tsx';
import { saveNote, useMark } from '../../model/expected.ts';
import { defineStore, type Model, useModel } from '../../model/model.ts';
import { visibleLine } from '../../text/visible-text.ts';
import styles from './card-head.module.css';

/** The group whose note is being edited. */
const [writingOf, useWriting] = defineStore<{ group: string | null }>(() => ({ group: null }));

export function startNote(model: Model, group: string): void {
  writingOf(model).setState({ group });
}

export function NoteStrip({ group }: { group: string }) {
  const model = useModel();
  const mark = useMark(group);
  const isWriting = useWriting((state) => state.group === group);
  const words = mark ? markWords(mark) : '';
  const note = mark?.note ?? '';
  if (isWriting)
    return <NoteField group={group} note={note} onEnd={() => writingOf(model).setState({ group: null })} />;
  if (words === '' && note === '') return null;
  return (
    <p className={`${styles.strip} ${styles.text}`}>
      {words} {note !== '' && <q>{visibleLine(note)}</q>}
    </p>
  );
}

function NoteField({ group, note, onEnd }: { group: string; note: string; onEnd: () => void }) {
  const model = useModel();
  const [draft, setDraft] = useState(note);
  const save = () => {
    if (draft.trim() !== note) void saveNote(model, group, draft.trim());
    onEnd();
  };
  return (
    <div className={styles.strip}>
      <input
        // biome-ignore lint/a11y/noAutofocus: the user opened it from the menu.
        autoFocus
        className={field.input}
        aria-label="Note on failures like this one"
        placeholder="What you know about it. Enter saves."
        maxLength={2000}
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.key === 'Enter') save();
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          onEnd();
        }}
      />
    </div>
  );
}
