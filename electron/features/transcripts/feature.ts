import type { transcriptsMethods } from '../../../shared/features/transcripts/methods.ts';
import type { Core } from '../../inspector/core.ts';
import type { OpenFeature } from '../../inspector/feature.ts';
import { TranscriptApi } from './transcript-api.ts';

export function open(core: Core): OpenFeature<typeof transcriptsMethods> {
  const transcripts = new TranscriptApi(core.machine, core.recordingApi.captures, core.recordings, core.changed);
  return {
    answers: transcripts,
    takeChanged: () => ({ followed: transcripts.follower.takeChanged() }),
    leaveRecording: (recording) => transcripts.release(recording),
    close: () => transcripts.close(),
  };
}
