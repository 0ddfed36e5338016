// The section *Definitions* of a server's card: how its tools, prompts and resources changed since an earlier recording. There is none if
// nothing changed, or nothing earlier is known.

import { useEffect, useState } from 'react';
import type { DefinitionHistory, ShownChange } from '../../../shared/features/lint/definition-history.ts';
import type { RowDetail } from '../../../shared/timeline.ts';
import { Fold } from '../../card/parts/fold.tsx';
import { ForeignText } from '../../components/foreign-text.tsx';
import { Pill } from '../../components/pill.tsx';
import { maskLine } from '../../model/masks.ts';
import { useModel } from '../../model/model.ts';
import { clock } from '../../text/format.ts';
import { visibleLine } from '../../text/visible-text.ts';
import styles from './definitions.module.css';
import { isServerCard } from './server-card.ts';

export function DefinitionsSection({ detail }: { detail: RowDetail }) {
  return isServerCard(detail) ? <Definitions key={detail.row.id} server={detail.row.server} /> : null;
}

function Definitions({ server }: { server: string }) {
  const { platform } = useModel();
  const [history, setHistory] = useState<DefinitionHistory | null>(null);
  useEffect(() => {
    let left = false;
    void platform.call('definitionHistory', { server }).then((answer) => {
      if (!left && answer.ok) setHistory(answer.value);
    });
    return () => {
      left = true;
    };
  }, [platform, server]);
  if (history === null || history.count === 0) return null;
  const { since, recording, count, changes } = history;
  const { day, time } = clock(since);
  const hour = time.slice(0, 5);
  const isToday = day === clock(Date.now()).day;
  return (
    <Fold
      id="definitions"
      title="Definitions"
      count={count}
      summary={`changed since ${isToday ? hour : day}`}
      tone="warn"
    >
      <p>
        Compared with {recording === null ? 'the first ones here' : `the recording ${visibleLine(recording)}`}, read{' '}
        {isToday ? '' : `${day} `}at {hour}.
      </p>
      {changes.some(({ mayInject }) => mayInject) && (
        <p>Models follow descriptions. Check that a new text gives no orders of its own.</p>
      )}
      <ul className={styles.changes}>
        {changes.map((change) => (
          <ChangeLine key={change.words} change={change} />
        ))}
      </ul>
      {changes.length < count && <p className={styles.quiet}>The first {changes.length} are listed.</p>}
    </Fold>
  );
}

function ChangeLine({ change: { words, isBreaking, mayInject, diff } }: { change: ShownChange }) {
  const model = useModel();
  return (
    <li>
      <p>
        {isBreaking && <Pill tone="bad">breaking</Pill>} {mayInject && <Pill tone="warn">possible injection</Pill>}{' '}
        <ForeignText text={maskLine(model, words)} />
      </p>
      {diff.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keys.
        <pre className={styles.diff} tabIndex={0}>
          {diff.map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: equal lines, in a list that never changes.
            <span key={at} className={line.startsWith('+') ? styles.added : line.startsWith('-') ? styles.removed : ''}>
              <ForeignText text={maskLine(model, line)} />
              {'\n'}
            </span>
          ))}
        </pre>
      )}
    </li>
  );
}
