// The place Rehearse: plans at the left, the chosen one in the middle, the run at the right. Other views edit a plan and show the
// report cards.

import { useEffect } from 'react';
import type { PastSession } from '../../../shared/features/rehearse/plan-preview.ts';
import { readyPlans } from '../../../shared/features/rehearse/ready-plans.ts';
import { readPlan } from '../../../shared/features/rehearse/rehearsal-plan.ts';
import { member } from '../../../shared/json/json.ts';
import { useModel } from '../../model/model.ts';
import { CardsView } from './cards-view.tsx';
import { InvalidPlan } from './invalid-plan.tsx';
import { PlanEditor } from './plan-editor.tsx';
import { PlanList } from './plan-list.tsx';
import { PlanView } from './plan-view.tsx';
import { loadPastSessions, loadPlans, loadReportCards, useRehearsal } from './rehearsal.ts';
import styles from './rehearse-place.module.css';
import { ownId, useRehearse } from './rehearse-state.ts';

export function RehearsePlace() {
  const model = useModel();
  const injected = useRehearsal((state) => state.running?.injected);
  useEffect(() => void loadPlans(model), [model]);
  const scope = useRehearse((state) => state.scope);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a rehearsal adds to the session that is previewed.
  useEffect(() => void loadPastSessions(model, scope), [model, scope, injected]);
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
  const session = useRehearsal((state) => state.past.session);
  const own = useRehearsal((state) => state.own).find(({ file }) => ownId(file) === chosen);
  if (view === 'cards') return <CardsView />;
  if (view === 'edit' && draft) return <PlanEditor draft={draft} tools={toolsIn(session)} />;
  if (own) {
    const read = readPlan(own.text, own.file);
    return read.ok ? <PlanView plan={read.plan} own={own} /> : <InvalidPlan own={own} problem={read.problem} />;
  }
  const plan = readyPlans.find(({ name }) => name === chosen) ?? readyPlans[0];
  return plan && <PlanView plan={plan} own={null} />;
}

/** Listed or called in the session that is previewed. */
function toolsIn(session: PastSession | null): string[] {
  const names = (session?.events ?? []).flatMap((event) => {
    if ('call' in event) return [event.call];
    const tools = 'listed' in event ? member(event.listed, 'tools') : undefined;
    return Array.isArray(tools) ? tools.map((tool) => String(member(tool, 'name'))) : [];
  });
  return [...new Set(names)].sort();
}
