// The fix for a stdout line that is not a message: what usually prints such lines, and the change in the server's language.

import { noiseAdvice } from '../../../shared/noise/noise-advice.ts';
import type { RowDetail } from '../../../shared/timeline.ts';
import { serverById, useConnection } from '../../model/connection.ts';
import styles from './noise.module.css';
import { noiseLine } from './noise-line.ts';

export function NoiseFix({ detail }: { detail: RowDetail }) {
  const server = useConnection((state) => serverById(state.servers, detail.row.server));
  const advice = noiseAdvice(noiseLine(detail) ?? '', server?.transport === 'stdio' ? server.endpoint : '');
  const [only] = advice.fixes.length === 1 ? advice.fixes : [];
  return (
    <>
      <p>{advice.cause.words}</p>
      {advice.start !== '' && <p className={styles.start}>{advice.start}</p>}
      {only ? (
        <>
          <p>
            {only.words} ({only.name})
          </p>
          <pre className={`${styles.code} mono`}>{only.code}</pre>
        </>
      ) : (
        <>
          <p>stdout carries messages only. Everything else belongs on stderr.</p>
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
    </>
  );
}
