// The arguments of a call, as a form from the tool's schema or as JSON: two views of one text, which is what is sent.

import { type ReactNode, useMemo } from 'react';
import { type JsonObject, parseJson } from '../../shared/json/json.ts';
import { lossOf } from '../../shared/json/json-loss.ts';
import { setAt } from '../../shared/json/json-place.ts';
import { Caption } from '../components/caption.tsx';
import { Segmented } from '../components/segmented.tsx';
import styles from './arguments-editor.module.css';
import type { SchemaIssue } from './check-arguments.ts';
import { Form } from './form.tsx';
import { formFields } from './form-fields.ts';
import { JsonEditor } from './json-editor.tsx';

export type ArgumentsMode = 'form' | 'json';

interface ArgumentsEditorProps {
  schema: JsonObject | null;
  text: string;
  /** null: not chosen yet, so a form if possible. */
  mode: ArgumentsMode | null;
  /** A new identity replaces the text of the JSON editor. */
  seed: { text: string };
  onMode: (mode: ArgumentsMode) => void;
  onChange: (text: string) => void;
  onSend: () => void;
  problems: ReadonlyMap<string, readonly SchemaIssue[]>;
  /** Shown next to the choice. */
  side?: ReactNode;
}

export function ArgumentsEditor(props: ArgumentsEditorProps) {
  const { schema, text, mode, seed, problems, onMode, onChange, onSend, side } = props;
  const args = useMemo(() => parseJson(text.trim() === '' ? '{}' : text), [text]);
  const isReadable = useMemo(() => args.ok && formFields(schema, args.value) !== null, [schema, args]);
  const noForm = refusal(schema !== null, isReadable, lossOf(text));
  const shown: ArgumentsMode = mode === 'json' || noForm !== '' ? 'json' : 'form';
  return (
    <>
      <div className={styles.head}>
        <Caption as="h4">Arguments</Caption>
        {side}
        <Segmented
          label="How to write the arguments"
          value={shown}
          onChange={onMode}
          segments={[
            { value: 'form', label: 'Form', disabled: noForm !== '', title: noForm || undefined },
            { value: 'json', label: 'JSON', title: 'Sent unchanged; empty for none' },
          ]}
        />
      </div>
      {shown === 'form' && schema && args.ok ? (
        <div className={styles.form}>
          <Form
            schema={schema}
            args={args.value}
            problems={problems}
            onChange={(path, value) => onChange(JSON.stringify(setAt(args.value, path, value)))}
          />
        </div>
      ) : (
        <>
          <JsonEditor
            label="Arguments, JSON"
            start={seed}
            schema={schema}
            takesFocus={mode === 'json'}
            onChange={onChange}
            onSend={onSend}
          />
          {noForm && mode === 'form' && <p className={styles.hint}>{noForm}</p>}
        </>
      )}
    </>
  );
}

function refusal(hasSchema: boolean, isReadable: boolean, loses: string): string {
  if (!hasSchema) return 'No form: the tool’s schema is not known.';
  if (!isReadable) return 'No form: the arguments are not an object of JSON.';
  return loses && `No form: ${loses.charAt(0).toLowerCase()}${loses.slice(1)}`;
}
