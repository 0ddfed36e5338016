// The verdict of a failure and where it came from, as a line of pills: retry, owner, certainty, layer and carrier, who said it, code.

import type { Failure } from '../../../shared/failure.ts';
import { verdictWords } from '../../../shared/retry/verdict-words.ts';
import { Help } from '../../components/help.tsx';
import {
  approvalHelp,
  carrierHelp,
  certaintyHelp,
  classHelp,
  type HelpText,
  layerHelp,
  originHelp,
  ownerHelp,
  unflaggedHelp,
  verdictHelp,
} from '../../components/help-texts.ts';
import { Pill } from '../../components/pill.tsx';
import type { Tone } from '../../text/row-words.ts';
import { visibleLine } from '../../text/visible-text.ts';
import { certaintyWords, codeWords, layerWord, originWords, ownerWords } from '../../text/wording.ts';
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
  return (
    <div className={styles.pills}>
      <VerdictPills failure={failure} />
      {!failure.flagged && (
        <Help about={unflaggedHelp}>
          <Pill tone="warn">probable failure, not flagged</Pill>
        </Help>
      )}
      <SourcePills failure={failure} serverName={serverName} />
    </div>
  );
}

/** Retry, owner, certainty. */
export function VerdictPills({ failure }: { failure: Failure }) {
  const { retry, owner, certainty } = failure;
  const needsApproval = retry.verdict === 'after_auth' && failure.class === 'approval_required';
  return (
    <>
      <Help about={needsApproval ? approvalHelp : verdictHelp[retry.verdict]}>
        <Pill tone={verdictTones[retry.verdict]}>{verdictWords(retry, failure.class)}</Pill>
      </Help>
      <Help about={ownerHelp[owner]}>
        <Pill tone="mute">{ownerWords[owner]}</Pill>
      </Help>
      <Help about={certaintyHelp[certainty]}>
        <Pill tone="mute">{certaintyWords[certainty]}</Pill>
      </Help>
    </>
  );
}

/** Where in the conversation it was, who said it, and the code. */
export function SourcePills({ failure, serverName }: { failure: Failure; serverName: string }) {
  const code = codeWords(failure);
  return (
    <>
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
    </>
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
