// Calls of a transcript become messages when they are pasted, so none travels as an event.

export const readSeenText = (): null => null;
