// The HTTP side of a call, below its raw messages: each exchange with status, times and headers.

import { duration } from '../../../shared/text/duration.ts';
import type { RowEvent } from '../../../shared/timeline.ts';
import { Caption } from '../../components/caption.tsx';
import { ForeignText } from '../../components/foreign-text.tsx';
import { Pill } from '../../components/pill.tsx';
import { ValueMenu } from '../../components/value-menu.tsx';
import { maskText } from '../../model/masks.ts';
import { useModel } from '../../model/model.ts';
import { clockText } from '../../text/format.ts';
import { visibleLine } from '../../text/visible-text.ts';
import styles from './http-exchanges.module.css';

export function HttpExchanges({ events }: { events: readonly RowEvent[] }) {
  return events.map((event) => event.http && <Exchange key={event.seq} http={event.http} />);
}

type Http = NonNullable<RowEvent['http']>;

function Exchange({ http }: { http: Http }) {
  const model = useModel();
  return (
    <section className={styles.exchange}>
      <div className={styles.line} data-value="">
        <Pill tone={statusTone(http.status)}>
          {http.status === null ? 'no answer' : visibleLine(`${http.status} ${http.statusText}`.trim())}
        </Pill>
        <b>{visibleLine(http.method)}</b>
        <span className="mono">{visibleLine(http.url)}</span>
        {http.status !== null && (
          <ValueMenu inline name="HTTP status" value={String(http.status)} term={`http:${http.status}`} />
        )}
      </div>
      <p className={styles.times}>{timing(http)}</p>
      {http.error && <p className={styles.error}>{visibleLine(http.error)}</p>}
      {http.requestBody && (
        <>
          <Caption>Sent</Caption>
          <ForeignText className="mono" text={maskText(model, http.requestBody)} />
        </>
      )}
      <Caption>Answer headers</Caption>
      <Headers headers={http.headers} />
      <Caption>Request headers</Caption>
      <Headers headers={http.requestHeaders} />
    </section>
  );
}

function Headers({ headers }: { headers: readonly [string, string][] }) {
  if (headers.length === 0) return <p className={styles.times}>None.</p>;
  return (
    <dl className={`${styles.headers} mono`}>
      {headers.map(([name, value], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a header may occur twice, so its index identifies it.
        <HeaderLine key={index} name={name} value={value} />
      ))}
    </dl>
  );
}

function HeaderLine({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{visibleLine(name)}</dt>
      <dd data-value="">
        <bdi>{visibleLine(value)}</bdi> <ValueMenu name={name} value={value} term={null} />
      </dd>
    </>
  );
}

function statusTone(status: number | null) {
  if (status === null || status >= 500) return 'bad';
  return status >= 400 ? 'warn' : status >= 300 ? 'info' : 'mute';
}

function timing(http: Http): string {
  const parts = [`sent ${clockText(http.startedAt)}`];
  if (http.headersAt !== null) parts.push(`headers after ${duration(http.headersAt - http.startedAt)}`);
  if (http.endedAt !== null) parts.push(`complete after ${duration(http.endedAt - http.startedAt)}`);
  return parts.join(' · ');
}
