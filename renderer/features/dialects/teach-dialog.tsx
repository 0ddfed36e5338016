// Teaches Misfire what a response means: a rule prepared from the server's text, tested on the row at once, and saved as a user dialect.

import { useEffect, useMemo, useState } from 'react';
import { classTitles } from '../../../shared/decode/finding/class-titles.ts';
import { taughtRule } from '../../../shared/dialects/taught-rule.ts';
import { type Failure, type FailureClass, failureClasses } from '../../../shared/failure.ts';
import { verdictLine } from '../../../shared/retry/verdict-words.ts';
import { Button } from '../../components/button.tsx';
import { Caption } from '../../components/caption.tsx';
import { Dialog, DialogFoot } from '../../components/dialog.tsx';
import { SelectField, TextArea, TextField } from '../../components/field.tsx';
import { ForeignLine } from '../../components/foreign-text.tsx';
import { serverById, useConnection } from '../../model/connection.ts';
import { refreshDetail, useDetail } from '../../model/detail.ts';
import { closeDialog, useDialogs } from '../../model/dialogs.ts';
import { useModel } from '../../model/model.ts';
import { say } from '../../model/notices.ts';
import { visibleLine } from '../../text/visible-text.ts';
import { certaintyWords, ownerWords } from '../../text/wording.ts';
import styles from './dialects-dialog.module.css';

export function TeachDialog() {
  const model = useModel();
  const open = useDialogs((state) => state.open === 'teach');
  return (
    <Dialog
      open={open}
      onClose={() => closeDialog(model)}
      title="Teach this"
      about="Say what the server's answer means. Misfire reads this and every later answer of the same words by it."
      width={640}
    >
      {open && <Teach />}
    </Dialog>
  );
}

/** Texts that only say that it failed cannot be taught. */
const taught = failureClasses.filter((name) => name !== 'unknown' && name !== 'cancelled' && name !== 'parse_error');
/** Pause in typing before the rule is tested. */
const restMs = 200;

interface Trial {
  failure: Failure | null;
  problem: string;
}

function Teach() {
  const model = useModel();
  // The row that the dialog was opened on, even if another one is selected meanwhile.
  const [lesson] = useState(useDetail((state) => state.raw));
  const name = useConnection((state) => serverById(state.servers, lesson?.row.server ?? '')?.name ?? '');
  const said = lesson?.failure?.quote?.text ?? '';
  const [meaning, setMeaning] = useState<FailureClass | ''>('');
  const [remedy, setRemedy] = useState('');
  const [edited, setEdited] = useState<string | null>(null);
  const [trial, setTrial] = useState<Trial | null>(null);
  const [busy, setBusy] = useState(false);
  const prepared = useMemo(() => {
    const rule = meaning === '' ? null : taughtRule({ server: name, said, class: meaning, remedy });
    return rule === null ? '' : `${JSON.stringify(rule, null, 2)}\n`;
  }, [name, said, meaning, remedy]);
  const text = edited ?? prepared;
  const row = lesson?.row.id ?? -1;
  useEffect(() => {
    setTrial(null);
    if (text === '') return;
    let isWanted = true;
    const timer = setTimeout(async () => {
      const answer = await model.platform.call('tryDialect', { row, text });
      if (!isWanted) return;
      setTrial(
        answer.ok ? { failure: answer.value.failure, problem: '' } : { failure: null, problem: answer.error.message },
      );
    }, restMs);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [model, row, text]);
  const save = async () => {
    setBusy(true);
    const answer = await model.platform.call('addDialect', { fileName: fileNameOf(text), text });
    setBusy(false);
    if (!answer.ok) return setTrial({ failure: null, problem: answer.error.message });
    closeDialog(model);
    say(model, 'Saved. Earlier failures are read again. Dialects… lists your rules.');
    refreshDetail(model);
  };
  return (
    <>
      <div className={styles.body}>
        <section>
          <Caption>Server message</Caption>
          <p className="mono">
            “<ForeignLine text={said} />”
          </p>
        </section>
        <SelectField
          label="What it means"
          value={meaning}
          onChange={(event) => {
            setMeaning(event.target.value as FailureClass);
            setEdited(null);
          }}
        >
          <option value="" disabled>
            Choose…
          </option>
          {taught.map((each) => (
            <option key={each} value={each}>
              {classTitles[each]}
            </option>
          ))}
        </SelectField>
        <TextField
          label="What to do about it"
          hint="optional"
          value={remedy}
          maxLength={300}
          onChange={(event) => {
            setRemedy(event.target.value);
            setEdited(null);
          }}
        />
        {text !== '' && (
          <TextArea
            label="The rule"
            hint=".. matches up to six words"
            rows={10}
            value={text}
            onChange={(event) => setEdited(event.target.value)}
          />
        )}
        {text !== '' && <Tried trial={trial} wanted={meaning} />}
      </div>
      <DialogFoot>
        <Button onClick={() => closeDialog(model)}>Cancel</Button>
        <Button look="primary" disabled={busy || trial?.failure == null} onClick={save}>
          Save
        </Button>
      </DialogFoot>
    </>
  );
}

/** How the row decodes with the rule. */
function Tried({ trial, wanted }: { trial: Trial | null; wanted: FailureClass | '' }) {
  if (trial === null) return <p role="status">Trying it on this answer…</p>;
  const { failure, problem } = trial;
  if (problem !== '')
    return (
      <p className={styles.problem} role="alert">
        {visibleLine(problem)}
      </p>
    );
  if (failure === null) return <p role="status">With this rule the answer is not a failure.</p>;
  return (
    <section role="status">
      <Caption>With this rule</Caption>
      <p>
        <b>{visibleLine(failure.sentence)}</b>
      </p>
      <p>
        {classTitles[failure.class]} · {verdictLine(failure)} · {ownerWords[failure.owner]} ·{' '}
        {certaintyWords[failure.certainty]}
      </p>
      {wanted !== '' && failure.class !== wanted && (
        <p className={styles.problem}>Something else in the answer counts more than this rule.</p>
      )}
    </section>
  );
}

/** One file per rule, with the rule's name. */
function fileNameOf(text: string): string {
  const id = /"id": ?"([a-z][a-z0-9-]{0,63})"/.exec(text)?.[1] ?? 'own-rule';
  return `${id}.json`;
}
