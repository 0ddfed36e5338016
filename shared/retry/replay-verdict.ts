// The results of a replay and their names.

/** The result of a replay, from the fingerprints of failures and never from equal text. */
export const replayVerdicts = ['fixed', 'same', 'different', 'worse', 'flaky'] as const;
export type ReplayVerdict = (typeof replayVerdicts)[number];

export const verdictNames: Record<ReplayVerdict, string> = {
  fixed: 'Fixed',
  same: 'Same failure',
  different: 'Different failure',
  worse: 'Worse',
  flaky: 'Flaky',
};
