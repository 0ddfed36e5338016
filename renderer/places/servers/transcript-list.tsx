// The clients whose transcripts are in the shown recording, with the number of calls whose model got something else; and how to read one.

import { Plus } from 'lucide-react';
import { countSeen, hasTranscript, type SeenCount, type SeenState } from '../../../shared/filter/seen-state.ts';
import { hasTerm, toggleTerm } from '../../../shared/filter/terms.ts';
import { ActorMark } from '../../components/actor-mark.tsx';
import { SeenDots } from '../../components/seen-dots.tsx';
import { useConnection } from '../../model/connection.ts';
import { openDialog } from '../../model/dialogs.ts';
import { clientTerm, openFilter, useWantedFilter, wantedFilter } from '../../model/filter.ts';
import { useModel } from '../../model/model.ts';
import { count, groupDigits } from '../../text/format.ts';
import { visibleName } from '../../text/visible-text.ts';
import { useKeptWords } from '../recordings/use-kept-words.ts';
import list from './server-list.module.css';
import styles from './transcript-list.module.css';

export function TranscriptList() {
  const model = useModel();
  const seen = useConnection((state) => state.counters.seen);
  return (
    <section className={styles.transcripts} aria-label="Transcripts">
      <div className={list.head}>
        <h2>Transcripts</h2>
        <button
          type="button"
          className={list.add}
          aria-label="Read a transcript"
          title="Read a client’s transcript, to see what its model got"
          onClick={() => openDialog(model, 'transcripts')}
        >
          <Plus size={13} aria-hidden="true" /> Read
        </button>
      </div>
      {seen !== undefined && (
        <>
          <ul>
            {seen
              .filter((one) => hasTranscript([one]))
              .map((one) => (
                <Client key={one.client} of={one} />
              ))}
          </ul>
          <Kept />
          <Legend />
        </>
      )}
    </section>
  );
}

/** The open recording can be deleted after it is closed. */
function Kept() {
  const model = useModel();
  const kept = useKeptWords();
  const isLive = useConnection((state) => state.recording?.isLive ?? true);
  if (kept === '' || isLive) return null;
  return (
    <p className={styles.kept}>
      Kept {kept}.{' '}
      <button type="button" onClick={() => openDialog(model, 'recordings')}>
        Delete or keep…
      </button>
    </p>
  );
}

function Client({ of }: { of: SeenCount }) {
  const model = useModel();
  const filter = useWantedFilter();
  const term = clientTerm(of.client);
  const isChosen = hasTerm(filter, term);
  const differing = countSeen([of], 'changed', 'lost', 'never_sent');
  return (
    <li className={`${list.item} ${isChosen ? list.chosen : ''}`}>
      <button
        type="button"
        className={styles.client}
        aria-pressed={isChosen}
        title={`${count(differing, 'difference')} between what servers said and what the model got`}
        onClick={() => void openFilter(model, toggleTerm(wantedFilter(model), term))}
      >
        <ActorMark of={{ actor: 'client', client: of.client }} />
        <bdi className={list.name}>{visibleName(of.client)}</bdi>
        <span className={differing === 0 ? list.none : styles.differing}>
          {groupDigits(differing)}
          <span className="visually-hidden"> {differing === 1 ? 'difference' : 'differences'}</span>
        </span>
      </button>
    </li>
  );
}

const legend: readonly [SeenState, string][] = [
  ['same', 'both, the same'],
  ['changed', 'both, they differ'],
  ['lost', 'nothing arrived'],
  ['never_sent', 'never sent'],
  ['not_joined', 'stay apart'],
  ['transcript', 'transcript only'],
  ['wire', 'wire only'],
];

/** Only what the recording has. */
function Legend() {
  const seen = useConnection((state) => state.counters.seen) ?? [];
  const shown = legend.filter(([state]) => countSeen(seen, state) > 0);
  return (
    <section className={styles.legend} aria-label="Wire and transcript">
      <h2>Wire and transcript</h2>
      <ul>
        {shown.map(([state, words]) => (
          <li key={state}>
            <SeenDots state={state} /> {words}
          </li>
        ))}
      </ul>
    </section>
  );
}
