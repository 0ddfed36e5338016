// What a replay found, as findings for people, pipelines and scanners.

import type { Case, Finding, Findings } from '../../../../shared/findings/check-finding.ts';
import { visibleName } from '../../../../shared/text/visible-text.ts';
import { methodAndTarget } from '../../../hosts/cli/common/command-findings.ts';
import { placeInFile } from '../../../hosts/cli/common/finding-place.ts';
import { appVersion } from '../../../inspector/paths/app-paths.ts';
import { isGood, type ReplayedCall, replayVerdictWords } from './replayed-call.ts';

export function casesOfReplay(replayed: readonly ReplayedCall[]): Case[] {
  return replayed.map((result): Case => {
    const { call, verdict, because, headline, latencyMs } = result;
    const failed = {
      kind: verdict,
      message: `${replayVerdictWords[verdict]}: ${headline || because}`,
      detail: because,
    };
    return {
      server: visibleName(call.server),
      // Without the arguments, which may hold what variables filled in.
      name: `${methodAndTarget(call)}: ${call.title}`,
      ms: latencyMs,
      ...(isGood(result)
        ? { outcome: 'passed', message: '' }
        : // A test that was not run has not passed.
          { outcome: verdict === 'unreachable' || verdict === 'not_sent' ? 'error' : 'failed', ...failed }),
    };
  });
}

/** `folder`: where the path of `file` starts. */
export function findingsOfReplay(file: string, replayed: readonly ReplayedCall[], folder: string): Findings {
  const bad = replayed.filter((result) => !isGood(result) && result.verdict !== 'not_sent');
  const findings = bad.map(
    ({ call, verdict, because, headline }): Finding => ({
      rule: `replay-${verdict.replaceAll('_', '-')}`,
      level: 'error',
      message: `${replayVerdictWords[verdict]}: ${headline || because}.`,
      fix: because,
      server: visibleName(call.server),
      about: methodAndTarget(call),
      at: placeInFile(file, 1, folder),
    }),
  );
  return { command: 'replay', version: appVersion(), cases: casesOfReplay(replayed), findings };
}
