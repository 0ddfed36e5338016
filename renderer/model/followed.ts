// Transcripts whose recordings grow with them. keep-in-step.ts keeps the list up to date.

import type { FollowedTranscript } from '../../shared/api/transcripts.ts';
import { defineStore, type Model } from './model.ts';
import { say } from './notices.ts';

const [followedOf, useFollowed] = defineStore<{ all: FollowedTranscript[] }>(() => ({ all: [] }));

/** The transcript that this recording grows with; undefined if it does not grow. */
export const useFollowedBy = (recording: number | undefined): FollowedTranscript | undefined =>
  useFollowed((state) => state.all.find((one) => one.recording === recording));

export function noteFollowed(model: Model, all: FollowedTranscript[]): void {
  followedOf(model).setState({ all });
}

export async function loadFollowed(model: Model): Promise<void> {
  const answer = await model.platform.call('followedTranscripts', {});
  if (answer.ok) noteFollowed(model, answer.value.followed);
}

export async function stopFollowing(model: Model, recording: number): Promise<void> {
  const answer = await model.platform.call('stopFollowing', { recording });
  if (!answer.ok) say(model, answer.error.message, 'bad');
  else say(model, 'The transcript is no longer followed. Its recording is kept.');
}
