// Everything else about the row, folded: what was sent and answered, what happened around it, and when. Its parts are in this order.

import { troubleOf } from '../../../shared/incident/incident.ts';
import { clientsAndNoise } from '../../../shared/noise/noise-advice.ts';
import { duration } from '../../../shared/text/duration.ts';
import type { RowDetail } from '../../../shared/timeline.ts';
import { ForeignText } from '../../components/foreign-text.tsx';
import { Help } from '../../components/help.tsx';
import { severityHelp } from '../../components/help-texts.ts';
import { maskText } from '../../model/masks.ts';
import { useModel } from '../../model/model.ts';
import { selectRow } from '../../model/selection.ts';
import { ResultSection } from '../../results/result-section.tsx';
import { clockText, countInWords } from '../../text/format.ts';
import { actorName, happening, rowName } from '../../text/row-words.ts';
import { visibleLine } from '../../text/visible-text.ts';
import { cut } from '../../text/wording.ts';
import { Fold, Part } from '../parts/fold.tsx';
import { callsOf } from '../parts/incident-calls.ts';
import { IncidentRows } from '../parts/incident-rows.tsx';
import styles from '../parts/lines.module.css';
import noise from '../parts/noise.module.css';
import { isNoise } from '../parts/noise-line.ts';
import type { SectionProps } from '../parts/section-props.ts';
import { Timing } from '../parts/timing.tsx';
import report from './report-section.module.css';

interface DetailPart {
  /** In the summary of the section. */
  word: string;
  has(detail: RowDetail): boolean;
  Content: (props: { detail: RowDetail }) => React.ReactNode;
}

const most = 8;
const longest = 4_000;
const mostWords = 4;

const parts: readonly DetailPart[] = [
  { word: 'request', has: ({ params }) => params !== '', Content: Request },
  { word: 'response', has: ({ row, failure }) => failure !== null && row.kind === 'call', Content: Response },
  { word: 'other calls', has: (detail) => affectedCalls(detail).length > 0, Content: Affected },
  {
    word: 'rows',
    has: ({ incident }) => incident !== null && incident.rows.length + incident.more > 1,
    Content: ({ detail }) => (
      <Part title="Rows of this failed call">
        {detail.incident && <IncidentRows incident={detail.incident} selected={detail.row.id} />}
      </Part>
    ),
  },
  { word: 'notes', has: ({ failure }) => (failure?.notes.length ?? 0) > 0, Content: Notes },
  { word: 'clients', has: isNoise, Content: ClientsAndNoise },
  { word: 'before', has: ({ breadcrumbs }) => breadcrumbs.length > 0, Content: Before },
  {
    word: 'timing',
    has: ({ row }) => row.kind === 'call',
    Content: ({ detail }) => (
      <Part title="Timing">
        <Timing detail={detail} />
      </Part>
    ),
  },
];

export function DetailsSection({ detail }: SectionProps) {
  const shown = parts.filter(({ has }) => has(detail));
  if (shown.length === 0) return null;
  const words = shown.map(({ word }) => word);
  const summary = words.length > mostWords ? [...words.slice(0, mostWords - 1), words.at(-1)] : words;
  return (
    <Fold id="details" title="Details" summary={summary.join(', ')}>
      {shown.map(({ word, Content }) => (
        <Content key={`${word} ${detail.row.id}`} detail={detail} />
      ))}
    </Fold>
  );
}

function Request({ detail }: { detail: RowDetail }) {
  const model = useModel();
  return (
    <Part title="Sent">
      <div className={styles.code}>
        <ForeignText className="mono" text={maskText(model, cut(detail.params, longest))} />
      </div>
    </Part>
  );
}

function Response({ detail }: { detail: RowDetail }) {
  return <ResultSection detail={detail} wrap={(children) => <Part title="Result">{children}</Part>} />;
}

/** The other calls that the same cause made fail. */
function affectedCalls({ row, failure, incident }: RowDetail) {
  if (!failure || !incident || troubleOf(failure) === null) return [];
  return callsOf({ row, incident }).filter(({ id }) => id !== row.id);
}

function Affected({ detail }: { detail: RowDetail }) {
  const model = useModel();
  const calls = affectedCalls(detail);
  return (
    <Part title="Also affected">
      {calls.slice(0, most).map((call) => (
        <button key={call.id} type="button" className={styles.line} onClick={() => void selectRow(model, call.id)}>
          <span>
            <bdi className={styles.name}>{rowName(call)}</bdi> by {actorName(call)}
          </span>
          <span>{call.endAt === null ? 'no answer' : `no answer after ${duration(call.endAt - call.at)}`}</span>
          <span className={`${styles.row} mono`}>#{call.id}</span>
        </button>
      ))}
      {calls.length > most && <p>and {countInWords(calls.length - most, 'more call')} below</p>}
    </Part>
  );
}

/** What the server's author could change about the error itself. */
function Notes({ detail: { failure } }: { detail: RowDetail }) {
  return (
    <Part title="Report to the author">
      {failure?.notes.map((note) => (
        <div key={note.id + note.message} className={report.note} title={note.id}>
          <Help about={severityHelp[note.severity]}>{note.severity}</Help>
          <span>{visibleLine(note.message)}</span>
        </div>
      ))}
    </Part>
  );
}

function ClientsAndNoise() {
  return (
    <Part title="What clients do with such lines">
      <ul className={noise.clients}>
        {clientsAndNoise.map(({ who, does, source }) => (
          <li key={who} title={`Reported in ${source}`}>
            <b>{who}</b> {does}.
          </li>
        ))}
      </ul>
      <p className={noise.quiet}>Observed, not guaranteed: versions differ. Misfire shows the line and reads on.</p>
    </Part>
  );
}

/** The rows of the same server just before this one. */
function Before({ detail: { breadcrumbs } }: { detail: RowDetail }) {
  const model = useModel();
  return (
    <Part title="Before it happened">
      {breadcrumbs.map((before) => (
        <button key={before.id} type="button" className={styles.event} onClick={() => void selectRow(model, before.id)}>
          <span className={`${styles.row} mono`}>{clockText(before.at)}</span>
          <bdi className={styles.name}>{rowName(before)}</bdi>
          <bdi className={before.failure ? styles.bad : ''}>{happening(before) || visibleLine(before.detail)}</bdi>
        </button>
      ))}
    </Part>
  );
}
