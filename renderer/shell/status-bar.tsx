// The status line: maintained counts, never recounted, and the shown recording.

import { useConnection } from '../model/connection.ts';
import { openDialog } from '../model/dialogs.ts';
import { useModel } from '../model/model.ts';
import { mark, useReplays } from '../model/replays.ts';
import { useFeatures } from '../model/window-feature.ts';
import { countedWords } from '../text/counted-words.ts';
import { countInWords } from '../text/format.ts';
import { keyLabel } from '../text/keys.ts';
import styles from './status-bar.module.css';
import { WorkStrip } from './work-strip.tsx';

export function StatusBar() {
  const model = useModel();
  const marked = useReplays((state) => state.marked);
  return (
    <div className={styles.bar}>
      <Counts />
      {marked !== null && (
        <button type="button" className={styles.keys} title="Take the mark away" onClick={() => mark(model, null)}>
          #{marked} marked, <kbd>d</kbd> compares
        </button>
      )}
      <WorkStrip />
      <span className={styles.spacer} />
      {useFeatures().map(({ name, Status }) => Status && <Status key={name} />)}
      <button
        type="button"
        className={styles.keys}
        title="Command palette"
        onClick={() => openDialog(model, 'palette')}
      >
        <kbd>{keyLabel('Mod+k')}</kbd> <span className={styles.word}>actions</span>
      </button>
    </div>
  );
}

/** Separate from the rest of the line, because it changes with each batch of rows. */
function Counts() {
  const servers = useConnection((state) => state.servers);
  const past = useConnection((state) => state.past);
  const counters = useConnection((state) => state.counters);
  const connected = servers.filter((server) => server.state === 'connected').length;
  const recovered = counters.recovered > 0 ? ` · ${counters.recovered} recovered` : '';
  return (
    <>
      <span>
        {past
          ? `${countInWords(past.length, 'server')}, none connected`
          : servers.length === 0
            ? 'No servers yet'
            : `${connected} of ${countInWords(servers.length, 'server')} connected`}
      </span>
      <span>
        {countedWords(counters)}
        {recovered}
      </span>
    </>
  );
}
