// How much is kept, and for how long. Recordings and Settings both show it; the host stores the rule.

import { useEffect, useState } from 'react';
import type { Retention } from '../../../shared/api/recording-methods.ts';
import { SelectField } from '../../components/field.tsx';
import { useModel } from '../../model/model.ts';
import { say } from '../../model/notices.ts';
import { bytesWords } from '../../text/format.ts';
import styles from './recordings.module.css';

const sizes = [200e6, 1e9, 2e9, 10e9];
const ages = [7, 30, 90, 365];

export function RetentionFields({ onKept }: { onKept?: () => unknown }) {
  const model = useModel();
  const [rule, setRule] = useState<Retention | null>(null);
  useEffect(() => {
    let wanted = true;
    void model.platform.call('retention', {}).then((answer) => wanted && answer.ok && setRule(answer.value));
    return () => {
      wanted = false;
    };
  }, [model]);
  if (!rule) return null;
  const keep = async (next: Retention) => {
    setRule(next);
    const answer = await model.platform.call('retention', { rule: next });
    if (!answer.ok) say(model, answer.error.message, 'bad');
    onKept?.();
  };
  return (
    <div className={styles.rule}>
      <SelectField
        label="Keep at most"
        hint="the oldest go first"
        value={rule.maxBytes ?? ''}
        onChange={(event) => void keep({ ...rule, maxBytes: Number(event.target.value) || null })}
      >
        {sizes.map((bytes) => (
          <option key={bytes} value={bytes}>
            {bytesWords(bytes)}
          </option>
        ))}
        <option value="">No limit</option>
      </SelectField>
      <SelectField
        label="Keep for"
        hint="the open recording always stays"
        value={rule.maxAgeDays ?? ''}
        onChange={(event) => void keep({ ...rule, maxAgeDays: Number(event.target.value) || null })}
      >
        {ages.map((days) => (
          <option key={days} value={days}>
            {days} days
          </option>
        ))}
        <option value="">No limit</option>
      </SelectField>
    </div>
  );
}
