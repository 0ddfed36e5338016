// How much of watched clients' traffic is recorded in the background: size and age, and a message if recording fails.

import { useEffect, useState } from 'react';
import type { SpoolLimits } from '../../../shared/capture/spool.ts';
import { SelectField } from '../../components/field.tsx';
import { useModel } from '../../model/model.ts';
import { say } from '../../model/notices.ts';
import { size } from '../../text/format.ts';
import styles from './watch-dialog.module.css';

const mib = 1024 * 1024;
const sizes = [64 * mib, 256 * mib, 1024 * mib, 4096 * mib];
const hours = [12, 48, 7 * 24, 30 * 24];

export function SpoolLimitsFields() {
  const model = useModel();
  const [limits, setLimits] = useState<(SpoolLimits & { problem: string }) | null>(null);
  useEffect(() => {
    let wanted = true;
    void model.platform.call('spoolLimits', {}).then((answer) => wanted && setLimits(answer.ok ? answer.value : null));
    return () => {
      wanted = false;
    };
  }, [model]);
  if (!limits) return null;
  const keep = async (next: Partial<SpoolLimits>) => {
    const answer = await model.platform.call('spoolLimits', next);
    if (answer.ok) setLimits(answer.value);
    else say(model, answer.error.message, 'bad');
  };
  return (
    <section aria-label="Background recording">
      <header className={styles.client}>
        <h3>Background recording</h3>
        <span>Messages of watched clients are kept until Misfire opens.</span>
      </header>
      {limits.problem && (
        <p className={styles.problem} role="alert">
          {limits.problem}
        </p>
      )}
      <div className={styles.limits}>
        <SelectField
          label="Keep at most"
          hint="of all clients together"
          value={limits.maxBytes}
          onChange={(event) => void keep({ maxBytes: Number(event.target.value) })}
        >
          {withOwn(sizes, limits.maxBytes).map((bytes) => (
            <option key={bytes} value={bytes}>
              {sizeWords(bytes)}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Keep for"
          hint="the oldest go first"
          value={limits.maxAgeHours}
          onChange={(event) => void keep({ maxAgeHours: Number(event.target.value) })}
        >
          {withOwn(hours, limits.maxAgeHours).map((age) => (
            <option key={age} value={age}>
              {age > 48 ? `${Math.round(age / 24)} days` : `${age} hours`}
            </option>
          ))}
        </SelectField>
      </div>
    </section>
  );
}

/** As the limit is counted and documented: 1024 kB per MB. */
function sizeWords(bytes: number): string {
  if (bytes % (1024 * mib) === 0) return `${bytes / 1024 / mib} GB`;
  return bytes % mib === 0 ? `${bytes / mib} MB` : size(bytes);
}

/** A value set in the file becomes one of the choices. */
const withOwn = (choices: readonly number[], own: number): number[] =>
  [...new Set([...choices, own])].sort((one, other) => one - other);
