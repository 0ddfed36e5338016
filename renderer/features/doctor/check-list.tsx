// The result of the checks: the failed one and warnings with their evidence, the passed ones folded, and the names of those that did not
// run. The state has a sign and a word, not only a color.

import { CircleAlert, CircleCheck, CircleDashed, CircleX, ClipboardCopy } from 'lucide-react';
import type { DoctorCheck } from '../../../shared/server/connecting.ts';
import { Button } from '../../components/button.tsx';
import { ForeignText } from '../../components/foreign-text.tsx';
import { useModel } from '../../model/model.ts';
import { copyText } from '../../model/notices.ts';
import styles from './checks.module.css';
import { stateWords } from './report-text.ts';

const signs = { ok: CircleCheck, warning: CircleAlert, broken: CircleX, not_reached: CircleDashed };

export function CheckList({ checks }: { checks: readonly DoctorCheck[] }) {
  const passed = checks.filter(({ state }) => state === 'ok');
  const unrun = checks.filter(({ state }) => state === 'not_reached');
  const found = checks.filter((check) => !passed.includes(check) && !unrun.includes(check));
  return (
    <>
      {found.length > 0 && (
        <ol className={styles.checks} aria-label="Checks">
          {found.map((check) => (
            <CheckRow key={check.id} check={check} />
          ))}
        </ol>
      )}
      {passed.length > 0 && (
        <details className={styles.passed}>
          <summary>{passed.length} passed</summary>
          <ol className={styles.checks} aria-label="Passed checks">
            {passed.map((check) => (
              <CheckRow key={check.id} check={check} />
            ))}
          </ol>
        </details>
      )}
      {unrun.length > 0 && (
        <p className={styles.quiet}>
          Not run:{' '}
          {unrun.map(({ id, title, state }, index) => (
            <span key={id} data-check={id} data-state={state}>
              {index > 0 && ', '}
              {title}
            </span>
          ))}
        </p>
      )}
    </>
  );
}

function CheckRow({ check }: { check: DoctorCheck }) {
  const { state, title, words, evidence } = check;
  const Sign = signs[state];
  return (
    <li className={`${styles.check} ${styles[state]}`} data-check={check.id} data-state={state}>
      <Sign size={16} aria-hidden="true" className={styles.sign} />
      <div className={styles.words}>
        <span className={styles.title}>{title}</span>
        <span className="visually-hidden">: {stateWords[state]}. </span>
        {/* The failed check is shown above, in large. */}
        {words && state !== 'broken' && (
          <span className={styles.found}>
            <ForeignText text={words} />
          </span>
        )}
        {evidence.length > 0 &&
          (state === 'broken' || state === 'warning' ? (
            <Proof evidence={evidence} title={title} />
          ) : (
            <Folded evidence={evidence} />
          ))}
      </div>
    </li>
  );
}

function Proof({ evidence, title }: { evidence: readonly string[]; title: string }) {
  const model = useModel();
  const text = evidence.join('\n');
  return (
    <div className={styles.proof}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keys. */}
      <section className={`mono ${styles.evidence}`} tabIndex={0} aria-label={`What was seen: ${title}`}>
        <ForeignText text={text} />
      </section>
      <Button
        look="icon"
        aria-label="Copy what was seen"
        title="Copy what was seen"
        className={styles.copy}
        onClick={() => copyText(model, text, 'What was seen')}
      >
        <ClipboardCopy size={14} aria-hidden="true" />
      </Button>
    </div>
  );
}

function Folded({ evidence }: { evidence: readonly string[] }) {
  return (
    <details className={styles.folded}>
      <summary>What was seen</summary>
      <div className={`mono ${styles.evidence}`}>
        <ForeignText text={evidence.join('\n')} />
      </div>
    </details>
  );
}
