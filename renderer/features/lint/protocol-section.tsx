// The section *Protocol* of a server's card: the rules that the server and its clients broke in this recording. They are no failures.

import { useEffect, useState } from 'react';
import type { RuleBreak } from '../../../shared/features/lint/check-recording.ts';
import type { RowDetail } from '../../../shared/timeline.ts';
import { Fold, Part } from '../../card/parts/fold.tsx';
import { Button } from '../../components/button.tsx';
import { ForeignText } from '../../components/foreign-text.tsx';
import { useModel } from '../../model/model.ts';
import { showCall } from '../../model/selection.ts';
import { countInWords } from '../../text/format.ts';
import { shownName } from '../../text/visible-text.ts';
import styles from './protocol.module.css';
import { isServerCard } from './server-card.ts';

export function ProtocolSection({ detail }: { detail: RowDetail }) {
  if (!isServerCard(detail)) return null;
  return (
    <Fold id="protocol" title="Protocol" summary="this recording against the specification">
      <BrokenRules key={detail.row.server} server={detail.row.server} />
    </Fold>
  );
}

function BrokenRules({ server }: { server: string }) {
  const { platform } = useModel();
  const [found, setFound] = useState<{ broken: RuleBreak[]; messages: number } | null>(null);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    let left = false;
    void platform.call('brokenRules', { server }).then((answer) => {
      if (left) return;
      if (answer.ok) setFound(answer.value);
      else setProblem(answer.error.message);
    });
    return () => {
      left = true;
    };
  }, [platform, server]);
  if (problem) return <p role="alert">{problem}</p>;
  if (found === null) return <p className={styles.quiet}>Checking…</p>;
  const parties = partiesOf(found.broken);
  if (parties.length === 0) return <p>No rule is broken in {countInWords(found.messages, 'message')}.</p>;
  return parties.map(({ title, broken }) => (
    <Part key={title} title={title}>
      <ul className={styles.rules}>
        {broken.map((one) => (
          <RuleLine key={one.rule} broken={one} />
        ))}
      </ul>
    </Part>
  ));
}

/** The server first, then each client. */
function partiesOf(broken: readonly RuleBreak[]): { title: string; broken: RuleBreak[] }[] {
  const parties = new Map<string, RuleBreak[]>();
  for (const one of [...broken].sort((a, b) => Number(a.side === 'client') - Number(b.side === 'client'))) {
    const title = one.side === 'server' ? 'Server' : one.client === null ? 'Client' : shownName(one.client);
    parties.set(title, [...(parties.get(title) ?? []), one]);
  }
  return [...parties].map(([title, own]) => ({ title, broken: own }));
}

const mostRows = 3;

function RuleLine({ broken }: { broken: RuleBreak }) {
  const model = useModel();
  const { how, side, isAdvice, clause, address, fix, rows, count: times } = broken;
  const shown = [...new Set(rows.map(({ row }) => row))].slice(0, mostRows);
  return (
    <li>
      <p>
        The {side} <ForeignText text={how} />
        {times > 1 && `, ${times} times`}.{' '}
        {shown.map((row) => (
          <Button key={row} look="quiet" onClick={() => void showCall(model, row)}>
            #{row}
          </Button>
        ))}
      </p>
      <p>{fix}</p>
      <p className={styles.quiet}>
        {isAdvice ? 'SHOULD' : 'MUST'}: {clause} <span className="mono">{address}</span>
      </p>
    </li>
  );
}
