// The menu of one value: copy it, copy its path, show only rows with it, or all others. The same menu for every fact; it appears
// on hover and focus, and is always reachable by keys.

import { Ban, Copy, Filter, MoreHorizontal, Route } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useMemo } from 'react';
import { openFilter, wantedFilter } from '../model/filter.ts';
import { useModel } from '../model/model.ts';
import { copyText } from '../model/notices.ts';
import { showPage } from '../model/open-place.ts';
import { narrowBy, valueTerm } from '../text/value-term.ts';
import { visibleLine } from '../text/visible-text.ts';
import menu from './menu.module.css';
import styles from './value-menu.module.css';

interface ValueMenuProps {
  /** Its name for screen readers. */
  name: string;
  /** As shown; JSON if it came as JSON. A function if finding it is expensive: called when the menu opens. */
  value: string | (() => string);
  /** Its path in the message; absent if it has none. */
  path?: string;
  /** Inline in a line; otherwise in a corner that the container keeps free. */
  inline?: boolean;
  /** Its own term of the filter language; otherwise the filter searches for its words. */
  term?: string | null;
}

export function ValueMenu(props: ValueMenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger
        data-value-menu
        className={`${styles.trigger} ${props.inline ? styles.inline : ''}`}
        aria-label={`Use ${visibleLine(props.name)}`}
      >
        <MoreHorizontal size={13} aria-hidden="true" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className={`${menu.menu} ${styles.menu}`} align="end" sideOffset={4} collisionPadding={8}>
          <Items {...props} />
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

function Items({ name, value: given, path, term: own }: ValueMenuProps) {
  const model = useModel();
  const value = useMemo(() => (typeof given === 'string' ? given : given()), [given]);
  const term = own === undefined ? valueTerm(path ?? name, value) : own;
  const filterBy = (exclude: boolean) => {
    if (term === null) return;
    showPage(model, 'timeline');
    void openFilter(model, narrowBy(wantedFilter(model), term, exclude));
  };
  return (
    <>
      <DropdownMenu.Item className={menu.item} onSelect={() => copyText(model, bare(value), 'Value')}>
        <Copy size={14} aria-hidden="true" /> Copy value
      </DropdownMenu.Item>
      {path !== undefined && (
        <DropdownMenu.Item className={menu.item} onSelect={() => copyText(model, path, 'Path')}>
          <Route size={14} aria-hidden="true" /> Copy JSON path
        </DropdownMenu.Item>
      )}
      {term !== null && (
        <>
          <DropdownMenu.Separator className={menu.line} />
          <DropdownMenu.Item className={menu.item} onSelect={() => filterBy(false)}>
            <Filter size={14} aria-hidden="true" /> Show only rows with it
            <span className={`${styles.term} mono`}>{visibleLine(term)}</span>
          </DropdownMenu.Item>
          <DropdownMenu.Item className={menu.item} onSelect={() => filterBy(true)}>
            <Ban size={14} aria-hidden="true" /> Hide rows with it
          </DropdownMenu.Item>
        </>
      )}
    </>
  );
}

/** A text is copied without the quotes and escapes of JSON. */
function bare(value: string): string {
  if (!/^".*"$/s.test(value)) return value;
  try {
    return String(JSON.parse(value));
  } catch {
    return value;
  }
}
