// Texts that only reports use.

/** It was recorded elsewhere and earlier: times include the date and are in UTC. */
export const momentWords = (at: number): string => `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
