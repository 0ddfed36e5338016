// What a search for words did not look at, in one sentence for the window and the command line.

/** Without an index, of a burst only so many messages are looked at: there it would be done on the thread that records. */
export const searchedOfBurst = 2000;

/** '' when all was looked at. */
export function leftOutWords(bursts: number): string {
  if (bursts === 0) return '';
  const which = bursts === 1 ? 'one long burst' : `${bursts.toLocaleString('en')} long bursts`;
  return `Of ${which} only the first ${searchedOfBurst.toLocaleString('en')} messages were searched.`;
}
