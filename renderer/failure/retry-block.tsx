// The retry advice drawn: dots are attempts, hatched stretches are waits, a band is jitter. Every figure says where it came from.
// Once the call was tried again, what was told and what was done stand above each other instead.

import type { Failure } from '../../shared/failure.ts';
import { verdictWords } from '../../shared/retry/verdict-words.ts';
import type { RowDetail } from '../../shared/timeline.ts';
import { PathText } from '../components/path-text.tsx';
import { ValueMenu } from '../components/value-menu.tsx';
import { Findings } from '../replay/findings.tsx';
import { laneOf } from '../replay/lane.ts';
import { Lane } from '../replay/lane.tsx';
import { chainAttempts, laneSentence, toldSource } from '../replay/told-and-did.ts';
import explained from './explained.module.css';
import styles from './retry-block.module.css';
import { type PlanFact, retryPlan } from './retry-plan.ts';
import { Section } from './section.tsx';

export function RetryBlock({ detail, failure }: { detail: RowDetail; failure: Failure }) {
  const { retry } = failure;
  const plan = retryPlan(failure);
  const tried = detail.attempts.length > 1;
  return (
    <Section title={tried ? 'Told and did' : 'Retry plan'}>
      {tried && <ToldAndDid detail={detail} />}
      {!tried && plan.dots.length > 0 && (
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
      {!tried && <Findings findings={detail.judgements} />}
      <p>{plan.sentence}</p>
      <dl className={explained.facts} style={{ marginTop: 8 }}>
        <dt>Verdict from</dt>
        <dd className="mono" data-value="">
          <PathText text={sourceWords(retry.source)} />{' '}
          <ValueMenu
            name="the verdict"
            value={verdictWords(retry, failure.class)}
            {...pathOf(retry.source)}
            term={`retry:${retry.verdict}`}
          />
        </dd>
        {plan.facts.map((fact) => (
          <PlanLine key={fact.name} fact={fact} />
        ))}
      </dl>
    </Section>
  );
}

/** For the attempt that passed as well: the chain is the same. */
export function ToldAndDid({ detail }: { detail: RowDetail }) {
  const attempts = chainAttempts(detail.attempts);
  return (
    <div className={styles.told}>
      <Lane
        lane={laneOf(attempts, detail.judgements)}
        label={laneSentence(attempts, detail.judgements)}
        sources={toldSource(detail.row.id, detail.failure)}
      />
      <Findings findings={detail.judgements} />
    </div>
  );
}

function PlanLine({ fact: { name, value, source, figure, term } }: { fact: PlanFact }) {
  const path = pathOf(source);
  return (
    <>
      <dt>{name}</dt>
      <dd data-value="">
        {value}
        {source && (
          <span className={`${explained.source} mono`}>
            <PathText text={sourceWords(source)} />
          </span>
        )}{' '}
        <ValueMenu name={name} value={figure} {...path} term={term ?? (path.path === undefined ? null : undefined)} />
      </dd>
    </>
  );
}

/** A figure that nobody sent stands in no message. */
function pathOf(source: string): { path?: string } {
  return source === '' || source === 'default' ? {} : { path: source };
}

function sourceWords(source: string): string {
  return source === 'default' ? 'default, none sent' : source;
}
