// The sentence names who ended a call. The page has no room for the time line.

export const EndingSection = () => null;
