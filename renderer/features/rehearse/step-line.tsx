// A line of the form of a step: its first word, then fields and the words between them.

import type { ReactNode } from 'react';
import type { Json, JsonObject } from '../../../shared/json/json.ts';
import type { Path } from '../../../shared/json/json-place.ts';
import styles from './plan-editor.module.css';

/** What each line gets: the step as written so far, and the places that are invalid. */
export interface StepPartProps {
  step: JsonObject;
  isInvalid: (path: Path) => boolean;
  onChange: (path: Path, value: Json | undefined) => void;
}

export function StepLine({ word, children }: { word: string; children: ReactNode }) {
  return (
    <div className={styles.line}>
      <span className={styles.word}>{word}</span>
      <div className={styles.parts}>{children}</div>
    </div>
  );
}
