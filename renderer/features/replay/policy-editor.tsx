// A custom retry policy: three kinds, five values, and a preview.

import { useEffect, useId, useState } from 'react';
import type { RetryPlan, RetryPolicy } from '../../../shared/retry/planned.ts';
import field from '../../components/field.module.css';
import { Segmented } from '../../components/segmented.tsx';
import { useModel } from '../../model/model.ts';
import { RetryPlanView } from '../../retry/plan-view.tsx';
import styles from './options.module.css';

/** A short pause, so that typing 1500 does not simulate 1, 15 and 150. */
const rest = 150;

export function PolicyEditor({ policy, onChange }: { policy: RetryPolicy; onChange: (policy: RetryPolicy) => void }) {
  const { plan, problem } = useSimulation(policy);
  const set = (change: Partial<RetryPolicy>) => onChange({ ...policy, ...change });
  return (
    <fieldset className={`${styles.box} ${styles.policy}`} aria-label="My policy" style={{ margin: 0 }}>
      <div>
        <Segmented
          label="How waits grow"
          value={policy.kind}
          onChange={(kind) => set({ kind })}
          segments={[
            { value: 'fixed', label: 'Fixed', title: 'Every wait is alike' },
            { value: 'exponential', label: 'Exponential', title: 'Each wait is twice the one before' },
            { value: 'full_jitter', label: 'Full jitter', title: 'Anything from 0 to a wait that doubles' },
          ]}
        />
      </div>
      <div className={styles.figures}>
        <Figure
          label="First wait, s"
          value={policy.baseMs / 1_000}
          onChange={(value) => set({ baseMs: value * 1_000 })}
        />
        <Figure
          label="Longest wait, s"
          value={policy.capMs / 1_000}
          onChange={(value) => set({ capMs: value * 1_000 })}
        />
        <Figure label="Attempts" whole value={policy.attempts} onChange={(attempts) => set({ attempts })} />
        <Figure
          label="Jitter, %"
          disabled={policy.kind === 'full_jitter'}
          value={Math.round(policy.jitter * 100)}
          onChange={(value) => set({ jitter: value / 100 })}
        />
        <Figure
          label="Deadline, s"
          value={policy.deadlineMs === null ? null : policy.deadlineMs / 1_000}
          empty="none"
          onChange={(value) => set({ deadlineMs: value * 1_000 })}
          onEmpty={() => set({ deadlineMs: null })}
        />
      </div>
      {plan && !problem && <RetryPlanView plan={plan} />}
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  );
}

interface FigureProps {
  label: string;
  value: number | null;
  whole?: boolean;
  disabled?: boolean;
  empty?: string;
  onChange: (value: number) => void;
  onEmpty?: () => void;
}

function Figure({ label, value, whole = false, disabled = false, empty, onChange, onEmpty }: FigureProps) {
  const id = useId();
  const [text, setText] = useState(value === null ? '' : String(value));
  return (
    <label className={styles.figure} htmlFor={id}>
      {label}
      <input
        id={id}
        className={field.input}
        inputMode="decimal"
        autoComplete="off"
        disabled={disabled}
        placeholder={empty}
        value={text}
        onChange={(event) => {
          const next = event.target.value;
          setText(next);
          const read = Number(next.replace(',', '.'));
          if (next.trim() === '') onEmpty?.();
          else if (Number.isFinite(read)) onChange(whole ? Math.round(read) : read);
        }}
      />
    </label>
  );
}

function useSimulation(policy: RetryPolicy): { plan: RetryPlan | null; problem: string } {
  const { platform } = useModel();
  const [state, setState] = useState<{ plan: RetryPlan | null; problem: string }>({ plan: null, problem: '' });
  useEffect(() => {
    let wanted = true;
    const timer = setTimeout(async () => {
      const answer = await platform.call('simulatePolicy', { policy });
      if (wanted)
        setState(answer.ok ? { plan: answer.value, problem: '' } : { plan: null, problem: answer.error.message });
    }, rest);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [platform, policy]);
  return state;
}
