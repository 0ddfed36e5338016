// What is sent to one server, and what is left out with the reason; and the tools that are not called.

import { useState } from 'react';
import type { PlannedProvocation, ServerPlan } from '../../../shared/features/compare/probing.ts';
import { Button } from '../../components/button.tsx';
import { ForeignName } from '../../components/foreign-text.tsx';
import { maskLine } from '../../model/masks.ts';
import { useModel } from '../../model/model.ts';
import { countInWords } from '../../text/format.ts';
import { shownName, visibleLine } from '../../text/visible-text.ts';
import { cut } from '../../text/wording.ts';
import styles from './probe-panel.module.css';
import { allowTool, useProbe } from './probe-state.ts';

const first = 5;

export function DryList({ plan }: { plan: ServerPlan }) {
  const [open, setOpen] = useState(false);
  const sent = plan.provocations.filter(({ leftOut }) => leftOut === '');
  const left = plan.provocations.filter(({ leftOut }) => leftOut !== '');
  const isLeftOut = plan.problem !== '';
  return (
    <section
      className={styles.section}
      aria-label={`${isLeftOut ? 'Left out' : 'What is sent'}: ${shownName(plan.name)}`}
    >
      <h3>
        <ForeignName text={plan.name} /> <span>{isLeftOut ? 'left out' : countInWords(sent.length, 'message')}</span>
      </h3>
      {isLeftOut && <p className={styles.bad}>{visibleLine(plan.problem)}</p>}
      <ul className={styles.list}>
        {(open ? sent : sent.slice(0, first)).map((planned) => (
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
      {sent.length + left.length > first && (
        <Button look="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Show fewer' : `Show all ${sent.length + left.length}`}
        </Button>
      )}
    </section>
  );
}

function Item({ planned: { name, sends, method, way, safe, expects } }: { planned: PlannedProvocation }) {
  const model = useModel();
  const text = maskLine(model, way === 'call' ? `${method} ${sends}` : sends);
  const why = [safe, expects?.sentence ?? ''].filter(Boolean).join('\n');
  return (
    <li title={visibleLine(maskLine(model, why))}>
      <b>{visibleLine(maskLine(model, name))}</b>
      <code className={`${styles.sent} mono`} title={visibleLine(cut(text, 2000))}>
        {visibleLine(cut(text, 160))}
      </code>
    </li>
  );
}

/** Tools that may change data. A new list includes those that the user ticked. */
export function Spared({ plans, relist }: { plans: readonly ServerPlan[]; relist: () => void }) {
  const model = useModel();
  const tools = useProbe((state) => state.tools);
  const listed = useProbe((state) => state.listedTools);
  const spared = plans.flatMap((plan) => plan.spared.map((one) => ({ ...one, server: plan.server })));
  const included = tools.filter((tool) => !spared.some((one) => one.tool === tool));
  if (spared.length + included.length === 0) return null;
  const isChanged = tools.join() !== listed.join();
  return (
    <details className={styles.section}>
      <summary>
        Not called <span>{countInWords(spared.length, 'tool may change data', 'tools may change data')}</span>
      </summary>
      {spared.map(({ tool, because, server }) => (
        <label key={`${server} ${tool}`} className={styles.tool} title={visibleLine(because)}>
          <input
            type="checkbox"
            checked={tools.includes(tool)}
            onChange={(event) => allowTool(model, tool, event.target.checked)}
          />
          <span className="mono">{visibleLine(tool)}</span>
        </label>
      ))}
      {isChanged && (
        <Button look="quiet" onClick={relist}>
          List again
        </Button>
      )}
    </details>
  );
}
