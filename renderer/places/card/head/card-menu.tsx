// Filter terms of the card's row: one menu in its trail.

import { Ban, Filter } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { RowDetail } from '../../../../shared/timeline.ts';
import button from '../../../components/button.module.css';
import menu from '../../../components/menu.module.css';
import { openFilter, serverTerm, wantedFilter } from '../../../model/filter.ts';
import { useModel } from '../../../model/model.ts';
import { narrowBy } from '../../../text/value-term.ts';
import { visibleLine } from '../../../text/visible-text.ts';
import styles from './card-menu.module.css';

export function FilterByCard({ detail, serverName }: { detail: RowDetail; serverName: string }) {
  const model = useModel();
  const terms = cardTerms(detail, serverName);
  const apply = (term: string, exclude: boolean) => openFilter(model, narrowBy(wantedFilter(model), term, exclude));
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger
        className={`${button.button} ${button.quiet} ${button.icon}`}
        aria-label="Filter by this row"
        title="Filter by this row"
      >
        <Filter size={14} aria-hidden="true" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className={`${menu.menu} ${styles.menu}`} align="end" sideOffset={4} collisionPadding={8}>
          <DropdownMenu.Label className={styles.label}>Show only</DropdownMenu.Label>
          {terms.map((term) => (
            <DropdownMenu.Item key={term} className={menu.item} onSelect={() => void apply(term, false)}>
              <Filter size={14} aria-hidden="true" /> <span className={`${styles.term} mono`}>{visibleLine(term)}</span>
            </DropdownMenu.Item>
          ))}
          <DropdownMenu.Separator className={menu.line} />
          <DropdownMenu.Label className={styles.label}>Hide</DropdownMenu.Label>
          {terms.map((term) => (
            <DropdownMenu.Item key={term} className={menu.item} onSelect={() => void apply(term, true)}>
              <Ban size={14} aria-hidden="true" /> <span className={`${styles.term} mono`}>{visibleLine(term)}</span>
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/** Terms that match this row, the narrowest last. */
export function cardTerms({ row, failure }: RowDetail, serverName: string): string[] {
  const terms = [serverTerm(serverName)];
  if (row.method) terms.push(`method:${row.method}`);
  if (row.target && /^[\p{L}\p{N}._/-]{1,200}$/u.test(row.target)) terms.push(`tool:${row.target}`);
  if (row.kind !== 'call') terms.push(`kind:${row.kind}`);
  if (failure) {
    terms.push(`class:${failure.class}`, `retry:${failure.retry.verdict}`);
    if (typeof failure.code === 'number') terms.push(`code:${failure.code}`);
    if (/^[\w.-]+$/.test(failure.dialect.id)) terms.push(`dialect:${failure.dialect.id}`);
  }
  return terms;
}
