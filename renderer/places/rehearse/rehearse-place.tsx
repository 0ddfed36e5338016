// The place Rehearse: plans at the left, the chosen one in the middle, the run at the right. Other views edit a plan and show the
// report cards.

import { useEffect } from 'react';
import { readyPlans } from '../../../shared/rehearse/ready-plans.ts';
import { readPlan } from '../../../shared/rehearse/rehearsal-plan.ts';
import { useModel } from '../../model/model.ts';
import { loadPlans, loadReportCards, useRehearsal } from '../../model/rehearsal.ts';
import { CardsView } from './cards-view.tsx';
import { InvalidPlan } from './invalid-plan.tsx';
import { PlanEditor } from './plan-editor.tsx';
import { PlanList } from './plan-list.tsx';
import { PlanView } from './plan-view.tsx';
import styles from './rehearse-place.module.css';
import { ownId, useRehearse } from './rehearse-state.ts';

export function RehearsePlace() {
  const model = useModel();
  const injected = useRehearsal((state) => state.running?.injected);
  useEffect(() => void loadPlans(model), [model]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again with each injected call, and at the end.
  useEffect(() => void loadReportCards(model), [model, injected]);
  return (
    <>
      <PlanList />
      <main className={styles.main} id="rehearse">
        <Shown />
      </main>
    </>
  );
}

function Shown() {
  const { view, plan: chosen, draft } = useRehearse();
  const own = useRehearsal((state) => state.own).find(({ file }) => ownId(file) === chosen);
  if (view === 'cards') return <CardsView />;
  if (view === 'edit' && draft) return <PlanEditor draft={draft} tools={[]} />;
  if (own) {
    const read = readPlan(own.text, own.file);
    return read.ok ? <PlanView plan={read.plan} own={own} /> : <InvalidPlan own={own} problem={read.problem} />;
  }
  const plan = readyPlans.find(({ name }) => name === chosen) ?? readyPlans[0];
  return plan && <PlanView plan={plan} own={null} />;
}
