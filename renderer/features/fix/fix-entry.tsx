// Below the fix of a failed call: starts the loop, or leads back to its steps.

import { isHandshake } from '../../../shared/ending/handshake.ts';
import { endTitle } from '../../../shared/features/fix/fix-words.ts';
import type { RowDetail } from '../../../shared/timeline.ts';
import { Button } from '../../components/button.tsx';
import { useConnection } from '../../model/connection.ts';
import { maskLine } from '../../model/masks.ts';
import { useModel } from '../../model/model.ts';
import { isRefused } from '../../model/request-fix.ts';
import { keyLabel } from '../../text/keys.ts';
import { visibleLine } from '../../text/visible-text.ts';
import styles from './fix.module.css';
import { showFix, startFix, useFixes } from './fixes.ts';

/** A server that does not start, for what its settings have. */
const isFailedStart = ({ row, failure, incident }: RowDetail): boolean =>
  failure?.fix.kind === 'setting' && !incident?.healed && (row.kind === 'life' || isHandshake(row.method));

export function FixEntry({ detail }: { detail: RowDetail }) {
  const { row, failure } = detail;
  const model = useModel();
  const view = useFixes(({ views }) => views[row.id]);
  const isRecording = useConnection((state) => state.recording?.isLive === false);
  const isOwnCall = row.kind === 'call' && row.direction === 'out' && !row.pending;
  if (failure === null || !(isOwnCall || row.kind === 'life') || isRecording) return null;
  if (view !== undefined)
    return (
      <p className={styles.entry}>
        <span>{visibleLine(maskLine(model, endTitle(view)))}</span>
        <Button look="quiet" onClick={() => showFix(model, row.id)}>
          Show steps
        </Button>
      </p>
    );
  // Other cards have their own next step: the key and the palette start the loop there.
  if (!isRefused(detail) && !isFailedStart(detail)) return null;
  return (
    <p className={styles.entry}>
      <Button look="quiet" onClick={() => void startFix(model, row.id)}>
        Fix until it works <kbd>{keyLabel('F')}</kbd>
      </Button>
    </p>
  );
}
