// One rule for all servers: code that recognizes a class on every compared server, shown once it is tested.

import { Copy } from 'lucide-react';
import { useEffect } from 'react';
import type { FailureClass } from '../../../shared/failure.ts';
import { classTitle } from '../../../shared/features/compare/compare-words.ts';
import { type Comparison, type RuleLanguage, ruleLanguages } from '../../../shared/features/compare/compared.ts';
import { Button } from '../../components/button.tsx';
import { VisibleParts } from '../../components/foreign-text.tsx';
import { useModel } from '../../model/model.ts';
import { copyText } from '../../model/notices.ts';
import { count } from '../../text/format.ts';
import { visibleLine } from '../../text/visible-text.ts';
import styles from './cards.module.css';
import { compareOf, loadRule, shownClass, useCompare } from './compare-state.ts';

const languageNames: Record<RuleLanguage, string> = { typescript: 'TypeScript', python: 'Python' };

/** While a probe runs each step would request another rule, so it waits for the end. */
export function RuleCard({ comparison, running }: { comparison: Comparison; running: boolean }) {
  const model = useModel();
  const picked = useCompare((state) => state.ruleClass);
  const meaning = shownClass(comparison, picked);
  const language = useCompare((state) => state.ruleLanguage);
  const rule = useCompare((state) => state.rule);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another comparison needs another rule.
  useEffect(() => {
    if (meaning !== null && !running) void loadRule(model, meaning, language);
  }, [model, meaning, language, comparison, running]);
  return (
    <section className={styles.card} aria-labelledby="rule-title">
      <header className={styles.head}>
        <h3 id="rule-title">One rule that covers them all</h3>
        <select
          aria-label="Which failure the rule recognises"
          className={styles.pick}
          value={meaning ?? ''}
          onChange={(event) => compareOf(model).setState({ ruleClass: event.target.value as FailureClass, rule: null })}
        >
          {comparison.classes.map((it) => (
            <option key={it.class} value={it.class}>
              {classTitle(it.class)} · {count(it.servers, 'server')}
            </option>
          ))}
        </select>
        <select
          aria-label="Language"
          className={styles.pick}
          value={language}
          onChange={(event) =>
            compareOf(model).setState({ ruleLanguage: event.target.value as RuleLanguage, rule: null })
          }
        >
          {ruleLanguages.map((it) => (
            <option key={it} value={it}>
              {languageNames[it]}
            </option>
          ))}
        </select>
      </header>
      {meaning === null && <p className={styles.quiet}>There is no failure to write a rule for yet.</p>}
      {meaning !== null && rule === null && (
        <p className={styles.quiet}>
          {running ? 'It is written when the run is over.' : 'Writing it and trying it on the recorded failures…'}
        </p>
      )}
      {rule?.problem && <p>{rule.problem}</p>}
      {rule?.code && (
        <>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: code that scrolls must be reachable by keys. */}
          <pre className={`mono ${styles.code}`} tabIndex={0}>
            <VisibleParts text={rule.code} />
          </pre>
          {rule.wrong.length > 0 && (
            <ul className={styles.quiet} aria-label="What the rule gets wrong">
              {rule.wrong.map((words) => (
                <li key={words}>{visibleLine(words)}</li>
              ))}
            </ul>
          )}
          <footer className={styles.foot}>
            <span>
              Tried on {count(rule.checked, 'answer')},{' '}
              {rule.wrong.length === 0 ? 'right about all' : `wrong about ${rule.wrong.length}`}: {rule.matched} of them
              are this.
            </span>
            <Button look="quiet" onClick={() => copyText(model, rule.code, 'The rule')}>
              <Copy size={14} aria-hidden="true" /> Copy
            </Button>
          </footer>
        </>
      )}
    </section>
  );
}
