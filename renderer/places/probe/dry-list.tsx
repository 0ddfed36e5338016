// The dry run of one server: what would be sent and why it is safe, what is skipped and why, and which tools are excluded.

import { useState } from 'react';
import type { PlannedProvocation, ServerPlan } from '../../../shared/features/compare/probing.ts';
import { Button } from '../../components/button.tsx';
import { ForeignName } from '../../components/foreign-text.tsx';
import { maskLine } from '../../model/masks.ts';
import { useModel } from '../../model/model.ts';
import { count } from '../../text/format.ts';
import { visibleLine, visibleName } from '../../text/visible-text.ts';
import { cut } from '../../text/wording.ts';
import styles from './probe-place.module.css';
import { allowTool, useProbe } from './probe-state.ts';

export function DryList({ plan }: { plan: ServerPlan }) {
  const [open, setOpen] = useState(false);
  const sent = plan.provocations.filter(({ leftOut }) => leftOut === '');
  const left = plan.provocations.filter(({ leftOut }) => leftOut !== '');
  if (plan.problem !== '') {
    return (
      <section className={styles.plan} aria-label={`${visibleName(plan.name)} is left out`}>
        <h3>
          <ForeignName text={plan.name} />
        </h3>
        <p className={styles.bad}>Left out of the run: {visibleLine(plan.problem)}</p>
      </section>
    );
  }
  return (
    <section className={styles.plan} aria-label={`What would be sent to ${visibleName(plan.name)}`}>
      <header className={styles.planHead}>
        <h3>
          <ForeignName text={plan.name} />
        </h3>
        <span>
          {count(sent.length, 'provocation')}, {left.length} left out · revision {plan.revision}
        </span>
        <Button look="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Hide' : 'Show all'}
        </Button>
      </header>
      <ul className={styles.list}>
        {(open ? sent : sent.slice(0, 4)).map((planned) => (
          <Item key={planned.id} planned={planned} />
        ))}
        {open &&
          left.map((planned) => (
            <li key={planned.id} className={styles.left}>
              <b>{visibleLine(planned.name)}</b>
              <span>Left out: {visibleLine(planned.leftOut)}</span>
            </li>
          ))}
      </ul>
      {plan.spared.length > 0 && <Spared plan={plan} />}
    </section>
  );
}

function Item({ planned }: { planned: PlannedProvocation }) {
  const { name, sends, method, way, safe, expects } = planned;
  const model = useModel();
  const text = maskLine(model, way === 'call' ? `${method} ${sends}` : sends);
  return (
    <li>
      <b>{visibleLine(maskLine(model, name))}</b>
      <code className="mono" title={visibleLine(cut(text, 2000))}>
        {visibleLine(cut(text, 160))}
      </code>
      <span>
        {visibleLine(maskLine(model, safe))}
        {expects && <small title={`${expects.revision}, ${expects.section}`}>{expects.sentence}</small>}
      </span>
    </li>
  );
}

function Spared({ plan }: { plan: ServerPlan }) {
  const model = useModel();
  const tools = useProbe((state) => state.tools);
  return (
    <details className={styles.spared}>
      <summary>{count(plan.spared.length, 'tool is', 'tools are')} not called, because a call may change data</summary>
      {plan.spared.map(({ tool, because }) => (
        <label key={tool}>
          <input
            type="checkbox"
            checked={tools.includes(tool)}
            onChange={(event) => allowTool(model, tool, event.target.checked)}
          />
          <span className="mono">{visibleLine(tool)}</span> {visibleLine(because)} Tick it to include it, then list
          again.
        </label>
      ))}
    </details>
  );
}
