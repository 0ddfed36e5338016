// The names of lost parts, for sentences.

import type { Loss } from './parts/seen.ts';

const lossWords: Partial<Record<Loss, string>> = {
  flag: 'isError',
  code: 'the error code',
  data: 'the error data',
  text: 'the text',
  everything: 'the whole response',
};

export function lostWords(lost: readonly Loss[]): string {
  const named = lost.includes('everything')
    ? lost.filter((loss) => loss === 'everything' || loss === 'flag').reverse()
    : lost;
  return named.map((loss) => lossWords[loss] ?? loss).join(', ');
}
