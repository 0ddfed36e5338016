// The rule for a client: code that recognizes a failure on every compared server, shown once it is tested.

import { Copy } from 'lucide-react';
import { useEffect } from 'react';
import type { FailureClass } from '../../../shared/failure.ts';
import { ruleLanguages } from '../../../shared/features/compare/compared.ts';
import { Button } from '../../components/button.tsx';
import { VisibleParts } from '../../components/foreign-text.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { useModel } from '../../model/model.ts';
import { copyText } from '../../model/notices.ts';
import { countInWords } from '../../text/format.ts';
import { visibleLine } from '../../text/visible-text.ts';
import { compareOf, loadRule, useCompare } from './compare-state.ts';
import styles from './matrix.module.css';

const languageNames = { typescript: 'TypeScript', python: 'Python' };

/** While a probe runs each step would request another rule, so it waits for the end. */
export function RowRule({ meaning, running }: { meaning: FailureClass | null; running: boolean }) {
  const model = useModel();
  const language = useCompare((state) => state.ruleLanguage);
  const rule = useCompare((state) => state.rule);
  const comparison = useCompare((state) => state.comparison);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another comparison needs another rule.
  useEffect(() => {
    if (meaning === null || running) return;
    compareOf(model).setState({ rule: null });
    void loadRule(model, meaning, language);
  }, [model, meaning, language, comparison, running]);
  if (meaning === null) return null;
  return (
    <section aria-label="Rule for your client" className={styles.ruleCode}>
      <header className={styles.ruleHead}>
        <b>Rule for your client</b>
        <Segmented
          label="Language"
          value={language}
          segments={ruleLanguages.map((value) => ({ value, label: languageNames[value] }))}
          onChange={(value) => compareOf(model).setState({ ruleLanguage: value, rule: null })}
        />
        {rule?.code && (
          <Button onClick={() => copyText(model, rule.code, 'The rule')}>
            <Copy size={14} aria-hidden="true" /> Copy rule
          </Button>
        )}
      </header>
      {rule === null && (
        <p>{running ? 'It is written when the run is over.' : 'Testing it on the recorded failures…'}</p>
      )}
      {rule?.problem && <p>{rule.problem}</p>}
      {rule?.code && (
        <>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: code that scrolls must be reachable by keys. */}
          <pre className="mono" tabIndex={0}>
            <VisibleParts text={rule.code} />
          </pre>
          {rule.wrong.length > 0 && <p>Wrong for: {rule.wrong.map(visibleLine).join('; ')}</p>}
          <p>
            Tested on {countInWords(rule.checked, 'answer')}: {rule.matched} match
            {rule.wrong.length === 0 ? ', none wrongly' : `, ${rule.wrong.length} wrongly`}.
          </p>
        </>
      )}
    </section>
  );
}
