// After a fix of a server's start: variables and corrected words of its command apply to this run only, until they are saved with the
// server or in its client's settings.

import { useEffect, useRef, useState } from 'react';
import { placeName } from '../../../shared/correct/correction.ts';
import type { FixView } from '../../../shared/features/fix/fix-view.ts';
import { type LaunchChanges, launchChanges } from '../../../shared/features/fix/launch-changes.ts';
import { VariablePlan } from '../../card/fix/fix-variables.tsx';
import {
  beginRepair,
  chooseKeeping,
  lookForVariables,
  repairOf,
  typedValues,
  undoSaved,
  useRepair,
} from '../../card/fix/repair-server.ts';
import { Button } from '../../components/button.tsx';
import { connectionOf, serverById } from '../../model/connection.ts';
import { maskLine } from '../../model/masks.ts';
import { type Model, useModel } from '../../model/model.ts';
import { say } from '../../model/notices.ts';
import { visibleLine } from '../../text/visible-text.ts';
import styles from './fix.module.css';

export function SaveSettings({ view }: { view: FixView }) {
  const model = useModel();
  const client = useRepair((state) => state.known?.client ?? null);
  const plan = useRepair((state) => state.plan);
  const [isSaved, setSaved] = useState(false);
  const changed = launchChanges(view);
  const names = [...changed.variables, ...Object.keys(changed.words).map(placeName)];
  const hasChanged = names.length > 0;
  useEffect(() => {
    if (!hasChanged) return;
    beginRepair(model, view.source);
    void lookForVariables(model, view.to, []);
  }, [model, view.source, view.to, hasChanged]);
  const box = useRef<HTMLDivElement>(null);
  // Without a call to copy, saving comes next.
  const isNext = hasChanged && view.params === '';
  useEffect(() => {
    if (isNext) box.current?.querySelector('button')?.focus();
  }, [isNext]);
  if (!hasChanged) return null;
  const save = async (run: () => Promise<boolean>) => setSaved((await run()) || isSaved);
  return (
    <div ref={box} className={styles.left}>
      <p>{visibleLine(maskLine(model, `${names.join(', ')}: ${isSaved ? 'saved.' : 'for this run only.'}`))}</p>
      <VariablePlan />
      {!isSaved && (
        <div className={styles.keep}>
          <Button
            look={isNext ? 'primary' : 'plain'}
            onClick={() => void save(() => saveWithServer(model, view, changed))}
          >
            Save for this server
          </Button>
          {client !== null && client.why === '' && (
            <Button onClick={() => void save(() => saveToClient(model, view, changed))}>
              Save to {visibleLine(client.client)}
              {plan === null ? '…' : ''}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

async function saveWithServer(model: Model, { to }: FixView, { variables, words }: LaunchChanges): Promise<boolean> {
  const values = typedValues(model, variables);
  const kept = await model.platform.call('setVariables', { server: to, values, words, keep: 'server' });
  if (!kept.ok) say(model, kept.error.message, 'bad');
  return kept.ok;
}

/** First shows the change, then applies it. */
async function saveToClient(model: Model, { to }: FixView, { variables, words }: LaunchChanges): Promise<boolean> {
  if (repairOf(model).getState().plan === null) {
    const plan = await model.platform.call('planClientVariables', { server: to, names: [...variables], words });
    if (plan.ok) repairOf(model).setState({ plan: plan.value });
    else say(model, plan.error.message, 'bad');
    return false;
  }
  const values = typedValues(model, variables);
  const saved = await model.platform.call('saveClientVariables', { server: to, values, words });
  chooseKeeping(model, repairOf(model).getState().keep);
  if (!saved.ok) {
    say(model, saved.error.message, 'bad');
    return false;
  }
  const { client, whenRead } = saved.value;
  const server = serverById(connectionOf(model).getState().servers, to);
  const undo = server && { label: 'Undo', run: () => void undoSaved(model, server, []) };
  say(model, `Saved to ${client}. ${whenRead}`, 'plain', undo);
  return true;
}
