// HTTP headers of a replay: each configured one is kept, changed or removed; others can be added. Configured values stay with the host
// and are not shown.

import { Plus, X } from 'lucide-react';
import { Button } from '../../components/button.tsx';
import field from '../../components/field.module.css';
import { Select } from '../../components/select.tsx';
import type { HeaderEdit } from '../../model/replay-edits.ts';
import { countInWords } from '../../text/format.ts';
import { visibleLine } from '../../text/visible-text.ts';
import styles from './options.module.css';

export function HeaderEditor({
  headers,
  onChange,
}: {
  headers: readonly HeaderEdit[];
  onChange: (headers: HeaderEdit[]) => void;
}) {
  const set = (index: number, change: Partial<HeaderEdit>) =>
    onChange(headers.map((header, at) => (at === index ? { ...header, ...change } : header)));
  const changed = headers.filter(({ action }) => action !== 'keep').length;
  return (
    <details className={styles.box}>
      <summary>HTTP headers: {changed === 0 ? 'as configured' : `${countInWords(changed, 'change')} by hand`}</summary>
      <div className={styles.headers}>
        {headers.map((header, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a header that is being typed is identified by its index.
          <div key={index} className={styles.header}>
            {header.configured ? (
              <bdi className={`${styles.name} mono`}>{visibleLine(header.name)}</bdi>
            ) : (
              <input
                className={`${field.input} mono`}
                aria-label="Header name"
                placeholder="Name"
                value={header.name}
                onChange={(event) => set(index, { name: event.target.value })}
              />
            )}
            <Select
              aria-label={`What to do with ${header.name || 'the new header'}`}
              value={header.action}
              disabled={!header.configured}
              onChange={(event) => set(index, { action: event.target.value as HeaderEdit['action'] })}
            >
              {header.configured && <option value="keep">keep</option>}
              <option value="change">{header.configured ? 'change' : 'add'}</option>
              {header.configured && <option value="omit">leave out</option>}
            </Select>
            {header.action === 'change' ? (
              <input
                className={`${field.input} mono`}
                aria-label={`Value of ${header.name || 'the new header'}`}
                value={header.value}
                onChange={(event) => set(index, { value: event.target.value })}
              />
            ) : (
              <span className={styles.kept}>{header.action === 'keep' ? 'value hidden' : 'not sent'}</span>
            )}
            {!header.configured && (
              <Button
                look="icon"
                aria-label="Remove this header"
                onClick={() => onChange(headers.filter((_, at) => at !== index))}
              >
                <X size={13} aria-hidden="true" />
              </Button>
            )}
          </div>
        ))}
        <span>
          <Button
            look="quiet"
            onClick={() => onChange([...headers, { name: '', value: '', action: 'change', configured: false }])}
          >
            <Plus size={13} aria-hidden="true" /> Add a header
          </Button>
        </span>
      </div>
    </details>
  );
}
