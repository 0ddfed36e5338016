// The number of the rules by which Misfire reads messages: which rows they make, and what class a failure has.
// Logs and baselines keep the number that they were made with.

/** Raise it with every change that reads the same messages differently. Logs are then derived again at their next start. */
export const readingRules = 11;
