// What Misfire itself found out about a call, apart from what the server says.

import { ScanSearch } from 'lucide-react';
import type { Check } from '../../../shared/failure.ts';
import { visibleLine } from '../../text/visible-text.ts';
import { checkName } from '../../text/wording.ts';
import styles from './check-line.module.css';

export function CheckLine({ check }: { check: Check }) {
  return (
    <p className={styles.check} title={visibleLine(check.words)}>
      <ScanSearch size={13} aria-hidden="true" />
      <b>{checkName(check)}:</b> <span className={styles.words}>{visibleLine(check.words)}</span>
    </p>
  );
}
