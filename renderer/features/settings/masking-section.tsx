// What is masked, and the user's own patterns.

import { useEffect, useState } from 'react';
import { checkPattern } from '../../../shared/mask/masker.ts';
import { TextArea } from '../../components/field.tsx';
import { useModel } from '../../model/model.ts';
import { mostPatterns, setMaskPatterns, usePreferences } from '../../model/preferences.ts';
import styles from './settings-place.module.css';

export function MaskingSection() {
  const model = useModel();
  const kept = usePreferences((state) => state.maskPatterns);
  const [text, setText] = useState(() => kept.join('\n'));
  // Changed by another window or the palette.
  useEffect(() => setText(kept.join('\n')), [kept]);
  const lines = linesOf(text);
  const wrong = lines.map((line) => [line, checkPattern(line)] as const).find(([, problem]) => problem !== null);
  const problem = wrong
    ? `${wrong[0]}: ${wrong[1]}`
    : lines.length > mostPatterns
      ? `At most ${mostPatterns} patterns.`
      : '';
  return (
    <>
      <p className={styles.words}>
        Misfire masks credentials, tokens, passwords, private keys, e-mail addresses and card numbers in everything it
        shows, copies or exports. The eye reveals one value until you select another row. Servers always get what was
        sent.
      </p>
      <div className={styles.fields}>
        <TextArea
          label="Also mask"
          hint="one regular expression per line"
          rows={3}
          value={text}
          placeholder="cust_[0-9]+"
          aria-invalid={problem !== ''}
          onChange={(event) => setText(event.target.value)}
          onBlur={() => {
            if (problem === '') setMaskPatterns(model, lines);
          }}
        />
        {problem !== '' && (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        )}
      </div>
    </>
  );
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}
