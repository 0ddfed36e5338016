// The parts of the card that work without a host: the corrected call to copy, and what each model receives.

import { useMemo } from 'react';
import { unnamed } from '../../shared/features/paste/pasted.ts';
import { type Json, parseJson } from '../../shared/json/json.ts';
import { readServerAnswer } from '../../shared/seen/read-server-answer.ts';
import type { RowDetail } from '../../shared/timeline.ts';
import type { CardActs } from '../card/parts/section-props.ts';
import { Button } from '../components/button.tsx';
import { ForeignText } from '../components/foreign-text.tsx';
import { useDetail } from '../model/detail.ts';
import { noChoices, useChoices } from '../model/fix-choices.ts';
import { fixedCall } from '../model/fixed-call.ts';
import { maskText } from '../model/masks.ts';
import { useModel } from '../model/model.ts';
import { copyText } from '../model/notices.ts';
import { ModelsView, type WrapModels } from '../results/models-view.tsx';
import { answerEvent } from '../results/read-result.ts';
import styles from './paste.module.css';

function CorrectedCall({ detail }: { detail: RowDetail }) {
  const model = useModel();
  const raw = useDetail((state) => (state.raw?.row.id === detail.row.id ? state.raw : detail));
  const choices = useChoices((state) => state[detail.row.id] ?? noChoices);
  const fixed = useMemo(() => fixedCall(raw, choices), [raw, choices]);
  if (fixed === null || 'problem' in fixed || fixed.changes.length === 0) return null;
  const { params, missing } = fixed;
  const call = maskText(model, params);
  return (
    <div className={styles.call}>
      <div className={styles.callHead}>
        <h4>Corrected call</h4>
        <Button look="quiet" onClick={() => void copyText(model, call, 'Corrected call')}>
          Copy call
        </Button>
      </div>
      <ForeignText className={`${styles.code} mono`} text={call} />
      {missing.length > 0 && <p>Add the values that are still open.</p>}
    </div>
  );
}

function PastedModels({ detail, wrap }: { detail: RowDetail; wrap: WrapModels }) {
  const raw = useDetail((state) => (state.raw?.row.id === detail.row.id ? state.raw : detail));
  const { row } = detail;
  const answer = useMemo(() => answerIn(raw), [raw]);
  if (answer === null || (row.method !== null && row.method !== 'tools/call')) return null;
  const server = row.server === unnamed ? 'server' : row.server;
  return <ModelsView answer={answer} context={{ server, tool: row.target ?? 'tool' }} wrap={wrap} />;
}

function answerIn(detail: RowDetail) {
  const event = answerEvent(detail);
  const message = event && event.length === event.text.length ? parseJson(event.text) : null;
  const read = message?.ok ? readServerAnswer(message.value as Json) : null;
  return read?.ok ? read.answer : null;
}

export const pageActs: CardActs = {
  FixFoot: CorrectedCall,
  FixPick: null,
  FixVariables: null,
  SavedSection: null,
  ModelsSection: PastedModels,
  TranscriptSection: null,
};
