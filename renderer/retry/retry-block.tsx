// The retry advice as a drawing: dots are attempts, hatched stretches are waits, a band is jitter. Every value names its source. After a
// retry it shows the server's hint above the client's wait.

import type { Failure } from '../../shared/failure.ts';
import { planHint } from '../../shared/retry/retry-plan.ts';
import { verdictSentence, verdictWords } from '../../shared/retry/verdict-words.ts';
import type { RowDetail } from '../../shared/timeline.ts';
import { PathText } from '../components/path-text.tsx';
import facts from '../components/section.module.css';
import { ValueMenu } from '../components/value-menu.tsx';
import { type RetryFact, retryFacts } from '../text/retry-facts.ts';
import { Findings } from './findings.tsx';
import { laneOf } from './lane.ts';
import { Lane } from './lane.tsx';
import { chainAttempts, laneSentence, waitSource } from './lane-attempts.ts';
import { PlanLane } from './plan-view.tsx';
import styles from './retry-block.module.css';

export function RetryBlock({ detail, failure }: { detail: RowDetail; failure: Failure }) {
  const { retry } = failure;
  const plan = planHint(retry);
  const sentence = verdictSentence(retry, failure);
  const tried = detail.attempts.length > 1;
  return (
    <>
      {tried && <RetryLane detail={detail} />}
      {!tried && plan && <PlanLane plan={plan} />}
      {!tried && <Findings findings={detail.judgements} />}
      <p>{sentence}</p>
      <dl className={facts.facts} style={{ marginTop: 8 }}>
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
        {retryFacts(retry).map((fact) => (
          <FactLine key={fact.name} fact={fact} />
        ))}
      </dl>
    </>
  );
}

/** Also for the successful attempt: the chain is the same. */
export function RetryLane({ detail }: { detail: RowDetail }) {
  const attempts = chainAttempts(detail.attempts);
  return (
    <div className={styles.lane}>
      <Lane
        lane={laneOf(attempts, detail.judgements)}
        label={laneSentence(attempts, detail.judgements)}
        sources={waitSource(detail.row.id, detail.failure)}
      />
      <Findings findings={detail.judgements} />
    </div>
  );
}

function FactLine({ fact: { name, value, source, figure, term } }: { fact: RetryFact }) {
  const path = pathOf(source);
  return (
    <>
      <dt>{name}</dt>
      <dd data-value="">
        {value}
        {source && (
          <span className={`${facts.source} mono`}>
            <PathText text={sourceWords(source)} />
          </span>
        )}{' '}
        <ValueMenu name={name} value={figure} {...path} term={term ?? (path.path === undefined ? null : undefined)} />
      </dd>
    </>
  );
}

/** A default value is in no message. */
function pathOf(source: string): { path?: string } {
  return source === '' || source === 'default' ? {} : { path: source };
}

function sourceWords(source: string): string {
  return source === 'default' ? 'not from the server: Misfire’s default' : source;
}
