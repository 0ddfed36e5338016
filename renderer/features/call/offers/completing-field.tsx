// A text field with suggestions from the server while typing. They appear below the field as buttons; each request to the server is a row
// in the timeline.

import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Json } from '../../../../shared/json/json.ts';
import { member } from '../../../../shared/json/json.ts';
import { TextField } from '../../../components/field.tsx';
import { useModel } from '../../../model/model.ts';
import { visibleLine } from '../../../text/visible-text.ts';
import { askServer } from './ask-server.ts';
import styles from './offers.module.css';

const typingPause = 250;
const shownAtMost = 12;

/** The subject of `completion/complete`. */
export interface CompletionOf {
  server: string;
  ref: { type: 'ref/prompt'; name: string } | { type: 'ref/resource'; uri: string };
}

export interface Suggestions {
  values: string[];
  /** How many more there are, according to the server. */
  more: number;
}

export function readSuggestions(result: Json | null): Suggestions {
  const completion = member(result, 'completion');
  const values = member(completion, 'values');
  const texts = (Array.isArray(values) ? values : []).filter((value) => typeof value === 'string');
  const total = member(completion, 'total');
  const known = typeof total === 'number' && total > texts.length ? total : texts.length;
  const more = Math.max(0, known - Math.min(texts.length, shownAtMost));
  return { values: texts.slice(0, shownAtMost), more };
}

export function CompletingField({
  name,
  about,
  required,
  value,
  others,
  completion,
  onChange,
}: {
  name: string;
  about: string;
  required: boolean;
  value: string;
  /** The values of the other fields: some servers use them. */
  others: Readonly<Record<string, string>>;
  /** null: the server offers no completion. */
  completion: CompletionOf | null;
  onChange: (value: string) => void;
}) {
  const model = useModel();
  const box = useRef<HTMLDivElement>(null);
  const [isHere, setHere] = useState(false);
  const [found, setFound] = useState<Suggestions>({ values: [], more: 0 });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the other fields matter only while the user types in this one.
  useEffect(() => {
    if (!isHere || !completion) return;
    let wanted = true;
    const timer = setTimeout(async () => {
      const context = Object.fromEntries(
        Object.entries(others).filter(([other, text]) => other !== name && text !== ''),
      );
      const params = {
        ref: completion.ref,
        argument: { name, value },
        ...(Object.keys(context).length > 0 && { context: { arguments: context } }),
      };
      const result = await askServer(model, completion.server, 'completion/complete', params);
      if (wanted) setFound(readSuggestions(result));
    }, typingPause);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [isHere, value, completion?.server, name]);

  const choose = (text: string) => {
    onChange(text);
    box.current?.querySelector('input')?.focus();
  };
  const move = (event: KeyboardEvent) => {
    const buttons = [...(box.current?.querySelectorAll<HTMLElement>('input, button') ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || at < 0) return;
    event.preventDefault();
    buttons[Math.max(0, Math.min(buttons.length - 1, at + step))]?.focus();
  };
  const offered = found.values.filter((text) => text !== value);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only listens to events of its field and buttons.
    <div
      ref={box}
      className={styles.completing}
      onFocus={() => setHere(true)}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setHere(false)}
      onKeyDown={move}
    >
      <TextField
        label={visibleLine(name)}
        hint={[required ? 'required' : 'optional', visibleLine(about.slice(0, 300))].filter(Boolean).join(', ')}
        className="mono"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {isHere && offered.length > 0 && (
        <div className={styles.suggestions}>
          <span className="visually-hidden" role="status">
            {offered.length} suggestions
          </span>
          {offered.map((text) => (
            <button type="button" key={text} className={styles.suggestion} onClick={() => choose(text)}>
              {visibleLine(text) || '(empty)'}
            </button>
          ))}
          {found.more > 0 && <span className={styles.note}>and {found.more} more</span>}
        </div>
      )}
    </div>
  );
}
