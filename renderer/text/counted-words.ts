// The failed calls of a recording in words, with the digits of the window.

import { type FailedCalls, failedCallWords } from '../../shared/incident/failed-calls.ts';
import { groupDigits } from './format.ts';

export const countedWords = (counted: FailedCalls | null): string => failedCallWords(counted, groupDigits);
