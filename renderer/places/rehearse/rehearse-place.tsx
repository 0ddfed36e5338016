// The place Rehearse: plans at the left, the chosen one in the middle, the run at the right. Its second view has the report cards.

import { ClipboardCheck, FlaskConical } from 'lucide-react';
import { useEffect } from 'react';
import { readyPlans } from '../../../shared/rehearse/ready-plans.ts';
import { useModel } from '../../model/model.ts';
import { loadReportCards, useRehearsal } from '../../model/rehearsal.ts';
import { visibleLine } from '../../text/visible-text.ts';
import { CardsView } from './cards-view.tsx';
import { PlanView } from './plan-view.tsx';
import styles from './rehearse-place.module.css';
import { rehearseOf, useRehearse } from './rehearse-state.ts';

export function RehearsePlace() {
  const model = useModel();
  const view = useRehearse((state) => state.view);
  const chosen = useRehearse((state) => state.plan);
  const running = useRehearsal((state) => state.running);
  const cards = useRehearsal((state) => state.cards);
  const plan = readyPlans.find(({ name }) => name === chosen) ?? readyPlans[0];
  const injected = running?.injected;
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again with each injected call, and at the end.
  useEffect(() => void loadReportCards(model), [model, injected]);
  const names = (cards ?? []).map(({ client }) => client?.name ?? 'a client').join(' and ');
  return (
    <>
      <nav className={styles.side} aria-label="Plans">
        <h2>Plans</h2>
        <ul>
          {readyPlans.map(({ name, title }) => (
            <li key={name}>
              <button
                type="button"
                aria-current={view === 'plan' && name === chosen ? 'true' : undefined}
                onClick={() => rehearseOf(model).setState({ plan: name, view: 'plan' })}
              >
                <FlaskConical size={15} aria-hidden="true" />
                <span>
                  {title}
                  {running?.name === name && <small className={styles.on}>on</small>}
                </span>
              </button>
            </li>
          ))}
        </ul>
        <h2>Report cards</h2>
        <button
          type="button"
          data-cards=""
          aria-current={view === 'cards' ? 'true' : undefined}
          onClick={() => {
            rehearseOf(model).setState({ view: 'cards' });
            void loadReportCards(model);
          }}
        >
          <ClipboardCheck size={15} aria-hidden="true" />
          <span>
            This recording
            <small>{names === '' ? 'no client was rehearsed' : visibleLine(names)}</small>
          </span>
        </button>
      </nav>
      <main className={styles.main} id="rehearse">
        {view === 'cards' ? <CardsView /> : plan && <PlanView plan={plan} />}
      </main>
    </>
  );
}
