// The version of the rules that turn messages into rows and failures. Logs and baselines store the version that they were made
// with.

/** Increase it with every change that decodes the same messages differently. Logs are then derived again at their next start. */
export const readingRules = 21;
