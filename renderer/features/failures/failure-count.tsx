// The number of failed calls and the worst severity, by shape, color and word. Expected ones do not count.

import { Info, OctagonAlert, TriangleAlert, XCircle } from 'lucide-react';
import { useConnection } from '../../model/connection.ts';
import { countedWords } from '../../text/counted-words.ts';
import { groupDigits } from '../../text/format.ts';
import styles from './failure-count.module.css';

export const severityIcons = {
  critical: OctagonAlert,
  error: XCircle,
  warning: TriangleAlert,
  note: Info,
  info: Info,
} as const;

export function FailureCount() {
  const failedCalls = useConnection((state) => state.counters.failedCalls);
  const causes = useConnection((state) => state.counters.causes);
  const expected = useConnection((state) => state.counters.expected);
  const worst = useConnection((state) => state.counters.worst) ?? 'error';
  if (failedCalls <= 0) return null;
  const Icon = severityIcons[worst];
  return (
    <span
      className={`${styles.count} ${styles[worst]}`}
      title={`${countedWords({ failedCalls, causes, expected })}, the worst: ${worst}`}
    >
      <Icon size={12} aria-hidden="true" />
      <b>{groupDigits(failedCalls)}</b>
      <span className="visually-hidden">, the worst: {worst}</span>
    </span>
  );
}
