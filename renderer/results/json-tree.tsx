// Inline JSON as a folding tree; lines that break a schema are marked. Long bodies have a separate window.

import { useMemo, useState } from 'react';
import type { FieldIssue } from '../../shared/failure.ts';
import { maskText, useMasks } from '../model/masks.ts';
import { useModel } from '../model/model.ts';
import { lineOfPointer } from './json-path.ts';
import styles from './json-tree.module.css';
import { indexText, visibleLines } from './line-index.ts';
import { TreeLines } from './tree-lines.tsx';

const lineHeight = 20;
const tallest = 320;
/** Space for a horizontal scroll bar. */
const below = 14;

const noIssues: readonly FieldIssue[] = [];

interface JsonTreeProps {
  /** The raw text; masked here. */
  text: string;
  label: string;
  issues?: readonly FieldIssue[];
}

export function JsonTree({ text, label, issues = noIssues }: JsonTreeProps) {
  const model = useModel();
  const masks = useMasks((state) => state.version);
  // biome-ignore lint/correctness/useExhaustiveDependencies: masking changes with `masks`.
  const index = useMemo(() => whole(indexText(maskText(model, text))), [model, text, masks]);
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set());
  const [current, setCurrent] = useState(0);
  const shown = useMemo(() => visibleLines(index, folded), [index, folded]);
  const wrong = useMemo(() => {
    const lines = new Map<number, string>();
    for (const { path, message } of issues) {
      const line = lineOfPointer(index, path);
      if (line !== null) lines.set(line.line, line.exact ? message : `${line.rest}: ${message}`);
    }
    return lines;
  }, [index, issues]);
  const fold = (line: number, isFolded: boolean) => {
    setFolded((before) => {
      const next = new Set(before);
      if (isFolded) next.add(line);
      else next.delete(line);
      return next;
    });
    setCurrent(line);
  };
  const count = shown ? shown.length : index.count;
  return (
    <div className={styles.tree}>
      <TreeLines
        index={index}
        shown={shown}
        folded={folded}
        current={Math.min(current, index.count - 1)}
        find=""
        label={label}
        height={Math.min(tallest, count * lineHeight + below)}
        wrong={wrong}
        onCurrent={setCurrent}
        onFold={fold}
      />
    </div>
  );
}

function whole<T>(work: Generator<void, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
