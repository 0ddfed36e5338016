// What a person decides: a value, a list tool to call, a confirmation, or variables. The first control has the focus; nothing is
// preselected, and nothing is sent before Enter or a click.

import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { placeName } from '../../../shared/correct/correction.ts';
import { typedAs } from '../../../shared/features/fix/corrections.ts';
import type {
  FixAsk,
  FixChoose,
  FixConfirm,
  FixFill,
  FixOption,
  FixWord,
} from '../../../shared/features/fix/fix-types.ts';
import type { FixView } from '../../../shared/features/fix/fix-view.ts';
import { askLines, askTitle, wordNames } from '../../../shared/features/fix/fix-words.ts';
import type { Json } from '../../../shared/json/json.ts';
import variables from '../../card/fix/fix-variables.module.css';
import { VariableField } from '../../card/fix/fix-variables.tsx';
import { beginRepair, lookForVariables } from '../../card/fix/repair-server.ts';
import { Button } from '../../components/button.tsx';
import field from '../../components/field.module.css';
import { maskLine } from '../../model/masks.ts';
import { useModel } from '../../model/model.ts';
import { visibleLine } from '../../text/visible-text.ts';
import { shortValue } from '../../text/wording.ts';
import styles from './fix.module.css';
import { answerFix, answerValue, setFixVariables, useFixes } from './fixes.ts';

const mostButtons = 5;

export function FixQuestion({ view, ask }: { view: FixView; ask: FixAsk }) {
  const model = useModel();
  const box = useRef<HTMLFieldSetElement>(null);
  const problem = useFixes((state) => state.problem);
  useEffect(() => box.current?.querySelector<HTMLElement>('input, button')?.focus(), []);
  const lines = ask.kind === 'choose' && ask.options.length <= mostButtons ? [stopWords(ask)] : askLines(ask);
  return (
    <fieldset ref={box} className={styles.ask} aria-label={visibleLine(maskLine(model, askTitle(ask)))}>
      {lines.map((line) => (
        <p key={line}>{visibleLine(maskLine(model, line))}</p>
      ))}
      <Answer view={view} ask={ask} />
      {problem !== '' && (
        <p className={styles.problem} role="alert">
          {visibleLine(maskLine(model, problem))}
        </p>
      )}
    </fieldset>
  );
}

const stopWords = ({ source, tool, options }: FixChoose): string =>
  source === 'schema'
    ? `Stopped here: the schema allows ${options.length} values.`
    : source === 'server'
      ? `Stopped here: the server names ${options.length} values.`
      : source === 'list'
        ? `${tool}, called after your click, returned these.`
        : `${tool} returned these earlier.`;

function Answer({ view, ask }: { view: FixView; ask: FixAsk }) {
  const model = useModel();
  switch (ask.kind) {
    case 'choose':
      return (
        <>
          <FixOptions ask={ask} disabled={false} onChoose={(value) => void answerValue(model, view, ask.path, value)} />
          {ask.source === 'earlier' && (
            <Button look="quiet" onClick={() => void answerFix(model, view, { kind: 'list' })}>
              Call {visibleLine(ask.tool ?? '')} again
            </Button>
          )}
        </>
      );
    case 'fill':
      return <Fill view={view} ask={ask} />;
    case 'pick':
      return (
        <Button look="primary" onClick={() => void answerFix(model, view, { kind: 'list' })}>
          Call {visibleLine(ask.tool)}
        </Button>
      );
    case 'confirm':
      return <Confirm view={view} ask={ask} />;
    case 'set':
      return <SetVariables view={view} names={ask.variables} />;
    case 'word':
      return <Word view={view} ask={ask} />;
    case 'act':
      return (
        <Button look="primary" onClick={() => void answerFix(model, view, { kind: 'ready' })}>
          Start again
        </Button>
      );
  }
}

interface OptionsProps {
  ask: FixChoose;
  /** undefined: not yet. */
  chosen?: Json;
  disabled: boolean;
  onChoose: (value: Json) => void;
}

/** Few values are buttons, many a list with search. */
export function FixOptions({ ask, chosen, disabled, onChoose }: OptionsProps) {
  const model = useModel();
  const show = (value: Json) => visibleLine(maskLine(model, typeof value === 'string' ? value : shortValue(value, 60)));
  if (ask.options.length > mostButtons)
    return <Search ask={ask} chosen={chosen} disabled={disabled} onChoose={onChoose} />;
  return (
    <fieldset className={styles.options} aria-label={visibleLine(maskLine(model, placeName(ask.path)))}>
      {ask.options.map(({ value, because }) => (
        <button
          key={JSON.stringify(value)}
          type="button"
          className="mono"
          aria-pressed={chosen !== undefined && isSame(value, chosen)}
          disabled={disabled}
          title={because}
          onClick={() => onChoose(value)}
        >
          {show(value)}
        </button>
      ))}
    </fieldset>
  );
}

const isSame = (one: Json, other: Json): boolean => JSON.stringify(one) === JSON.stringify(other);
const textOf = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));

function Search({ ask, chosen, disabled, onChoose }: OptionsProps) {
  const [text, setText] = useState(chosen === undefined ? '' : textOf(chosen));
  const list = useId();
  const found = ask.options.find(({ value }) => textOf(value) === text.trim());
  return (
    <OneField
      label={placeName(ask.path)}
      action="Use it"
      disabled={disabled || found === undefined}
      onSubmit={() => found !== undefined && onChoose(found.value)}
    >
      {(id) => (
        <>
          <input
            id={id}
            className={`${field.input} mono`}
            list={list}
            placeholder="Search"
            autoComplete="off"
            spellCheck={false}
            disabled={disabled}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <datalist id={list}>
            {ask.options.map(({ value }) => (
              <option key={JSON.stringify(value)} value={textOf(value)} />
            ))}
          </datalist>
        </>
      )}
    </OneField>
  );
}

function ValueInput({ id, text, setText }: { id: string; text: string; setText: (text: string) => void }) {
  return (
    <input
      id={id}
      className={`${field.input} mono`}
      autoComplete="off"
      spellCheck={false}
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  );
}

/** A value that no evidence gives. */
function Fill({ view, ask }: { view: FixView; ask: FixFill }) {
  const model = useModel();
  const [text, setText] = useState('');
  const show = (value: Json) => visibleLine(maskLine(model, shortValue(value, 60)));
  return (
    <>
      <OneField
        label={placeName(ask.path)}
        action="Send"
        disabled={text === ''}
        onSubmit={() => void answerValue(model, view, ask.path, typedAs(text, ask.types, ask.sent))}
      >
        {(id) => <ValueInput id={id} text={text} setText={setText} />}
      </OneField>
      {ask.sent !== undefined && (
        <p className={styles.sent}>
          Sent: <s className="mono">{show(ask.sent)}</s>
        </p>
      )}
      <Suggestions options={ask.suggestions} onChoose={setText} />
    </>
  );
}

/** A word of the server's command. What failed is there to be edited. */
function Word({ view, ask }: { view: FixView; ask: FixWord }) {
  const model = useModel();
  const [text, setText] = useState(ask.sent);
  return (
    <>
      <OneField
        label={wordNames[ask.wrong]}
        action="Start again"
        disabled={text === '' || text === ask.sent}
        onSubmit={() => void answerFix(model, view, { kind: 'word', path: ask.path, text })}
      >
        {(id) => <ValueInput id={id} text={text} setText={setText} />}
      </OneField>
      <Suggestions options={ask.suggestions} onChoose={setText} />
      <p>This run only. You can save it once the server starts.</p>
    </>
  );
}

/** They fill the field, and send nothing. */
function Suggestions({ options, onChoose }: { options: readonly FixOption[]; onChoose: (text: string) => void }) {
  const model = useModel();
  if (options.length === 0) return null;
  return (
    <fieldset className={styles.options} aria-label="Suggestions">
      {options.map(({ value, because }) => (
        <button
          key={JSON.stringify(value)}
          type="button"
          className="mono"
          title={because}
          onClick={() => onChoose(textOf(value))}
        >
          {visibleLine(maskLine(model, shortValue(value, 60)))}
        </button>
      ))}
    </fieldset>
  );
}

function Confirm({ view, ask }: { view: FixView; ask: FixConfirm }) {
  const model = useModel();
  const [text, setText] = useState('');
  const send = (typed: string) => void answerFix(model, view, { kind: 'confirm', text: typed });
  if (ask.need === 'ask')
    return (
      <Button look="primary" onClick={() => send('yes')}>
        Send {visibleLine(ask.name)}
      </Button>
    );
  return (
    <OneField label={`Type ${ask.name}`} action="Send" disabled={text !== ask.name} onSubmit={() => send(text)}>
      {(id) => <ValueInput id={id} text={text} setText={setText} />}
    </OneField>
  );
}

/** The same fields as on the card of a server that did not start. */
function SetVariables({ view, names }: { view: FixView; names: readonly string[] }) {
  const model = useModel();
  const [isBusy, setBusy] = useState(false);
  const list = names.join();
  useEffect(() => {
    beginRepair(model, view.source);
    void lookForVariables(model, view.to, list.split(','));
  }, [model, view.source, view.to, list]);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    await setFixVariables(model, view, names);
    setBusy(false);
  };
  return (
    <form className={variables.variables} onSubmit={(event) => void submit(event)}>
      {names.map((name) => (
        <VariableField key={name} name={name} />
      ))}
      <p>This run only. You can save it once it works.</p>
      <div>
        <Button look="primary" type="submit" disabled={isBusy}>
          {isBusy ? 'Starting…' : 'Set and go on'}
        </Button>
      </div>
    </form>
  );
}

interface OneFieldProps {
  label: string;
  action: string;
  disabled: boolean;
  onSubmit: () => void;
  children: (id: string) => ReactNode;
}

/** A field with its button; Enter is the button. */
function OneField({ label, action, disabled, onSubmit, children }: OneFieldProps) {
  const model = useModel();
  const id = useId();
  return (
    <form
      className={styles.line}
      onSubmit={(event) => {
        event.preventDefault();
        if (!disabled) onSubmit();
      }}
    >
      <label className="mono" htmlFor={id}>
        {visibleLine(maskLine(model, label))}
      </label>
      {children(id)}
      <Button look="primary" type="submit" disabled={disabled}>
        {action}
      </Button>
    </form>
  );
}
