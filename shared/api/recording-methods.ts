// Methods of recordings: choosing, naming and deleting them.

import { z } from 'zod';
import { id, method, returns } from './method.ts';
import type { RecordingView } from './views.ts';

const retentionSchema = z.object({
  maxBytes: z.number().int().min(1_000_000).nullable(),
  maxAgeDays: z.number().int().min(1).max(36_500).nullable(),
});
export type Retention = z.output<typeof retentionSchema>;

export const recordingMethods = {
  recordings: method(z.object({}), returns<{ recordings: RecordingView[] }>()),
  /** Shows another recording in every window. */
  openRecording: method(z.object({ recording: id }), returns<RecordingView>()),
  /** Starts a new recording and shows it. */
  newRecording: method(z.object({ name: z.string().max(200) }), returns<RecordingView>()),
  changeRecording: method(
    z.object({
      recording: id,
      name: z.string().max(200).optional(),
      note: z.string().max(5000).optional(),
    }),
    returns<RecordingView>(),
  ),
  deleteRecording: method(z.object({ recording: id }), returns<null>()),
  /** Retention limits; null is no limit. Without `rule` it only reads them. */
  retention: method(z.object({ rule: retentionSchema.optional() }), returns<Retention>()),
  /** Values that rows have for a key of the filter language, with counts. `about`: what a value means, if the value does not say so. */
  suggest: method(
    z.object({ key: z.string().max(40), prefix: z.string().max(200) }),
    returns<{ values: { value: string; count: number; about?: string | undefined }[] }>(),
  ),
};
