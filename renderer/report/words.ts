// Words that only reports use.

/** Where and when it was recorded is elsewhere and long ago: the day belongs to it, and the clock is the world's. */
export const moment = (at: number): string => `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
