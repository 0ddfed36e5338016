// What a client has to handle, as cards: three at most, then all. A card scrolls to its row and opens it.

import { useState } from 'react';
import type { ClientNeed } from '../../../shared/features/compare/client-needs.ts';
import { Button } from '../../components/button.tsx';
import { useModel } from '../../model/model.ts';
import { visibleLine } from '../../text/visible-text.ts';
import styles from './compare-place.module.css';
import { compareOf } from './compare-state.ts';
import { matrixRowId } from './matrix.tsx';

const firstNeeds = 3;

export function Needs({ needs }: { needs: readonly ClientNeed[] }) {
  const model = useModel();
  const [all, setAll] = useState(false);
  if (needs.length === 0) return null;
  const open = (row: string) => {
    compareOf(model).setState({ open: row });
    requestAnimationFrame(() => document.getElementById(matrixRowId(row))?.scrollIntoView({ block: 'center' }));
  };
  return (
    <section className={styles.needs} aria-label="What your client must handle">
      {(all ? needs : needs.slice(0, firstNeeds)).map(({ id, isSevere, title, words, row }) => (
        <article key={id} className={isSevere ? `${styles.need} ${styles.severe}` : styles.need}>
          <h3>{visibleLine(title)}</h3>
          <p>{visibleLine(words)}</p>
          {row !== null && (
            <Button look="quiet" className={styles.link} onClick={() => open(row)}>
              Show the rule for your client
            </Button>
          )}
        </article>
      ))}
      {needs.length > firstNeeds && (
        <Button look="quiet" className={styles.link} aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show ${needs.length - firstNeeds} more`}
        </Button>
      )}
    </section>
  );
}
