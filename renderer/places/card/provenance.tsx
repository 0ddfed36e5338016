// Where the failure came from, as a line of pills: verdict, layer and carrier, who said it, code, dialect and how sure.

import type { Failure } from '../../../shared/failure.ts';
import { verdictWords } from '../../../shared/retry/verdict-words.ts';
import { useDialectHelp } from '../../components/dialect-help.ts';
import { Help } from '../../components/help.tsx';
import {
  approvalHelp,
  carrierHelp,
  classHelp,
  confidenceHelp,
  faultHelp,
  type HelpText,
  layerHelp,
  originHelp,
  unflaggedHelp,
  verdictHelp,
} from '../../components/help-texts.ts';
import { Pill } from '../../components/pill.tsx';
import type { Tone } from '../../text/row-words.ts';
import { visibleLine } from '../../text/visible-text.ts';
import { codeWords, faultWords, layerWord, originWords, percent } from '../../text/wording.ts';
import styles from './detail-pane.module.css';

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
  const { verdict } = failure.retry;
  const needsApproval = verdict === 'after_auth' && failure.class === 'approval_required';
  const dialect = useDialectHelp(failure.dialect.id);
  return (
    <div className={styles.pills}>
      <Help about={needsApproval ? approvalHelp : verdictHelp[verdict]}>
        <Pill tone={verdictTones[verdict]}>{verdictWords(failure.retry, failure.class)}</Pill>
      </Help>
      {!failure.flagged && (
        <Help about={unflaggedHelp}>
          <Pill tone="warn">probable failure, not flagged</Pill>
        </Help>
      )}
      <Help about={[layerHelp[failure.layer], carrierHelp[failure.carrier]]}>
        <Pill tone="mute">{layerWord(failure.layer, failure.carrier)}</Pill>
      </Help>
      <Help about={originHelp[failure.origin]}>
        <Pill tone="mute">{originWords(failure.origin, serverName)}</Pill>
      </Help>
      {code && (
        <Help about={codeHelp(failure)}>
          <Pill tone="mute">
            <span className="mono">{code}</span>
          </Pill>
        </Help>
      )}
      <Help about={faultHelp[failure.fault]}>
        <Pill tone="mute">{faultWords[failure.fault]}</Pill>
      </Help>
      <Help about={[dialect, confidenceText(failure)]}>
        <Pill tone="mute">
          dialect {failure.dialect.id} · {percent(failure.dialect.confidence)} sure
        </Pill>
      </Help>
    </div>
  );
}

/** The server's own code, and the class that it was read as. */
function codeHelp(failure: Failure): HelpText[] {
  const { name, text } = classHelp[failure.class];
  const category = failure.category ? `The server’s own code, of its category ${visibleLine(failure.category)}.` : '';
  return [
    { name: 'Code', text: category || 'The server’s own code.' },
    { name: `Read as ${name.toLowerCase()}`, text },
  ];
}

function confidenceText({ dialect }: Failure): HelpText {
  const { name, text } = confidenceHelp(dialect.confidence);
  const next = dialect.runnerUp
    ? ` Next best: ${visibleLine(dialect.runnerUp.id)}, ${percent(dialect.runnerUp.confidence)}.`
    : '';
  return { name, text: text + next };
}
