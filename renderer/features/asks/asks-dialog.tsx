// The dialog that answers a server: its request, a matching form, and the ways to decline. Closing it answers nothing; the server keeps
// waiting. One request at a time, oldest first.

import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { isObject, type Json, parseJson } from '../../../shared/json/json.ts';
import type { AskAnswer, AskView } from '../../../shared/server/connecting.ts';
import { duration } from '../../../shared/text/duration.ts';
import { JsonEditor } from '../../arguments/json-editor.tsx';
import { Button } from '../../components/button.tsx';
import { Dialog, DialogFoot } from '../../components/dialog.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { useNow } from '../../components/use-now.ts';
import { serverById, useConnection } from '../../model/connection.ts';
import { closeDialog, useDialogs } from '../../model/dialogs.ts';
import { type Model, useModel } from '../../model/model.ts';
import { say } from '../../model/notices.ts';
import { showPage } from '../../model/open-place.ts';
import { asksOf, markAnswered, openAsk, unmarkAnswered, useAsks } from '../../model/pending-requests.ts';
import { showCall } from '../../model/selection.ts';
import { visibleLine } from '../../text/visible-text.ts';
import {
  type AnswerDraft,
  ElicitationForm,
  ElicitationPage,
  OtherQuestion,
  Roots,
  SamplingQuestion,
} from './ask-editors.tsx';
import styles from './asks.module.css';
import { refusals } from './questions.ts';

export function AsksDialog() {
  const model = useModel();
  const open = useDialogs((state) => state.open === 'asks');
  const shown = useAsks((state) => state.shown);
  const servers = useConnection((state) => state.servers);
  const name = visibleLine(shown ? (serverById(servers, shown.server)?.name ?? 'A server') : 'A server');
  return (
    <Dialog
      open={open}
      onClose={() => closeDialog(model)}
      title={`${name} asks you`}
      about={shown ? visibleLine(shown.words) : 'Nothing waits for an answer.'}
      width={640}
    >
      {open && shown && <Question key={shown.id} ask={shown} />}
      {open && !shown && (
        <DialogFoot>
          <Button onClick={() => closeDialog(model)}>Close</Button>
        </DialogFoot>
      )}
    </Dialog>
  );
}

const sendWords: Record<AskView['kind'], string> = {
  elicitation_form: 'Send',
  elicitation_url: 'Done there',
  sampling: 'Send the answer',
  roots: 'Send the roots',
  other: 'Send the answer',
};

function Question({ ask }: { ask: AskView }) {
  const model = useModel();
  const asks = useAsks((state) => state.asks);
  const isWaiting = asks.some(({ id }) => id === ask.id);
  const [draft, setDraft] = useState<AnswerDraft>({ result: null, problem: '' });
  const [raw, setRaw] = useState<{ start: { text: string }; text: string } | null>(null);
  const [tried, setTried] = useState(false);
  const [keep, setKeep] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');

  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector<HTMLElement>('input, textarea, select')?.focus(), []);

  const answerWith = async (answer: AskAnswer) => {
    setBusy(true);
    setProblem('');
    markAnswered(model, ask.id);
    const sent = await model.platform.call('answerAsk', { ask: ask.id, answer, keep });
    setBusy(false);
    if (!sent.ok) {
      unmarkAnswered(model, ask.id);
      return setProblem(sent.error.message);
    }
    goOn(model, ask.id);
  };
  const send = () => {
    setTried(true);
    const read = raw === null ? draft : readRaw(raw.text);
    if (read.problem) return setProblem(raw === null ? '' : read.problem);
    if (read.result !== null) void answerWith({ kind: 'result', result: JSON.stringify(read.result) });
  };
  const showRow = () => {
    closeDialog(model);
    showPage(model, 'timeline');
    void showCall(model, ask.row);
  };
  const toRaw = () => {
    const text = JSON.stringify(draft.result ?? {}, null, 2);
    setRaw({ start: { text }, text });
  };
  return (
    <form
      className={styles.frame}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <div className={styles.bar}>
        <Segmented
          label="How to answer"
          value={raw === null ? 'form' : 'raw'}
          onChange={(next) => (next === 'raw' ? toRaw() : setRaw(null))}
          segments={[
            { value: 'form', label: 'Form' },
            { value: 'raw', label: 'JSON', title: 'The result as it is sent, right or wrong' },
          ]}
        />
        {isWaiting && <Patience ask={ask} />}
        <span className={styles.spacer} />
        <Button look="quiet" onClick={showRow}>
          Show the row
        </Button>
        {asks.length > 1 && <Pager asks={asks} id={ask.id} />}
      </div>
      <div className={styles.body}>
        {!isWaiting && (
          <p className={styles.gone} role="status">
            The server no longer waits for this. Nothing was sent.
          </p>
        )}
        <fieldset className={styles.editor} disabled={!isWaiting || busy}>
          <legend className="visually-hidden">Your answer</legend>
          {/* Kept while the JSON is shown, so that returning loses nothing. */}
          <div ref={box} hidden={raw !== null} className={styles.editor}>
            <Editor ask={ask} tried={tried} onDraft={setDraft} onSend={send} />
          </div>
          {raw !== null && (
            <div className={styles.json}>
              <JsonEditor
                takesFocus
                label="The result, JSON"
                start={raw.start}
                schema={null}
                onChange={(text) => setRaw({ ...raw, text })}
                onSend={send}
              />
            </div>
          )}
        </fieldset>
        {problem && (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        )}
      </div>
      <DialogFoot
        left={
          isWaiting &&
          ask.kind !== 'other' && (
            <label className={styles.keep} title="Kept with this server; its settings have it, and can take it back">
              <input type="checkbox" checked={keep} onChange={(event) => setKeep(event.target.checked)} />
              Answer like this from now on
            </label>
          )
        }
      >
        {isWaiting ? (
          <>
            {refusals(ask.kind).map(({ label, about, answer }) => (
              <Button key={label} title={about} disabled={busy} onClick={() => answerWith(answer)}>
                {label}
              </Button>
            ))}
            <Button look="primary" type="submit" disabled={busy}>
              {sendWords[ask.kind]}
            </Button>
          </>
        ) : (
          <Button look="primary" onClick={() => goOn(model, ask.id)}>
            {asks.length > 0 ? 'Next question' : 'Close'}
          </Button>
        )}
      </DialogFoot>
    </form>
  );
}

/** To the next waiting one, or closes. */
function goOn(model: Model, answered: string): void {
  const next = asksOf(model)
    .getState()
    .asks.find(({ id }) => id !== answered);
  if (next) openAsk(model, next.id);
  else {
    closeDialog(model);
    say(model, 'Answered.');
  }
}

function readRaw(text: string): AnswerDraft {
  const parsed = parseJson(text);
  if (!parsed.ok) return { result: null, problem: `Not JSON yet: ${parsed.problem}` };
  if (!isObject(parsed.value)) return { result: null, problem: 'A result must be a JSON object.' };
  return { result: parsed.value as Json, problem: '' };
}

function Editor({
  ask,
  tried,
  onDraft,
  onSend,
}: {
  ask: AskView;
  tried: boolean;
  onDraft: (draft: AnswerDraft) => void;
  onSend: () => void;
}) {
  switch (ask.kind) {
    case 'elicitation_form':
      return <ElicitationForm params={ask.params} tried={tried} onDraft={onDraft} />;
    case 'elicitation_url':
      return <ElicitationPage params={ask.params} onDraft={onDraft} />;
    case 'sampling':
      return <SamplingQuestion params={ask.params} tried={tried} onDraft={onDraft} onSend={onSend} />;
    case 'roots':
      return <Roots server={ask.server} onDraft={onDraft} />;
    case 'other':
      return <OtherQuestion ask={ask} onDraft={onDraft} />;
  }
}

/** How long it has waited, and when the timeout ends, if known. */
function Patience({ ask }: { ask: AskView }) {
  const now = useNow(true, 1_000);
  const waited = `waiting for ${duration(Math.max(0, Math.floor((now - ask.since) / 1_000) * 1_000))}`;
  if (ask.until === null) return <span className={styles.patience}>{waited}</span>;
  const left = Math.max(0, ask.until - now);
  return (
    <span className={`${styles.patience} ${left < 15_000 ? styles.soon : ''}`}>
      {left === 0 ? 'time is over' : `${duration(Math.ceil(left / 1_000) * 1_000)} left`}
    </span>
  );
}

function Pager({ asks, id }: { asks: readonly AskView[]; id: string }) {
  const model = useModel();
  const at = asks.findIndex((ask) => ask.id === id);
  const go = (step: number) => openAsk(model, asks[(at + step + asks.length) % asks.length]?.id ?? null);
  return (
    <span className={styles.pager}>
      <Button look="icon" aria-label="Previous question" onClick={() => go(-1)}>
        <ChevronLeft size={15} aria-hidden="true" />
      </Button>
      {at < 0 ? '–' : at + 1} of {asks.length}
      <Button look="icon" aria-label="Next question" onClick={() => go(1)}>
        <ChevronRight size={15} aria-hidden="true" />
      </Button>
    </span>
  );
}
