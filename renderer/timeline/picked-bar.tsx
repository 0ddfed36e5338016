// Below the list while several rows are picked: their number, and actions for all of them.

import { Check, Copy, X } from 'lucide-react';
import { useEffect } from 'react';
import { Button } from '../components/button.tsx';
import { connectionOf, serverById } from '../model/connection.ts';
import { type SaidMark, toggleMarks } from '../model/expected.ts';
import { maskLine } from '../model/masks.ts';
import { type Model, useModel } from '../model/model.ts';
import { copyText, say } from '../model/notices.ts';
import { clearPicked, pickedOf, usePicked } from '../model/picked-rows.ts';
import { useTimeline } from '../model/timeline.ts';
import { clockText, countInWords } from '../text/format.ts';
import { rowSentence } from '../text/row-words.ts';
import styles from './picked-bar.module.css';

export function PickedBar() {
  const model = useModel();
  const rows = usePicked((state) => state.rows);
  const view = useTimeline((state) => state.view);
  // Rows of another filter are no longer visible.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per view.
  useEffect(() => clearPicked(model), [model, view]);
  if (rows.size === 0) return null;
  const failed = [...rows.values()].filter(({ group }) => group !== null).length;
  return (
    <div className={styles.bar} role="toolbar" aria-label="Selected rows" data-selection-bar>
      <b>{countInWords(rows.size, 'row')} selected</b>
      <Button onClick={() => void copyPicked(model)}>
        <Copy size={14} aria-hidden="true" /> Copy
      </Button>
      <Button disabled={failed === 0} onClick={() => void markPicked(model, 'expected')}>
        <Check size={14} aria-hidden="true" /> Mark as expected <kbd>x</kbd>
      </Button>
      <Button look="quiet" onClick={() => clearPicked(model)}>
        <X size={14} aria-hidden="true" /> Clear <kbd>Esc</kbd>
      </Button>
    </div>
  );
}

/** One line per row, ordered by time. */
function copyPicked(model: Model): unknown {
  const { servers } = connectionOf(model).getState();
  const lines = [...pickedOf(model).getState().rows.values()]
    .sort((one, other) => one.at - other.at || one.id - other.id)
    .map((row) => `${clockText(row.at)} ${rowSentence(row, serverById(servers, row.server)?.name ?? row.server)}`);
  return copyText(model, lines.map((line) => maskLine(model, line)).join('\n'), countInWords(lines.length, 'row'));
}

/** Each kind of failure once. */
export async function markPicked(model: Model, said: SaidMark): Promise<void> {
  const groups = new Set([...pickedOf(model).getState().rows.values()].flatMap(({ group }) => group ?? []));
  if (groups.size === 0) return say(model, 'None of these rows failed. Only failures can be marked.');
  await toggleMarks(model, [...groups], said);
  clearPicked(model);
}
