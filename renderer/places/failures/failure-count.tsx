// The number of failures and the worst severity, by shape, color and word. Expected ones do not count.

import { Info, OctagonAlert, TriangleAlert, XCircle } from 'lucide-react';
import { useConnection } from '../../model/connection.ts';
import { count, groupDigits } from '../../text/format.ts';
import styles from './failure-count.module.css';

export const severityIcons = {
  critical: OctagonAlert,
  error: XCircle,
  warning: TriangleAlert,
  note: Info,
  info: Info,
} as const;

export function FailureCount() {
  const failures = useConnection((state) => state.counters.incidents - state.counters.expected);
  const expected = useConnection((state) => state.counters.expected);
  const worst = useConnection((state) => state.counters.worst) ?? 'error';
  if (failures <= 0) return null;
  const Icon = severityIcons[worst];
  const more = expected > 0 ? `, and ${groupDigits(expected)} expected` : '';
  return (
    <span
      className={`${styles.count} ${styles[worst]}`}
      title={`${count(failures, 'failure')}, the worst: ${worst}${more}`}
    >
      <Icon size={12} aria-hidden="true" />
      <b>{groupDigits(failures)}</b>
      <span className="visually-hidden">, the worst: {worst}</span>
    </span>
  );
}
