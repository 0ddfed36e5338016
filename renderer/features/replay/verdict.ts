// What the last attempt means, and what to do next, in one line. Pure.

import { placeName } from '../../../shared/correct/correction.ts';
import type { Failure } from '../../../shared/failure.ts';
import { duration } from '../../../shared/text/duration.ts';
import type { RowDetail } from '../../../shared/timeline.ts';
import { originalLook } from '../../text/replay-words.ts';
import type { Tone } from '../../text/row-words.ts';
import { shortValue } from '../../text/wording.ts';

const longestValue = 40;

/** null: there was one attempt, or the last one has no answer yet. */
export function replayVerdict(attempts: readonly RowDetail[]): { words: string; tone: Tone } | null {
  const last = attempts.at(-1);
  if (attempts.length < 2 || last === undefined || last.row.pending) return null;
  const look = last.original && originalLook(last.original);
  const isFixed = last.failure === null;
  const word = look?.word ?? (isFixed ? 'Fixed' : 'Still fails');
  const next = last.failure === null ? '' : nextReplayStep(last.failure);
  return {
    words: next === '' ? (isFixed ? `${word}. The last attempt was answered.` : `${word}.`) : `${word}. Next: ${next}`,
    tone: look?.tone ?? (isFixed ? 'ok' : 'bad'),
  };
}

/** `limit must be at most 50; you sent 500`: any other number within it works too. */
const limit = /^ must be ((?:at most|at least|above|below) [^;]{1,40});/;
const limitOf = (sentence: string, name: string): string | undefined =>
  sentence.startsWith(name) ? limit.exec(sentence.slice(name.length))?.[1] : undefined;

/** `set resourceId to 1`; '' if nothing is known. */
function nextReplayStep({ fix, sentence }: Failure): string {
  switch (fix.kind) {
    case 'request': {
      const [change] = fix.changes;
      const [missing] = fix.missing;
      if (change?.was !== undefined) return `rename ${placeName(change.was)} to ${placeName(change.path)}`;
      if (change !== undefined)
        return change.after === undefined
          ? `remove ${placeName(change.path)}`
          : `set ${placeName(change.path)} to ${limitOf(sentence, placeName(change.path)) ?? shortValue(change.after, longestValue)}`;
      return missing === undefined ? '' : `enter ${placeName(missing.path)}`;
    }
    case 'wait':
      return fix.afterMs === null || fix.afterMs <= 0 ? 'send the same call again' : `wait ${duration(fix.afterMs, 2)}`;
    case 'setting':
      return fix.variables.length === 0 ? '' : `set ${fix.variables.join(', ')}`;
    case 'sign_in':
      return 'sign in';
    case 'approval':
      return 'get it approved';
    case 'report':
    case 'none':
      return '';
  }
}
