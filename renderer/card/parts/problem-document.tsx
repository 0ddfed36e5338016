// The RFC 9457 document: its standard fields in the RFC's order, then the extensions.

import type { Problem } from '../../../shared/failure.ts';
import type { Json } from '../../../shared/json/json.ts';
import styles from '../../components/facts.module.css';
import { PathText } from '../../components/path-text.tsx';
import { ValueMenu } from '../../components/value-menu.tsx';
import { visibleLine } from '../../text/visible-text.ts';
import { shortValue } from '../../text/wording.ts';

const members = ['type', 'title', 'status', 'detail', 'instance'] as const;

export function ProblemDocument({ problem }: { problem: Problem }) {
  return (
    <dl className={styles.facts}>
      {members
        .filter((name) => problem[name] !== undefined)
        .map((name) => (
          <Fact key={name} name={name} value={problem[name] ?? null} />
        ))}
      {Object.entries(problem.extensions ?? {}).map(([name, value]) => (
        <Fact key={name} name={name} value={value} />
      ))}
    </dl>
  );
}

function Fact({ name, value }: { name: string; value: Json }) {
  const term = name === 'status' ? `http:${Number(value)}` : undefined;
  return (
    <>
      <dt className="mono">{visibleLine(name)}</dt>
      <dd data-value="">
        <PathText text={typeof value === 'object' ? shortValue(value, 400) : String(value)} />{' '}
        <ValueMenu name={name} path={name} value={JSON.stringify(value)} term={term} />
      </dd>
    </>
  );
}
