// After a fix that needed variables: they apply to this run only, until they are saved with the server or in its client's settings.

import { useState } from 'react';
import type { FixView } from '../../../shared/features/fix/fix-view.ts';
import { VariablePlan } from '../../card/fix/fix-variables.tsx';
import { chooseKeeping, repairOf, typedValues, useRepair } from '../../card/fix/repair-server.ts';
import { Button } from '../../components/button.tsx';
import { type Model, useModel } from '../../model/model.ts';
import { say } from '../../model/notices.ts';
import { visibleLine } from '../../text/visible-text.ts';
import styles from './fix.module.css';

export function SaveVariables({ view }: { view: FixView }) {
  const model = useModel();
  const isOfThis = useRepair((state) => state.incident === view.source);
  const values = useRepair((state) => state.values);
  const picked = useRepair((state) => state.picked);
  const client = useRepair((state) => state.known?.client ?? null);
  const plan = useRepair((state) => state.plan);
  const [isSaved, setSaved] = useState(false);
  const names = [...new Set([...Object.keys(values), ...Object.keys(picked)])].filter(
    (name) => picked[name] !== undefined || values[name] !== '',
  );
  if (!isOfThis || names.length === 0) return null;
  const save = async (run: () => Promise<boolean>) => setSaved((await run()) || isSaved);
  return (
    <div className={styles.left}>
      <p>{visibleLine(`${names.join(', ')}: ${isSaved ? 'saved.' : 'for this run only.'}`)}</p>
      <VariablePlan />
      {!isSaved && (
        <div className={styles.keep}>
          <Button onClick={() => void save(() => saveWithServer(model, view, names))}>Save for this server</Button>
          {client !== null && client.why === '' && (
            <Button onClick={() => void save(() => saveToClient(model, view, names))}>
              Save to {visibleLine(client.client)}
              {plan === null ? '…' : ''}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

async function saveWithServer(model: Model, { to }: FixView, names: readonly string[]): Promise<boolean> {
  const kept = await model.platform.call('setVariables', {
    server: to,
    values: typedValues(model, names),
    keep: 'server',
  });
  if (!kept.ok) say(model, kept.error.message, 'bad');
  return kept.ok;
}

/** First shows the change, then applies it. */
async function saveToClient(model: Model, { to }: FixView, names: readonly string[]): Promise<boolean> {
  if (repairOf(model).getState().plan === null) {
    const plan = await model.platform.call('planClientVariables', { server: to, names: [...names] });
    if (plan.ok) repairOf(model).setState({ plan: plan.value });
    else say(model, plan.error.message, 'bad');
    return false;
  }
  const saved = await model.platform.call('saveClientVariables', { server: to, values: typedValues(model, names) });
  chooseKeeping(model, repairOf(model).getState().keep);
  if (saved.ok) say(model, `Saved ${names.join(', ')} to ${saved.value.client}. ${saved.value.whenRead}`);
  else say(model, saved.error.message, 'bad');
  return saved.ok;
}
