// Methods of captures: export and import, in parts.

import { z } from 'zod';
import { exportFormats } from '../capture/format-names.ts';
import { id, method, returns } from './method.ts';
import type { ExportPreview, ImportedPart, RecordingView } from './views.ts';

const exportSchema = z.object({
  format: z.enum(exportFormats),
  /** Only matching rows; '' selects the whole recording. */
  filter: z.string().max(2000),
  /** Further values to mask, each a regular expression. */
  patterns: z.array(z.string().max(500)).max(50),
  /** Kinds of secrets that the user chose not to mask. */
  keep: z.array(z.string().max(40)).max(50),
});
export type ExportOptions = z.output<typeof exportSchema>;

export const captureMethods = {
  /** What an export would contain and mask. */
  previewExport: method(exportSchema, returns<ExportPreview>()),
  /** Starts an export; `exportPart` then fetches its text until it is done. */
  startExport: method(exportSchema, returns<{ export: number; fileName: string; mediaType: string }>()),
  /** `share`: how far the whole export is, from 0 to 1. The text of a part may be empty. */
  exportPart: method(
    z.object({ export: id }),
    returns<{ text: string; done: boolean; masked: number; share: number }>(),
  ),
  cancelExport: method(z.object({ export: id }), returns<null>()),
  /** Starts an import; `importPart` then sends its text and marks the last part. `known`: the recording that an earlier import of the same file created. */
  startImport: method(
    z.object({ name: z.string().max(500), print: z.string().max(100).optional() }),
    returns<{ import: number; known: RecordingView | null }>(),
  ),
  /** The last part returns the new recording. */
  importPart: method(
    z.object({ import: id, text: z.string().max(4_000_000), last: z.boolean() }),
    returns<ImportedPart>(),
  ),
  /** Cancels an import and discards it. */
  cancelImport: method(z.object({ import: id }), returns<null>()),
};
