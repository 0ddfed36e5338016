// A value that does not exist, replaced by one that does: the list tool is called after a click, and its values are offered.

import { useEffect, useMemo } from 'react';
import { listToolFor } from '../../../shared/correct/list-tool.ts';
import type { RowDetail } from '../../../shared/timeline.ts';
import { useDetail } from '../../model/detail.ts';
import { noChoices, useChoices } from '../../model/fix-choices.ts';
import { lookUpTools, useKnownTools } from '../../model/known-tools.ts';
import { useModel } from '../../model/model.ts';
import { usePicks } from '../../model/pick-value.ts';
import { requestFix, sentArguments } from '../../model/request-fix.ts';
import { countInWords } from '../../text/format.ts';
import { visibleLine } from '../../text/visible-text.ts';
import { Fixed } from '../parts/fold.tsx';
import { FixField } from './fix-field.tsx';
import styles from './fix-request.module.css';
import { CallDiff, submit } from './fix-request.tsx';

const none: readonly never[] = [];

export function FixPick({ detail, children }: { detail: RowDetail; children: React.ReactNode }) {
  const model = useModel();
  const { row } = detail;
  const raw = useDetail((state) => (state.raw?.row.id === row.id ? state.raw : detail));
  const tools = useKnownTools((state) => state.lists[row.id] ?? none);
  const from = useMemo(() => listToolFor(raw, tools), [raw, tools]);
  const values = usePicks((state) => state.values[row.id] ?? none);
  const asking = usePicks((state) => state.asking === row.id);
  const choices = useChoices((state) => state[row.id] ?? noChoices);
  useEffect(() => void lookUpTools(model, row.id), [model, row.id]);
  if (from === null) return children;
  const one = { path: from.path, wants: '', isSent: true, choices: [...values] };
  const chosen = requestFix(raw, choices);
  return (
    <Fixed id="fix" title="Fix" summary={values.length > 0 ? countInWords(values.length, 'value') : ''}>
      <form className={styles.form} onSubmit={submit}>
        {values.length > 0 && <FixField detail={raw} one={one} schema={null} problem={null} />}
        <CallDiff
          name={row.target ?? 'arguments'}
          args={sentArguments(raw)}
          changes={chosen?.changes ?? none}
          missing={chosen === null ? [one] : none}
          from={`from ${visibleLine(from.tool)}`}
        />
        <p className={styles.note}>{asking ? `Calling ${visibleLine(from.tool)}…` : visibleLine(from.because)}</p>
      </form>
    </Fixed>
  );
}
