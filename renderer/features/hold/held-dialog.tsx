// One held message: its clock, its text, and what to do with it. Closing decides nothing; the message waits on.

import { type KeyboardEvent, useEffect, useMemo, useState } from 'react';
import { actionsFor, type HeldView, type HoldAction, heldWords } from '../../../shared/features/hold/held.ts';
import { heldLimitWords, wentOnWords } from '../../../shared/features/hold/held-words.ts';
import type { HeldMessageView } from '../../../shared/features/hold/methods.ts';
import type { RehearsalDialect } from '../../../shared/features/rehearse/rehearsal-plan.ts';
import { parseJson } from '../../../shared/json/json.ts';
import { JsonEditor } from '../../arguments/json-editor.tsx';
import { Button } from '../../components/button.tsx';
import { Dialog, DialogFoot } from '../../components/dialog.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { useNow } from '../../components/use-now.ts';
import { closeDialog, useDialogs } from '../../model/dialogs.ts';
import { maskText, unmaskText } from '../../model/masks.ts';
import { useModel } from '../../model/model.ts';
import { layOut } from '../../text/json-text.ts';
import { visibleLine } from '../../text/visible-text.ts';
import { AnswerChoice } from './answer-choice.tsx';
import { problemsOf } from './held-problems.ts';
import styles from './hold.module.css';
import { decideMessage, serverNameOf, useHold } from './hold.ts';

export function HeldDialog() {
  const model = useModel();
  const open = useDialogs((state) => state.open === 'held');
  const shown = useHold((state) => state.shown);
  const title = shown ? visibleLine(`${heldWords(shown)}, held`) : 'No message is held';
  // Who waits is said by the clock.
  const about = shown ? visibleLine(serverNameOf(model, shown.server)) : '';
  return (
    <Dialog open={open} onClose={() => closeDialog(model)} title={title} about={about} width={720}>
      {open && shown ? <Message key={shown.id} held={shown} /> : null}
    </Dialog>
  );
}

function Message({ held }: { held: HeldView }) {
  const model = useModel();
  const [message, setMessage] = useState<HeldMessageView | null>(null);
  const [problem, setProblem] = useState('');
  const isHeld = useHold((state) => state.held.some(({ id }) => id === held.id));
  useEffect(() => {
    void model.platform.call('heldMessage', { held: held.id }).then((answer) => {
      if (answer.ok) setMessage(answer.value);
      else setProblem(answer.error.message);
    });
  }, [model, held.id]);
  return (
    <div className={styles.message}>
      <Clock held={held} isHeld={isHeld} />
      {message ? (
        <Editor held={held} message={message} isHeld={isHeld} />
      ) : (
        <p role="status">{problem || 'Loading…'}</p>
      )}
    </div>
  );
}

function Clock({ held, isHeld }: { held: HeldView; isHeld: boolean }) {
  const now = useNow(isHeld, 1000);
  const whole = Math.max(1, held.until - held.heldAt);
  const gone = useHold((state) => state.gone);
  if (!isHeld)
    return (
      <p role="status">
        {gone?.held.id === held.id ? visibleLine(wentOnWords(gone)) : 'This message is no longer held.'}
      </p>
    );
  return (
    <div className={styles.time}>
      <b>{visibleLine(heldLimitWords(held, now))}</b>
      <progress max={whole} value={Math.min(whole, now - held.heldAt)} aria-label="Time until it is passed on" />
      <span>Passed on unchanged in {Math.max(0, Math.ceil((held.until - now) / 1000))} s</span>
    </div>
  );
}

const actionOfKey: Partial<Record<string, HoldAction>> = { p: 'pass', e: 'edit', d: 'drop' };

type View = 'edited' | 'original' | 'both';

function Editor({ held, message, isHeld }: { held: HeldView; message: HeldMessageView; isHeld: boolean }) {
  const model = useModel();
  // Masked until it is sent: placeholders that stay become the values again.
  const original = useMemo(() => pretty(maskText(model, message.text)), [model, message.text]);
  const [start, setStart] = useState({ text: original });
  const [text, setText] = useState(original);
  const [view, setView] = useState<View>('edited');
  const [action, setAction] = useState<'edit' | 'answer'>('edit');
  const [failed, setFailed] = useState('');
  const isChanged = text !== original;
  const problems = useMemo(() => problemsOf(text, held, message.schema), [text, held, message.schema]);
  const can = isHeld ? actionsFor(held) : [];
  const act = async (wanted: HoldAction) => {
    const given = wanted === 'edit' ? { text: unmaskText(model, compact(text)) } : {};
    const how = wanted === 'edit' ? action : wanted;
    setFailed((await decideMessage(model, held.id, how, given.text)) ?? '');
  };
  const answerWith = async (failure: string, dialect: RehearsalDialect) => {
    const made = await model.platform.call('previewHeldAnswer', { held: held.id, failure, dialect });
    if (!made.ok) return setFailed(made.error.message);
    const next = pretty(maskText(model, made.value.text));
    setStart({ text: next });
    setText(next);
    setAction('answer');
    setView('edited');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    if (event.metaKey || event.ctrlKey || event.altKey || target.closest('.cm-editor, input, select')) return;
    const wanted = actionOfKey[event.key];
    if (wanted && can.includes(wanted) && (wanted !== 'edit' || isChanged)) void act(wanted);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its keys repeat its buttons.
    <div className={styles.editing} onKeyDown={onKeyDown}>
      <div className={styles.views}>
        <Segmented
          label="Text"
          value={view}
          onChange={setView}
          segments={[
            { value: 'edited', label: 'Edited' },
            { value: 'original', label: 'Original' },
            { value: 'both', label: 'Side by side' },
          ]}
        />
        <span className={styles.note}>{isChanged ? 'Changed' : 'Unchanged'} · secrets masked</span>
      </div>
      <div className={styles.texts} data-view={view}>
        <div hidden={view === 'original'}>
          <JsonEditor
            takesFocus
            label="Message to pass on"
            start={start}
            schema={null}
            onChange={setText}
            onSend={() => void act(isChanged ? 'edit' : 'pass')}
          />
        </div>
        {view !== 'edited' && <pre className={styles.original}>{original}</pre>}
      </div>
      {problems.length > 0 && isChanged && (
        <div className={styles.problems} role="status">
          {problems.map((each) => (
            <p key={each}>{visibleLine(each)}</p>
          ))}
          <p className={styles.note}>You can still pass it on. It is marked as edited.</p>
        </div>
      )}
      {failed && (
        <p className={styles.failed} role="alert">
          {failed}
        </p>
      )}
      <DialogFoot
        left={can.includes('answer') && <AnswerChoice held={held} own={message.dialect} onChoose={answerWith} />}
      >
        <Button disabled={!can.includes('drop')} onClick={() => void act('drop')}>
          Drop <kbd>d</kbd>
        </Button>
        <Button
          look={isChanged ? 'plain' : 'primary'}
          disabled={!can.includes('pass')}
          onClick={() => void act('pass')}
        >
          Pass on <kbd>p</kbd>
        </Button>
        <Button
          look={isChanged ? 'primary' : 'plain'}
          disabled={!isChanged || !can.includes(action)}
          onClick={() => void act('edit')}
        >
          {action === 'answer' ? 'Answer instead' : 'Edit and pass on'} <kbd>e</kbd>
        </Button>
      </DialogFoot>
    </div>
  );
}

/** As the person reads it: only white space changes. Text that is not one JSON value stays. */
function pretty(text: string): string {
  return (
    linesOfJson(text)
      ?.map((line) => line.map(({ text: token }) => token).join(''))
      .join('\n') ?? text
  );
}

/** On one line, as it was. */
function compact(text: string): string {
  const tokens = linesOfJson(text)?.flat();
  const kept = tokens?.filter(({ kind }) => kind !== 'plain').map(({ text: token }) => token.trimEnd());
  return kept?.join('') ?? text;
}

const linesOfJson = (text: string) => (parseJson(text).ok ? layOut(text) : null);
