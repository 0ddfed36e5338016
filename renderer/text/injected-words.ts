// What was done to a message on purpose, in one or two words.

import type { Row } from '../../shared/timeline.ts';

const heldWords: Readonly<Record<string, string>> = {
  'hold:passed': 'held',
  'hold:edited': 'edited by you',
  'hold:answered': 'answered by you',
  'hold:dropped': 'dropped by you',
};

/** An answer that the client never got. */
export const isDropped = ({ rehearsed, failure }: Pick<Row, 'rehearsed' | 'failure'>): boolean =>
  rehearsed?.injected === 'hold:dropped' && failure === null;

/** `injected` as captures have it. */
export const injectedWords = (injected: string): string => heldWords[injected] ?? 'rehearsed';
