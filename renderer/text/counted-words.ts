// The failed calls of a recording in words, with the digits of the window.

import { type FailedCalls, failedCallWords } from '../../shared/incident/failed-calls.ts';
import { groupDigits } from './format.ts';

/** null: an earlier version counted differently; the recording is counted again when it is opened. */
export function countedWords(counted: FailedCalls | null): string {
  return counted === null ? 'not counted yet' : failedCallWords(counted, groupDigits);
}
