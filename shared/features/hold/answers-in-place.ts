// Which failures of rehearsal plans can take the place of a held message.

import { answerClasses } from '../rehearse/answer-pairs.ts';
import { spoilKinds } from '../rehearse/rehearsal-plan.ts';
import type { HeldView } from './held.ts';

/** The failures of plans that can take its place, as captures name them. The others need no answer: wait, or drop it. */
export function answersInPlace({ direction }: Pick<HeldView, 'direction'>): string[] {
  if (direction === 'notification') return [];
  const answers = [...answerClasses.map((each) => `answer:${each}`), 'end:session', 'end:sign-in'];
  const spoils = spoilKinds.filter((kind) => kind !== 'delay' && kind !== 'no-answer').map((kind) => `spoil:${kind}`);
  return direction === 'request' ? answers : [...answers, ...spoils];
}
