// The retry advice drawn: dots are attempts, hatched stretches are waits, a band is jitter. Every figure says where it came from.

import type { Retry } from '../../shared/failure.ts';
import { PathText } from '../components/path-text.tsx';
import explained from './explained.module.css';
import styles from './retry-block.module.css';
import { retryPlan } from './retry-plan.ts';
import { Section } from './section.tsx';

export function RetryBlock({ retry }: { retry: Retry }) {
  const plan = retryPlan(retry);
  return (
    <Section title="Retry plan">
      {plan.dots.length > 0 && (
        <div
          className={styles.plan}
          role="img"
          aria-label={`${plan.sentence} ${plan.dots.map((dot) => dot.label).join(', ')}.`}
        >
          <div className={styles.axis} />
          {plan.gaps.map((gap) => (
            <div
              key={gap.from}
              className={styles.gap}
              style={{ left: `${gap.from}%`, width: `${gap.to - gap.from}%` }}
            />
          ))}
          {plan.bands.map((band) => (
            <div
              key={band.from}
              className={styles.band}
              style={{ left: `${band.from}%`, width: `${band.to - band.from}%` }}
            />
          ))}
          {plan.dots.map((dot) => (
            <div key={dot.at} className={`${styles.dot} ${styles[dot.kind]}`} style={{ left: `${dot.at}%` }} />
          ))}
          {plan.dots.map((dot) => (
            <span key={dot.at} className={styles.label} style={{ left: `${dot.at}%` }}>
              {dot.label}
            </span>
          ))}
        </div>
      )}
      <p>{plan.sentence}</p>
      <dl className={explained.facts} style={{ marginTop: 8 }}>
        <dt>Verdict from</dt>
        <dd className="mono">
          <PathText text={sourceWords(retry.source)} />
        </dd>
        {plan.facts.map((fact) => (
          <PlanLine key={fact.name} name={fact.name} value={fact.value} source={fact.source} />
        ))}
      </dl>
    </Section>
  );
}

function PlanLine({ name, value, source }: { name: string; value: string; source: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        {value}
        {source && (
          <span className={`${explained.source} mono`}>
            <PathText text={sourceWords(source)} />
          </span>
        )}
      </dd>
    </>
  );
}

function sourceWords(source: string): string {
  return source === 'default' ? 'default, none sent' : source;
}
