// The clients whose transcripts are in the shown recording, with the number of calls whose model got something else; and how to read one.

import { countSeen, hasTranscript, type SeenCount, type SeenState } from '../../../shared/filter/seen-state.ts';
import { hasTerm, toggleTerm } from '../../../shared/filter/terms.ts';
import { ActorMark } from '../../components/actor-mark.tsx';
import { Caption } from '../../components/caption.tsx';
import { SeenDots } from '../../components/seen-dots.tsx';
import { useConnection } from '../../model/connection.ts';
import { openDialog } from '../../model/dialogs.ts';
import { clientTerm, openFilter, useWantedFilter, wantedFilter } from '../../model/filter.ts';
import { useModel } from '../../model/model.ts';
import { countInWords, groupDigits } from '../../text/format.ts';
import { shownName } from '../../text/visible-text.ts';
import { useKeptWords } from '../recordings/use-kept-words.ts';
import { moveAmongEntries } from './server-entry.tsx';
import list from './server-list.module.css';
import styles from './transcript-list.module.css';

export function TranscriptList() {
  const seen = useConnection((state) => state.counters.seen);
  if (seen === undefined) return null;
  return (
    <section className={list.section} aria-label="Transcripts">
      <div className={list.head}>
        <Caption as="h2">Transcripts</Caption>
      </div>
      <ul>
        {seen
          .filter((one) => hasTranscript([one]))
          .map((one) => (
            <Client key={one.client} of={one} />
          ))}
      </ul>
      <Kept />
      <Legend />
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
    <li>
      <button
        type="button"
        className={list.entry}
        aria-pressed={isChosen}
        data-chosen={isChosen || undefined}
        title={`${countInWords(differing, 'difference')} between what servers said and what the model got`}
        onClick={() => void openFilter(model, toggleTerm(wantedFilter(model), term))}
        onKeyDown={moveAmongEntries}
      >
        <ActorMark of={{ actor: 'client', client: of.client }} />
        <bdi className={list.name}>{shownName(of.client)}</bdi>
        {differing > 0 && (
          <span className={styles.differing}>
            {groupDigits(differing)}
            <span className="visually-hidden"> {differing === 1 ? 'difference' : 'differences'}</span>
          </span>
        )}
      </button>
    </li>
  );
}

const legend: readonly [SeenState, string][] = [
  ['same', 'the model got the same'],
  ['changed', 'the model got less'],
  ['lost', 'the model got nothing'],
  ['never_sent', 'never sent'],
  ['not_joined', 'not matched'],
  ['transcript', 'only in the transcript'],
  ['wire', 'only in the recording'],
];

/** Only what the recording has. */
function Legend() {
  const seen = useConnection((state) => state.counters.seen) ?? [];
  const shown = legend.filter(([state]) => countSeen(seen, state) > 0);
  return (
    <section className={styles.legend} aria-label="What the model got">
      <Caption as="h2">What the model got</Caption>
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
