// Lines of a transcript that Misfire does not understand: how many, where, and their shape. Their values were never kept.

import { useEffect, useState } from 'react';
import type { UnknownLines } from '../../../shared/transcripts/transcript-lines.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { useModel } from '../../model/model.ts';
import { countInWords } from '../../text/format.ts';
import { visibleLine } from '../../text/visible-text.ts';
import styles from './transcripts-dialog.module.css';

/** `readAt`: when a followed transcript was last read, since it may have more of them. */
export function UnknownLinesButton({ recording, readAt }: { recording: number; readAt: number | null }) {
  const { platform } = useModel();
  const [lines, setLines] = useState<UnknownLines[]>([]);
  const [isOpen, setOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a later reading may find more.
  useEffect(() => {
    let isWanted = true;
    void platform.call('unknownLines', { recording }).then((answer) => {
      if (isWanted) setLines(answer.ok ? answer.value.lines : []);
    });
    return () => {
      isWanted = false;
    };
  }, [platform, recording, readAt]);
  if (lines.length === 0) return null;
  const total = lines.reduce((sum, each) => sum + each.count, 0);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{countInWords(total, 'line')} not understood…</Button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title="Lines that were not understood"
        about="A newer version of the client may write them. Misfire keeps their shape and none of their values."
        width={820}
      >
        <div className={styles.body}>
          <table className={styles.list}>
            <thead>
              <tr>
                <th scope="col">Kind</th>
                <th scope="col">Lines</th>
                <th scope="col">First line</th>
                <th scope="col">Shape</th>
              </tr>
            </thead>
            <tbody>
              {lines.map((each) => (
                <tr key={each.kind}>
                  <th scope="row">{visibleLine(each.kind)}</th>
                  <td className={styles.number}>{each.count}</td>
                  <td className={styles.number}>{each.first}</td>
                  <td className={`mono ${styles.shape}`}>{each.shape === '' ? '—' : visibleLine(each.shape)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Dialog>
    </>
  );
}
