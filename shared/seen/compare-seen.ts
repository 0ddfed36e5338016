// Compares the server's response with what the model received: which parts are missing, and whether the client's known rule explains it.
// Formatting alone is not a difference. The rules are those of `asSeenBy`; a difference that they do not predict is unexpected.

import { asSeenBy } from './as-seen-by.ts';
import { lossesOf } from './losses.ts';
import { lostWords } from './lost-words.ts';
import { failedOf, gotText } from './parts/blocks.ts';
import type { Got, Loss, SeenContext, ServerAnswer } from './parts/seen.ts';
import type { SeenClientId } from './seen.ts';

export interface SeenPair {
  /** null: the client's rules are unknown. */
  rules: SeenClientId | null;
  clientName: string;
  said: ServerAnswer;
  got: Got;
  flagged: boolean;
  /** The client saved the whole result in a file. */
  isPutAside: boolean;
  /** A client hook replaced the output. */
  isReplaced: boolean;
  context: SeenContext;
}

export interface SeenDifference {
  /** Two to four words each, for a badge. */
  badges: string[];
  lost: Loss[];
  /** `rule`: what the client always does. `hook`: its hook did it. `unexpected`: no known rule does that. */
  because: 'rule' | 'hook' | 'unexpected' | 'unknown rules';
  /** One or two sentences. */
  cause: string;
  /** The version with which the rule was measured. */
  measured: string;
}

/** null: nothing is missing. */
export function compareSeen(pair: SeenPair): SeenDifference | null {
  const { rules, said, got, flagged, isReplaced, clientName } = pair;
  const lost = lossesOf(said, got, flagged);
  if (lost.length === 0) return null;
  const badges = badgesOf(lost, pair);
  if (isReplaced)
    return {
      badges,
      lost,
      because: 'hook',
      cause: `A hook of ${clientName} replaced the output before the model got it.`,
      measured: '',
    };
  if (rules === null)
    return {
      badges,
      lost,
      because: 'unknown rules',
      cause: `Misfire does not know the rules of ${clientName}.`,
      measured: '',
    };
  const expected = asSeenBy(rules, said, pair.context);
  const isExpected = expected.lost.join() === lost.join();
  return {
    badges,
    lost,
    because: isExpected ? 'rule' : 'unexpected',
    cause: isExpected
      ? `${clientName}: ${expected.rule}`
      : `${clientName} usually loses ${lostWords(expected.lost) || 'nothing'} of such an answer. Here it lost ${lostWords(lost)}.`,
    measured: expected.version,
  };
}

function badgesOf(lost: readonly Loss[], { said, got, isPutAside }: SeenPair): string[] {
  if (isPutAside) return ['put aside in a file', ...(lost.includes('flag') ? ['isError lost'] : [])];
  const isFailed = failedOf(said);
  const length = gotText(got).length.toLocaleString('en-US');
  const words: Record<Loss, string> = {
    text: isFailed ? 'error text dropped' : 'text dropped',
    'structured content': 'structured content dropped',
    image: 'image dropped',
    audio: 'audio dropped',
    resource: 'resource dropped',
    'resource link': 'resource link dropped',
    code: 'error code dropped',
    data: 'error data dropped',
    flag: 'isError lost',
    'the middle': 'middle cut out',
    'the end': `cut at ${length}`,
    everything: 'nothing passed on',
  };
  return lost.includes('everything')
    ? [words.everything, ...(lost.includes('flag') ? [words.flag] : [])]
    : lost.map((loss) => words[loss]);
}
