// The editor for JSON: arguments, and other JSON with a schema. CodeMirror is a fifth of the window, so it loads after the first paint.

import { lazy, Suspense } from 'react';
import styles from './code-mirror.module.css';
import type { JsonEditorProps } from './code-mirror.tsx';

export const loadJsonEditor = async () => ({ default: (await import('./code-mirror.tsx')).CodeMirror });
const CodeMirror = lazy(loadJsonEditor);

export const JsonEditor = (props: JsonEditorProps) => (
  <Suspense fallback={<div className={styles.editor} aria-busy="true" />}>
    <CodeMirror {...props} />
  </Suspense>
);
