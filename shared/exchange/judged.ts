// What pairing is told of a failure: a judgement where the row's own events tell the rest to whoever asks later, else the
// whole of it. Owns how the two are told apart, and what else must be known to read a judged failure the same way again.

import type { Fingerprint } from '../decode/fingerprint.ts';
import type { Failure, Judgement } from '../failure.ts';

/** How much of a failure is asked for: `whole` where its row's events alone would not give it again. */
export type Depth = 'judgement' | 'whole';

/** What was known of the server when a failure was judged, as far as it counts; nothing is left out but what says nothing. */
export interface Circumstances extends Partial<Pick<Fingerprint, 'confidence' | 'titles' | 'serverInfo'>> {
  /** A dialect that a person had chosen. */
  pinned?: string;
}

/** `under` is left out where nothing was known. A decoder may always give more than it was asked for. */
export type Judged = Failure | (Judgement & { under?: Circumstances });

export function isWhole(failure: Judged): failure is Failure {
  return 'fault' in failure;
}
