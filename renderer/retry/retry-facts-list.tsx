// The retry advice: a sentence, and the values with their sources.

import type { Failure } from '../../shared/failure.ts';
import { verdictSentence, verdictWords } from '../../shared/retry/verdict-words.ts';
import facts from '../components/facts.module.css';
import { PathText } from '../components/path-text.tsx';
import { ValueMenu } from '../components/value-menu.tsx';
import { type RetryFact, retryFacts } from '../text/retry-facts.ts';

export function RetryFacts({ failure }: { failure: Failure }) {
  const { retry } = failure;
  const sentence = verdictSentence(retry, failure);
  return (
    <>
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
