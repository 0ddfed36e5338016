// A stdout line that is not a message: the line, what usually prints such lines, the change in the server's language, and how clients
// react.

import { troubleOf } from '../../../../shared/incident/incident.ts';
import { clientsAndNoise, noiseAdvice } from '../../../../shared/noise/noise-advice.ts';
import type { RowDetail } from '../../../../shared/timeline.ts';
import { AnsiText } from '../../../components/ansi-text.tsx';
import { ValueMenu } from '../../../components/value-menu.tsx';
import { serverById, useConnection } from '../../../model/connection.ts';
import { count, size } from '../../../text/format.ts';
import { cut } from '../../../text/wording.ts';
import { Fold } from '../parts/fold.tsx';
import lines from '../parts/lines.module.css';
import type { SectionProps } from '../parts/section-props.ts';
import styles from './noise-sections.module.css';

const longest = 4_000;

/** The line in place of a message; null: this row is about something else. */
export function noiseLine({ row, failure, events }: RowDetail): string | null {
  if (row.kind === 'noise' && row.direction === 'in' && row.headline.endsWith('on stdout'))
    return events[0]?.text ?? '';
  return row.outcome === 'noise' && failure?.evidence.some(({ path }) => path === 'noise[0]') ? failure.message : null;
}

export function NoiseSections({ detail }: SectionProps) {
  const { row, failure } = detail;
  const server = useConnection((state) => serverById(state.servers, row.server));
  const line = noiseLine(detail);
  if (line === null || (failure && troubleOf(failure) !== null)) return null;
  const advice = noiseAdvice(line, server?.transport === 'stdio' ? server.endpoint : '');
  const [only] = advice.fixes.length === 1 ? advice.fixes : [];
  return (
    <>
      {!failure && (
        <Fold
          id="line"
          title={row.times > 1 ? 'The first of these lines' : 'The line'}
          summary={row.times > 1 ? count(row.times, 'line') : size(line.length)}
          startsOpen
        >
          <div className={`${lines.code} mono`} data-value="">
            {line.trim() === '' ? (
              <span className={styles.quiet}>an empty line</span>
            ) : (
              <AnsiText text={cut(line, longest)} />
            )}
            <ValueMenu name="the line" value={JSON.stringify(line)} />
          </div>
        </Fold>
      )}
      <Fold id="noise-fix" title="Fix in the server" summary={only ? `in ${only.name}` : 'by language'} startsOpen>
        <p>{advice.cause.words}</p>
        {advice.start !== '' && <p className={styles.start}>{advice.start}</p>}
        {only ? (
          <>
            <p>{only.words}</p>
            <pre className={`${styles.code} mono`}>{only.code}</pre>
          </>
        ) : (
          <>
            <p>stdout carries messages only; everything else belongs on stderr.</p>
            <dl className={styles.fixes}>
              {advice.fixes.map(({ language, name, code }) => (
                <div key={language}>
                  <dt>{name}</dt>
                  <dd className="mono">{code}</dd>
                </div>
              ))}
            </dl>
          </>
        )}
      </Fold>
      <Fold id="noise-clients" title="What clients do with it" count={clientsAndNoise.length}>
        <ul className={styles.clients}>
          {clientsAndNoise.map(({ who, does, source }) => (
            <li key={who} title={`Reported in ${source}`}>
              <b>{who}</b> {does}.
            </li>
          ))}
        </ul>
        <p className={styles.quiet}>Observed, not guaranteed: versions differ. Misfire shows the line and reads on.</p>
      </Fold>
    </>
  );
}
