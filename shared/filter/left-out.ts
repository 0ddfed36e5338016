// Says what a word search did not cover, in one sentence for the window and the command line.

/** Without an index, only this many messages of a burst are searched, because the recording thread would do it. */
export const searchedOfBurst = 2000;

/** '' if everything was searched. */
export function leftOutWords(bursts: number): string {
  if (bursts === 0) return '';
  const which = bursts === 1 ? 'one long burst' : `${bursts.toLocaleString('en')} long bursts`;
  return `Of ${which} only the first ${searchedOfBurst.toLocaleString('en')} messages were searched.`;
}
