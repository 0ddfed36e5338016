// The section of a card that keeps what a person changed while it was held: the message as it came, and as it was passed on.

import { visibleText } from '../../../shared/text/visible-text.ts';
import type { RowDetail, RowEvent } from '../../../shared/timeline.ts';
import { Fold } from '../../card/parts/fold.tsx';
import styles from './hold.module.css';

export function ChangedSection({ detail }: { detail: RowDetail }) {
  const changed = detail.events.filter(({ original }) => original !== undefined);
  if (changed.length === 0) return null;
  return (
    <Fold id="changed" title="Changed while held" startsOpen>
      {changed.map((event) => (
        <Changed key={event.seq} event={event} />
      ))}
    </Fold>
  );
}

function Changed({ event: { lane, original = '', text } }: { event: RowEvent }) {
  const [from, to] = lane === 'out' ? ['Client sent', 'Server got'] : ['Server sent', 'Client got'];
  return (
    <dl className={styles.changed}>
      <dt>{from}</dt>
      <dd>
        <pre className={styles.original}>{visibleText(original)}</pre>
      </dd>
      <dt>{to}</dt>
      <dd>
        <pre className={styles.original}>{visibleText(text)}</pre>
      </dd>
    </dl>
  );
}
