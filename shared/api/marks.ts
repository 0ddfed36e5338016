// What the user said about a failure group: expected, resolved, or a note. A resolved group that fails again has regressed. Owns the
// shape that windows, the data folder and captures share.

import { z } from 'zod';
import { owners } from '../failure.ts';

const version = z.string().max(100).nullable();

export const groupMarkSchema = z.object({
  /** As in the filter `group:`. */
  group: z.string().min(1).max(40),
  /** null: there is a note only. */
  state: z.enum(['expected', 'resolved', 'regressed']).nullable(),
  note: z.string().max(2000),
  /** The owner the user set. Omitted: the finding's owner. */
  owner: z.enum(owners).optional(),
  /** When it was marked, ms since 1970. */
  at: z.number(),
  /** The server's version at that time; null if it reported none. */
  version,
  /** If it regressed: when it failed again, and on which server version. */
  back: z.object({ at: z.number(), version }).nullable(),
  /** For people who read the file; the group is the key. */
  server: z.string().max(200),
  words: z.string().max(300),
});
export type GroupMark = z.output<typeof groupMarkSchema>;

/** Rows of one group move to another when Misfire decodes them differently. One group may become several. */
export const renamedGroupSchema = z.object({ from: groupMarkSchema.shape.group, to: groupMarkSchema.shape.group });
export type RenamedGroup = z.output<typeof renamedGroupSchema>;

/** Failures of such groups are counted and shown separately from those that need action. */
export function isQuietMark({ state }: Pick<GroupMark, 'state'>): boolean {
  return state === 'expected' || state === 'resolved';
}

/** `on 1.2.0`, `by 1.2.0 → 1.3.0`; '' if no version is known. */
export function versionWords({ version: before, back }: Pick<GroupMark, 'version' | 'back'>): string {
  if (!back) return before === null ? '' : `on version ${before}`;
  if (before === null && back.version === null) return '';
  if (before === back.version) return `on version ${before}, as before`;
  return `on version ${back.version ?? 'unknown'}, was resolved on ${before ?? 'an unknown one'}`;
}
