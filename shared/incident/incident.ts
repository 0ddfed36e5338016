// The kind of problem if a connection ended or is missing, from the deciding evidence of its failure. It only chooses the card's actions;
// the failure has the text. exchange/incidents.ts groups the rows.

import type { Failure } from '../failure.ts';

/** `process`: it exited. `start`: it never ran. `address`: nothing answers there. `settings`: not attempted. */
export type Trouble = 'process' | 'start' | 'address' | 'settings';

/** null: the connection is not the problem. */
export function troubleOf({ class: failureClass, evidence }: Pick<Failure, 'class' | 'evidence'>): Trouble | null {
  switch (evidence.find(({ decides }) => decides)?.path) {
    case 'process.spawnError':
      return 'start';
    case 'process.code':
    case 'process.signal':
      return 'process';
    case 'http.error':
      // With a status, the server was there and had started to answer.
      return evidence.some(({ path }) => path === 'http.status') ? null : 'address';
    case 'unanswered.why':
      return failureClass === 'not_ready' ? 'settings' : null;
    default:
      return null;
  }
}
