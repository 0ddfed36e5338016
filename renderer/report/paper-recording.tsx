// The print view of a recording: each kind of failure with its newest card, then every row that matches the filter.

import { useMemo } from 'react';
import { duration } from '../../shared/text/duration.ts';
import type { RowEvent } from '../../shared/timeline.ts';
import { PrintedFinding } from '../card/finding-tab.tsx';
import { ForeignText } from '../components/foreign-text.tsx';
import { useTimeline } from '../model/timeline.ts';
import { clockText, countInWords, size } from '../text/format.ts';
import { happening, rowName } from '../text/row-words.ts';
import { shownName, visibleLine } from '../text/visible-text.ts';
import { cut } from '../text/wording.ts';
import { ReportHead } from './card.tsx';
import { rowsPassing, wholeDetail } from './from-file.ts';
import { gatherGroups } from './groups.ts';
import { MaskedList } from './masked-list.tsx';
import styles from './report.module.css';
import type { RecordingData } from './report-data.ts';
import { Summary } from './summary.tsx';

/** Longer messages are only for the screen. */
const longest = 4_000;
const mostRows = 2_000;

export function PaperRecording({ data }: { data: RecordingData }) {
  const filter = useTimeline((state) => state.filter);
  const rows = useMemo(() => rowsPassing(data, filter), [data, filter]);
  const groups = useMemo(() => gatherGroups(rows, data.recording.marks), [rows, data.recording.marks]);
  const places = new Map(data.recording.servers.map(({ id, name }, index) => [id, { name, colour: index }]));
  const shown = rows.slice(-mostRows);
  return (
    <>
      <h1>{visibleLine(data.recording.title)}</h1>
      <Summary data={data} />
      {filter !== '' && (
        <p>
          Printed: only what passes <code>{visibleLine(filter)}</code>.
        </p>
      )}
      {groups.map((group) => {
        const detail = data.details.get(group.newest);
        const place = places.get(group.server);
        if (!detail) return null;
        const whole = wholeDetail(data, group.newest, detail);
        return (
          <article key={group.id} className={styles.paperCard}>
            <p className={styles.quiet}>
              {countInWords(group.count, 'time')}, last at {clockText(group.lastAt)}
              {group.recovered > 0 && `, recovered ${countInWords(group.recovered, 'time')}`}
            </p>
            <ReportHead detail={whole} serverName={place?.name ?? ''} colour={place?.colour ?? 0} />
            <PrintedFinding detail={whole} />
            {whole.events.map((event) => (
              <PaperEvent key={event.seq} event={event} />
            ))}
          </article>
        );
      })}
      <h2>Timeline</h2>
      {shown.length < rows.length && (
        <p>
          The newest {countInWords(shown.length, 'row')} of {countInWords(rows.length, 'row')}.
        </p>
      )}
      <table className={styles.paperRows}>
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Server</th>
            <th scope="col">Call</th>
            <th scope="col">What happened</th>
            <th scope="col">Took</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={row.id}>
              <td className="mono">{clockText(row.at)}</td>
              <td>{shownName(places.get(row.server)?.name ?? '')}</td>
              <td className="mono">{rowName(row)}</td>
              <td className={row.failure ? styles.bad : undefined}>
                {[happening(row), row.code ?? '', row.detail].filter(Boolean).map(visibleLine).join(' · ')}
              </td>
              <td className="mono">{row.latencyMs === null ? '' : duration(row.latencyMs)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <MaskedList masked={data.masked} />
    </>
  );
}

function PaperEvent({ event }: { event: RowEvent }) {
  const { http } = event;
  if (event.text === '' && !http) return null;
  return (
    <section className={styles.paperEvent}>
      <h3>
        {visibleLine(http ? `${http.method} ${http.url} → ${http.status ?? http.error ?? 'no answer'}` : event.label)}{' '}
        <span className="mono">{clockText(event.at)}</span>
      </h3>
      {event.text !== '' && <ForeignText className={`${styles.printed} mono`} text={cut(event.text, longest)} />}
      {event.text.length > longest && <p className={styles.quiet}>{size(event.text.length)} in the file.</p>}
    </section>
  );
}
