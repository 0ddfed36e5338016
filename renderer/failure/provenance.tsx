// Where the failure came from, as a line of pills: verdict, layer and carrier, who said it, code, dialect and how sure.

import type { Failure } from '../../shared/failure.ts';
import { Pill } from '../components/pill.tsx';
import type { Tone } from '../timeline/row-look.ts';
import styles from './detail-pane.module.css';
import { verdictWords } from './retry-plan.ts';
import { codeWords, faultWords, layerWord, originWords, percent } from './wording.ts';

const verdictTones: Record<Failure['retry']['verdict'], Tone> = {
  wait: 'wait',
  backoff: 'wait',
  after_fix: 'warn',
  after_auth: 'warn',
  never: 'bad',
  unknown: 'mute',
};

export function Provenance({ failure, serverName }: { failure: Failure; serverName: string }) {
  const code = codeWords(failure);
  const { verdict, afterMs } = failure.retry;
  return (
    <div className={styles.pills}>
      <Pill tone={verdictTones[verdict]}>{verdictWords(verdict, afterMs)}</Pill>
      {!failure.flagged && (
        <Pill tone="warn" title="The server dressed the failure as success">
          probable failure, not flagged
        </Pill>
      )}
      <Pill tone="mute">{layerWord(failure.layer, failure.carrier)}</Pill>
      <Pill tone="mute" title={`${failure.class.replaceAll('_', ' ')}, ${faultWords[failure.fault]}`}>
        {originWords(failure.origin, serverName)}
      </Pill>
      {code && (
        <Pill tone="mute" title={failure.category ?? undefined}>
          <span className="mono">{code}</span>
        </Pill>
      )}
      <Pill tone="mute">{faultWords[failure.fault]}</Pill>
      <Pill
        tone="mute"
        title={
          failure.dialect.runnerUp
            ? `Next best: ${failure.dialect.runnerUp.id}, ${percent(failure.dialect.runnerUp.confidence)}`
            : undefined
        }
      >
        dialect {failure.dialect.id} · {percent(failure.dialect.confidence)} sure
      </Pill>
    </div>
  );
}
