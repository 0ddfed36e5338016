// Methods of transcripts: reading those of other programs.

import { z } from 'zod';
import { id, method, returns } from '../../api/method.ts';
import type { FollowedTranscript, TranscriptView } from '../../api/transcripts.ts';
import type { ImportedPart, RecordingView } from '../../api/views.ts';
import type { UnknownLines } from '../../transcripts/transcript-lines.ts';

export const transcriptsMethods = {
  /** Transcripts of other programs on this machine. Reads names, sizes and times, but no contents. */
  transcripts: method(z.object({}), returns<{ transcripts: TranscriptView[] }>()),
  /** Reads one of them to count its calls; saves nothing. */
  countTranscript: method(
    z.object({ file: z.string().max(4000) }),
    returns<{ calls: number; failedCalls: number; causes: number; unknown: number }>(),
  ),
  /** Starts to read one into a recording; `transcriptPart` continues until it is done, `cancelImport` cancels it. */
  readTranscript: method(
    z.object({ file: z.string().max(4000) }),
    returns<{ import: number; known: RecordingView | null; size: number }>(),
  ),
  /** `bytes`: read so far. */
  transcriptPart: method(z.object({ import: id }), returns<ImportedPart & { bytes: number }>()),
  /** Transcripts that were read and still grow. */
  followedTranscripts: method(z.object({}), returns<{ followed: FollowedTranscript[] }>()),
  /** Its recording stays as it is. */
  stopFollowing: method(z.object({ recording: id }), returns<null>()),
  /** Lines of the recording's transcript that Misfire does not understand. */
  unknownLines: method(z.object({ recording: id }), returns<{ lines: UnknownLines[] }>()),
};

/** With each batch; null: unchanged. */
export const transcriptsChanges = { followed: null as FollowedTranscript[] | null };
