// The messages that wait, as rows with a clock, under the top bar in every place.

import { Pause } from 'lucide-react';
import { type HeldView, heldWords } from '../../../shared/features/hold/held.ts';
import { heldLimitWords } from '../../../shared/features/hold/held-words.ts';
import { Button } from '../../components/button.tsx';
import { useNow } from '../../components/use-now.ts';
import { useModel } from '../../model/model.ts';
import { visibleLine } from '../../text/visible-text.ts';
import styles from './hold.module.css';
import { openHeld, serverNameOf, useHold } from './hold.ts';

const mostRows = 3;

export function HeldStrip() {
  const held = useHold((state) => state.held);
  const now = useNow(held.length > 0, 1000);
  if (held.length === 0) return null;
  const more = held.length - mostRows;
  return (
    <section className={styles.strip} aria-label="Held messages">
      {held.slice(0, mostRows).map((one) => (
        <HeldRow key={one.id} held={one} now={now} />
      ))}
      {more > 0 && <p className={styles.more}>{more} more</p>}
    </section>
  );
}

export function HeldRow({ held, now }: { held: HeldView; now: number }) {
  const model = useModel();
  const seconds = Math.max(0, Math.floor((now - held.heldAt) / 1000));
  const left = Math.ceil((held.until - now) / 1000);
  return (
    <div className={styles.row}>
      <Pause size={13} aria-hidden="true" />
      <b className={styles.words}>{visibleLine(heldWords(held))}</b>
      <bdi>{visibleLine(serverNameOf(model, held.server))}</bdi>
      <span className={styles.clock}>held for {seconds} s</span>
      <span className={styles.limit}>{visibleLine(heldLimitWords(held, now))}</span>
      {/* A count that changes each second would be read out each second. */}
      <span className="visually-hidden" role="status">
        {[30, 10, 5].includes(left) ? `Passed on in ${left} seconds` : ''}
      </span>
      <Button onClick={() => openHeld(model, held.id)}>Decide…</Button>
    </div>
  );
}
