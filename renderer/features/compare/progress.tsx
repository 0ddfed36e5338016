// The progress of a probe run, server by server.

import type { ProbeServerView, ProbeView } from '../../../shared/features/compare/probing.ts';
import { ForeignName } from '../../components/foreign-text.tsx';
import { shownName, visibleLine } from '../../text/visible-text.ts';
import styles from './progress.module.css';

export function Progress({ probe }: { probe: ProbeView }) {
  return (
    <section className={styles.progress} aria-label="Progress">
      {probe.servers.map((server) => (
        <div key={server.server} className={styles.line}>
          <ForeignName text={server.name} className={styles.name} />
          <progress
            max={Math.max(1, server.total)}
            value={server.done}
            aria-label={`${shownName(server.name)}: ${server.done} of ${server.total}`}
          />
          <span className={server.state === 'failed' ? styles.failed : styles.state}>{stateWords(server)}</span>
        </div>
      ))}
    </section>
  );
}

function stateWords({ state, done, total, current, problem, leftOut }: ProbeServerView): string {
  switch (state) {
    case 'waiting':
      return 'Waiting';
    case 'connecting':
      return 'Connecting';
    case 'running':
      return `${done} of ${total} · ${visibleLine(current)}`;
    case 'done':
      return `${done} sent, ${leftOut} left out`;
    case 'failed':
      return visibleLine(problem);
    case 'stopped':
      return `Stopped after ${done}`;
    default:
      return state satisfies never;
  }
}
