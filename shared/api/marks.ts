// What a person said about a group of failures: that it is expected, that it is resolved, or something in words. One that is
// resolved and fails again has regressed. Owns the shape, which the windows, the data folder and captures share.

import { z } from 'zod';
import { owners } from '../failure.ts';

const version = z.string().max(100).nullable();

export const groupMarkSchema = z.object({
  /** As in the filter `group:`. */
  group: z.string().min(1).max(40),
  /** null: there is a note only. */
  state: z.enum(['expected', 'resolved', 'regressed']).nullable(),
  note: z.string().max(2000),
  /** Who has to fix it, by a person's word. Left out: as the finding says. */
  owner: z.enum(owners).optional(),
  /** When it was marked, ms since 1970. */
  at: z.number(),
  /** The version that the server had then; null where it never said. */
  version,
  /** Of one that regressed: when it failed again, and on which version of the server. */
  back: z.object({ at: z.number(), version }).nullable(),
  /** For whoever reads the file; the group decides. */
  server: z.string().max(200),
  words: z.string().max(300),
});
export type GroupMark = z.output<typeof groupMarkSchema>;

/** Rows of one group have another one since Misfire reads them differently. A group may have become several. */
export const renamedGroupSchema = z.object({ from: groupMarkSchema.shape.group, to: groupMarkSchema.shape.group });
export type RenamedGroup = z.output<typeof renamedGroupSchema>;

/** Failures of such groups are counted and shown apart from those that want something done. */
export function isQuiet({ state }: Pick<GroupMark, 'state'>): boolean {
  return state === 'expected' || state === 'resolved';
}

/** `on 1.2.0`, `by 1.2.0 → 1.3.0`; '' where no version is known. */
export function versionWords({ version: before, back }: Pick<GroupMark, 'version' | 'back'>): string {
  if (!back) return before === null ? '' : `on version ${before}`;
  if (before === null && back.version === null) return '';
  if (before === back.version) return `on version ${before}, as before`;
  return `on version ${back.version ?? 'unknown'}, was resolved on ${before ?? 'an unknown one'}`;
}
