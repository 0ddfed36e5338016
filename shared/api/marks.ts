// What the user said about a failure group: expected, resolved, or a note. A resolved group that fails again has regressed. Owns the
// shape that windows, the data folder and captures share.

import type { Owner } from '../failure.ts';

export interface GroupMark {
  /** As in the filter `group:`. */
  group: string;
  /** null: there is a note only. */
  state: 'expected' | 'resolved' | 'regressed' | null;
  note: string;
  /** The owner the user set. Omitted: the finding's owner. */
  owner?: Owner;
  /** When it was marked, ms since 1970. */
  at: number;
  /** The server's version at that time; null if it reported none. */
  version: string | null;
  /** If it regressed: when it failed again, and on which server version. */
  back: { at: number; version: string | null } | null;
  /** For people who read the file; the group is the key. */
  server: string;
  words: string;
}

/** Rows of one group move to another when Misfire decodes them differently. One group may become several. */
export interface RenamedGroup {
  from: string;
  to: string;
}

/** Failures of such groups are counted and shown separately from those that need action. */
export function isQuietMark({ state }: Pick<GroupMark, 'state'>): boolean {
  return state === 'expected' || state === 'resolved';
}
