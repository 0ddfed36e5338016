// CodeMirror for JSON, in a file of its own that the window loads later (json-editor.tsx). It owns the text and reports each change.

import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { linter, lintKeymap } from '@codemirror/lint';
import { Compartment, EditorState } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { classHighlighter } from '@lezer/highlight';
import { useEffect, useRef } from 'react';
import type { JsonObject } from '../../shared/json/json.ts';
import { readNonce } from '../platform/nonce.ts';
import styles from './code-mirror.module.css';
import { type CheckJson, completeArguments, lintArguments } from './json-assist.ts';

export interface JsonEditorProps {
  label: string;
  /** A new identity of `start` replaces the text. */
  start: { text: string };
  schema: JsonObject | null;
  /** Finds the problems instead of the schema. */
  check?: CheckJson;
  /** The user asked for the editor. Otherwise the focus stays, so that the next key goes where it was. */
  takesFocus?: boolean;
  onChange: (text: string) => void;
  onSend: () => void;
}

export function CodeMirror({ label, start, schema, check, takesFocus = false, onChange, onSend }: JsonEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView | null>(null);
  const assist = useRef(new Compartment());
  const latest = useRef({ onChange, onSend });
  latest.current = { onChange, onSend };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor is created once; the effects below pass text and schema.
  useEffect(() => {
    const view = new EditorView({
      parent: host.current!,
      state: EditorState.create({
        doc: start.text,
        extensions: [
          EditorView.cspNonce.of(readNonce(document)),
          keymap.of([
            {
              key: 'Mod-Enter',
              run: () => {
                latest.current.onSend();
                return true;
              },
            },
            ...closeBracketsKeymap,
            ...completionKeymap,
            ...defaultKeymap,
            ...historyKeymap,
            ...lintKeymap,
          ]),
          lineNumbers(),
          history(),
          drawSelection(),
          indentOnInput(),
          bracketMatching(),
          closeBrackets(),
          highlightActiveLine(),
          highlightSpecialChars(),
          json(),
          syntaxHighlighting(classHighlighter),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
          EditorView.updateListener.of(
            (update) => update.docChanged && latest.current.onChange(update.state.doc.toString()),
          ),
          assist.current.of(assistance(schema, check)),
        ],
      }),
    });
    editor.current = view;
    if (takesFocus) view.focus();
    return () => view.destroy();
  }, []);

  useEffect(() => {
    const view = editor.current;
    if (view && view.state.doc.toString() !== start.text) {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: start.text } });
    }
  }, [start]);

  useEffect(() => {
    editor.current?.dispatch({ effects: assist.current.reconfigure(assistance(schema, check)) });
  }, [schema, check]);

  return <div ref={host} className={styles.editor} />;
}

function assistance(schema: JsonObject | null, check: CheckJson | undefined) {
  return [
    autocompletion({ override: [completeArguments(schema)], activateOnTyping: true }),
    linter((view) => lintArguments(view.state, schema, check), { delay: 250 }),
  ];
}
