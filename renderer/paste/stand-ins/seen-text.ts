// Pasted transcript calls become messages, so none of them is an event.

export const readSeenText = (): null => null;
