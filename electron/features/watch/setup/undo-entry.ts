// The text of a settings file with one entry as it was before it was watched. Byte for byte if the entry is unchanged, else by removing
// what Misfire inserted. Text that Misfire did not write is left alone. Works on strings; watch-setup.ts reads and writes files.

import { z } from 'zod';
import type { SettingsFormat } from '../../../../shared/clients/client.ts';
import type { JsonObject } from '../../../../shared/json/json.ts';
import { jsonText } from '../../../../shared/json/json-text.ts';
import { unbridgeEntry, withEntry } from '../../../inspector/client-configs/address-edit.ts';
import { describeAmbiguity } from '../../../inspector/client-configs/ambiguous-entry.ts';
import type { JournalPlace } from '../../../inspector/client-configs/edit-journal.ts';
import {
  addressOf,
  applyEdits,
  entryWords,
  findEntries,
  isSamePath,
  unlaunchEntry,
  watchedWordsOf,
} from '../../../inspector/client-configs/entry-edit.ts';
import { readSpans } from '../../../inspector/client-configs/span-tree.ts';
import type { ObjectSpan, SpanNode } from '../../../inspector/client-configs/span-types.ts';
import { runsWatchProgram } from '../../../inspector/client-configs/watched-forms.ts';

const valueSchema = z.custom<JsonObject>((value) => typeof value === 'object' && value !== null);
const recordSchema = z.object({
  id: z.string(),
  path: z.string(),
  entry: z.array(z.string()),
  format: z.enum(['json', 'toml', 'yaml']),
  /** The changed text, before and after. */
  before: z.string(),
  after: z.string(),
  /** For an entry with an address, which cannot be derived from the written text. */
  values: z.object({ before: valueSchema, after: valueSchema }).optional(),
  backup: z.string(),
});
export type WatchRecord = z.infer<typeof recordSchema>;
export const watchJournal: JournalPlace<WatchRecord> = { folder: 'watch', file: 'records.json', record: recordSchema };

interface EntryInFile {
  path: string;
  text: string;
  format: SettingsFormat;
  at: readonly string[];
}

/** `isOver`: there is nothing left to undo. */
type Undone = { ok: true; text: string; exact: boolean } | { ok: false; problem: string; isOver?: true };

const notWatched = {
  ok: false,
  problem: 'This entry is not watched, so there is nothing to undo.',
  isOver: true,
} as const;

export function undoEntry({ path, text, format, at }: EntryInFile, record: WatchRecord | undefined): Undone {
  const spans = readSpans(text, format);
  if (!spans.ok) return { ok: false, problem: `${path} cannot be read. ${spans.problem}` };
  const found = findEntries(spans.root).find((each) => isSamePath(each.path, at));
  if (!found) return notWatched;
  const exact = record ? putBack(text, format, { root: spans.root, ...found }, record) : null;
  if (exact !== null) return { ok: true, text: exact, exact: true };
  const watched = watchedWordsOf(found.entry);
  if (!watched) {
    if (!record || !runsWatchProgram(entryWords(found.entry) ?? [])) return notWatched;
    return { ok: false, problem: 'The words that Misfire wrote there were changed. Change this entry back by hand.' };
  }
  if (found.ambiguity) return { ok: false, problem: describeAmbiguity(path, text, found.ambiguity, 'undo') };
  if (watched.reaches === 'address' && !record?.values)
    return {
      ok: false,
      problem: `Misfire has no record of how this entry was written. Give the client its address by hand: ${watched.runs[0]}`,
    };
  const edited = record?.values
    ? unbridgeEntry(text, format, at, { text: record.before, ...record.values })
    : unlaunchEntry(text, format, at);
  return edited.ok ? { ok: true, text: edited.text, exact: false } : edited;
}

/** Whether the entry is still exactly as Misfire wrote it. */
export function isAsWritten({ text, format, at }: EntryInFile, record: WatchRecord): boolean {
  const spans = readSpans(text, format);
  const found = spans.ok ? findEntries(spans.root).find((each) => isSamePath(each.path, at)) : undefined;
  return spans.ok && found !== undefined && putBack(text, format, { root: spans.root, ...found }, record) !== null;
}

interface Located {
  root: SpanNode;
  path: readonly string[];
  entry: ObjectSpan;
}

/** null: the entry has changed, or the record does not match it. */
function putBack(
  text: string,
  format: SettingsFormat,
  located: Located,
  { before, after }: WatchRecord,
): string | null {
  const { root, path, entry } = located;
  // A copy under another name may have the same words. A later copy changes the rest of the file, which is refused below.
  let start = after === '' ? -1 : text.indexOf(after);
  while (start >= 0 && start + after.length <= entry.start) start = text.indexOf(after, start + 1);
  if (start < 0) return null;
  const restored = applyEdits(text, [{ start, end: start + after.length, text: before }]);
  const spans = readSpans(restored, format);
  const now = spans.ok ? findEntries(spans.root).find((each) => isSamePath(each.path, path))?.entry : undefined;
  if (!spans.ok || !now || !runsSame(entry, now)) return null;
  const rest = (whole: SpanNode, own: ObjectSpan) => jsonText(withEntry(whole, own, null), true);
  return rest(spans.root, now) === rest(root, entry) ? restored : null;
}

/** Undo restores what was watched, even if the record is damaged. */
function runsSame(watched: ObjectSpan, restored: ObjectSpan): boolean {
  const form = watchedWordsOf(watched);
  // An earlier version read the first of two keys and wrote entries that run neither.
  if (!form) return true;
  const runs = form.reaches === 'address' ? [addressOf(restored) ?? ''] : (entryWords(restored) ?? []);
  return isSamePath(runs, form.runs);
}
