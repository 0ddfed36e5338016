// What kind of trouble the end, or the lack, of a connection is: read from the evidence that decides its failure. The failure has
// the words; this only chooses which actions a card offers. Which rows belong together: exchange/incidents.ts.

import type { Failure } from '../failure.ts';

/** `process`: it ended. `start`: it never ran. `address`: nothing answers there. `settings`: nothing was tried. */
export type Trouble = 'process' | 'start' | 'address' | 'settings';

/** null: the connection is not the trouble. */
export function troubleOf({ class: failureClass, evidence }: Pick<Failure, 'class' | 'evidence'>): Trouble | null {
  switch (evidence.find(({ decides }) => decides)?.path) {
    case 'process.spawnError':
      return 'start';
    case 'process.code':
    case 'process.signal':
      return 'process';
    case 'http.error':
      // With a status, somebody was there and had begun to answer.
      return evidence.some(({ path }) => path === 'http.status') ? null : 'address';
    case 'unanswered.why':
      return failureClass === 'not_ready' ? 'settings' : null;
    default:
      return null;
  }
}
