// What makes the call succeed: the finding's fix and its recommended steps. The primary button applies it.

import type { Failure } from '../../../shared/failure.ts';
import { duration } from '../../../shared/text/duration.ts';
import type { RowDetail } from '../../../shared/timeline.ts';
import { useConnection } from '../../model/connection.ts';
import { isRefused } from '../../model/request-fix.ts';
import { countInWords } from '../../text/format.ts';
import { visibleLine } from '../../text/visible-text.ts';
import { recoveryOf } from '../parts/card-recovery.ts';
import { Fixed } from '../parts/fold.tsx';
import lines from '../parts/lines.module.css';
import { NoiseFix } from '../parts/noise-fix.tsx';
import { isNoise } from '../parts/noise-line.ts';
import type { SectionProps } from '../parts/section-props.ts';
import { FixRequest } from './fix-request.tsx';
import { fixSummary } from './fix-summary.ts';

export function FixSection({ detail, acts }: SectionProps) {
  const { failure, incident } = detail;
  const isRecording = useConnection((state) => state.recording?.isLive === false);
  if (!failure) return isNoise(detail) ? <NoiseSection detail={detail} /> : null;
  const hasVariables = failure.fix.kind === 'setting' && failure.fix.variables.length > 0;
  if (incident?.healed) {
    const Saved = hasVariables && !isRecording ? acts?.SavedSection : null;
    return Saved ? <Saved detail={detail} failure={failure} /> : null;
  }
  // What made it work is on the tab Attempts.
  if (isRefused(detail) && recoveryOf(detail) !== null) return null;
  const plain = <PlainFix detail={detail} failure={failure} acts={acts} isRecording={isRecording} />;
  const Pick = isRecording || isRefused(detail) ? null : acts?.FixPick;
  return Pick ? <Pick detail={detail}>{plain}</Pick> : plain;
}

function NoiseSection({ detail }: { detail: RowDetail }) {
  return (
    <Fixed id="fix" title="Fix" summary="in the server">
      <NoiseFix detail={detail} />
    </Fixed>
  );
}

interface PlainFixProps extends SectionProps {
  failure: Failure;
  isRecording: boolean;
}

function PlainFix({ detail, failure, acts, isRecording }: PlainFixProps) {
  const { row } = detail;
  const isRequest = isRefused(detail);
  const noise = isNoise(detail);
  const steps = isRequest ? [] : failure.remedy.filter((step) => !isSaid(failure, step));
  const Variables = acts?.FixVariables ?? null;
  const hasVariables = failure.fix.kind === 'setting' && failure.fix.variables.length > 0;
  const asks = Variables !== null && !isRecording && hasVariables;
  if (!isRequest && steps.length === 0 && !asks && !noise) return null;
  return (
    <Fixed
      id="fix"
      title="Fix"
      summary={fixSummary(failure.fix) || (steps.length > 1 ? countInWords(steps.length, 'step') : '')}
    >
      {isRequest && <FixRequest key={row.id} detail={detail} acts={acts} />}
      {asks && <Variables detail={detail} failure={failure} />}
      {!asks && steps.length > 0 && (
        <ol className={lines.steps}>
          {steps.map((step) => (
            <li key={step}>
              <span>{visibleLine(step)}</span>
            </li>
          ))}
        </ol>
      )}
      {noise && <NoiseFix detail={detail} />}
      {Variables !== null && isRecording && row.kind === 'call' && row.direction === 'out' && (
        <p>Replay live sends a copy to a server you choose. The recording stays as it is.</p>
      )}
    </Fixed>
  );
}

/** The headline, the quote, the verdict or the button already says so. */
function isSaid({ sentence, quote, fix }: Failure, step: string): boolean {
  const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N} ]/gu, '');
  const said = quote?.text.includes(' ') ? plain(quote.text) : '';
  if (said !== '' && plain(step).includes(said)) return true;
  if (plain(sentence).includes(plain(step)) || plain(step).includes(plain(sentence))) return true;
  return fix.kind === 'wait' && fix.afterMs !== null && plain(step).startsWith(plain(`wait ${duration(fix.afterMs)}`));
}
