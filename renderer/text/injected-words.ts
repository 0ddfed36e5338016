// What was done to a message on purpose, in one or two words.

const heldWords: Readonly<Record<string, string>> = {
  'hold:passed': 'held',
  'hold:edited': 'edited by you',
  'hold:answered': 'answered by you',
  'hold:dropped': 'dropped by you',
};

/** `injected` as captures have it. */
export const injectedWords = (injected: string): string => heldWords[injected] ?? 'rehearsed';
