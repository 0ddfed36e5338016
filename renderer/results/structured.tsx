// Structured content and the tool's output schema, side by side if there is space. Violations are on top and marked in their lines.

import { useMemo } from 'react';
import type { FieldIssue } from '../../shared/failure.ts';
import { type Json, parseJson } from '../../shared/json/json.ts';
import { checkSchema } from '../../shared/schema/check-schema.ts';
import { PathText } from '../components/path-text.tsx';
import { countInWords } from '../text/format.ts';
import { visibleLine } from '../text/visible-text.ts';
import { JsonTree } from './json-tree.tsx';
import styles from './result-view.module.css';

const none: readonly FieldIssue[] = [];

interface StructuredProps {
  value: Json;
  outputSchema: string | null;
  /** The text of the result is the same. */
  isAlsoText?: boolean;
}

export function Structured({ value, outputSchema, isAlsoText = false }: StructuredProps) {
  const text = useMemo(() => written(value), [value]);
  const issues = useMemo(() => {
    const schema = outputSchema ? parseJson(outputSchema) : null;
    return schema?.ok ? checkSchema(schema.value, value) : none;
  }, [outputSchema, value]);
  return (
    <section className={styles.structured} aria-label="Structured content">
      <h4 className={styles.heading}>{isAlsoText ? 'Structured content and text, equal' : 'Structured content'}</h4>
      {!outputSchema ? (
        <p className={styles.none}>
          {outputSchema === null ? 'The tool was not listed in this log' : 'The tool declares no outputSchema'}, so the
          content is not checked.
        </p>
      ) : issues.length === 0 ? (
        <p className={styles.fits}>Fits the tool’s outputSchema.</p>
      ) : (
        <>
          <p className={styles.breaks}>
            {countInWords(issues.length, 'place does', 'places do')} not fit the outputSchema:
          </p>
          <ul className={styles.issues}>
            {issues.map(({ path, message }) => (
              <li key={path + message}>
                <b className="mono">
                  <PathText text={path === '' ? 'the whole' : path.slice(1).replaceAll('/', '.')} />
                </b>{' '}
                {visibleLine(message)}
              </li>
            ))}
          </ul>
        </>
      )}
      <div className={styles.beside}>
        <div>
          <JsonTree text={text} label="Structured content" issues={issues} />
        </div>
        {outputSchema && (
          <div>
            <h5 className={styles.heading}>outputSchema</h5>
            <JsonTree text={outputSchema} label="Output schema" />
          </div>
        )}
      </div>
    </section>
  );
}

function written(value: Json): string {
  try {
    return JSON.stringify(value, null, 2);
  } catch {
    return '"(too deep to show here; see the raw message)"';
  }
}
