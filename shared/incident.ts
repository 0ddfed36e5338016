// Why a connection did not come about, or ended, as a window is shown it: the cause of an incident. Owns the shape; who joins
// whom is exchange/incidents.ts's, the words are incident/incident-cause.ts's, and its rows are timeline.ts's.

import type { Fix } from './advice.ts';

/** `process`: it ended. `start`: it never ran. `address`: nobody answers there. `settings`: nothing was tried. */
export type CauseKind = 'process' | 'start' | 'address' | 'settings';

export interface IncidentCause {
  kind: CauseKind;
  /** One sentence of at most 90 characters: `acme needs ACME_API_KEY.` */
  title: string;
  /** How that showed, in one sentence. */
  text: string;
  /** Trying again changes nothing until something is changed. */
  needsChange: boolean;
  /** Environment variables that the server says it misses. */
  variables: { name: string }[];
  /** The line of stderr that says most, and where it stands among the last ones. */
  line: { text: string; number: number; of: number } | null;
  /** What helps, most likely first. */
  fixes: Fix[];
  /** What is known, and the row that shows it. */
  facts: { name: string; words: string; row: number }[];
}
