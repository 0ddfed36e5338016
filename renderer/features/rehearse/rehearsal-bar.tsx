// The bar of a running rehearsal: on every screen, in solid amber, with Stop. It looks the same in both themes, so that no one
// takes injected failures for real ones.

import { FlaskConical, Square } from 'lucide-react';
import { useNow } from '../../components/use-now.ts';
import { useModel } from '../../model/model.ts';
import { keyLabel } from '../../text/keys.ts';
import { visibleLine } from '../../text/visible-text.ts';
import { stopRehearsal, useRehearsal } from './rehearsal.ts';
import styles from './rehearsal-bar.module.css';

/** More squares than this would not fit. */
const mostSquares = 12;

export function RehearsalBar() {
  const model = useModel();
  const running = useRehearsal((state) => state.running);
  const now = useNow(running !== null, 1000);
  if (!running) return null;
  const { title, injected, atMost, endsAt } = running;
  const left = Math.max(0, Math.ceil((endsAt - now) / 1000));
  const clock = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
  return (
    <section className={styles.bar} aria-label="Rehearsal">
      <span className={styles.ends} aria-hidden="true" />
      <FlaskConical size={15} aria-hidden="true" />
      <b className={styles.title}>Rehearsal on: {visibleLine(title)}</b>
      {atMost !== null && atMost <= mostSquares && (
        <span className={styles.squares} aria-hidden="true">
          {Array.from({ length: atMost }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: squares have nothing but their place.
            <i key={at} data-on={at < injected ? '' : undefined} />
          ))}
        </span>
      )}
      <span>
        {atMost === null ? injected : `${injected} of ${atMost}`} injected · ends in <b>{clock}</b>
      </span>
      <span className={styles.spacer} />
      <button type="button" className={styles.stop} onClick={() => stopRehearsal(model)}>
        <Square size={11} fill="currentColor" aria-hidden="true" /> Stop <kbd>{keyLabel('Mod+.')}</kbd>
      </button>
      <span className={styles.ends} aria-hidden="true" />
    </section>
  );
}
