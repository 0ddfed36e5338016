// What `decode` or `log` found, as findings for people, pipelines and scanners.

import type { DecodedLine } from '../../../../shared/exchange/decode-capture.ts';
import type { Severity } from '../../../../shared/failure.ts';
import type { Case, Finding, Findings, Level } from '../../../../shared/findings/check-finding.ts';
import { findingLines } from '../../../../shared/findings/finding-words.ts';
import { visibleName } from '../../../../shared/text/visible-text.ts';
import { appVersion } from '../../../inspector/paths/app-paths.ts';
import { placeInFile, placeOfServer } from './finding-place.ts';

const levels: Record<Severity, Level> = {
  critical: 'error',
  error: 'error',
  warning: 'warning',
  info: 'note',
  note: 'note',
};

export function findingsOfDecode(
  command: 'decode' | 'log',
  /** Without a file: of a recording. Its server is the only place that the repository may have. */
  found: readonly { file: string | null; failure: DecodedLine; call: string }[],
  folder: string,
): Findings {
  const findings = found.map(
    ({ file, failure }): Finding => ({
      rule: failure.class.replaceAll('_', '-'),
      level: levels[failure.severity],
      message: failure.sentence,
      detail: detailOf(failure),
      fix: failure.remedy.join(' '),
      server: visibleName(failure.server),
      about: methodAndTarget(failure),
      at:
        file === null
          ? placeOfServer(failure.server, failure.server, folder)
          : placeInFile(file === '-' ? 'stdin' : file, failure.line, folder),
    }),
  );
  // A retry is another finding of the same failed call, at another line.
  const seen = new Set<string>();
  const calls = found.filter(({ call }) => seen.size < seen.add(call).size);
  const cases = calls.map(
    ({ failure }): Case => ({
      server: visibleName(failure.server),
      name: methodAndTarget(failure) || failure.title,
      outcome: 'failed',
      message: failure.sentence,
      detail: detailOf(failure),
      ms: null,
    }),
  );
  return { command, version: appVersion(), cases, findings };
}

const detailOf = (failure: DecodedLine): string => [failure.explanation, ...findingLines(failure)].join('\n');

export const methodAndTarget = ({ method, target }: { method: string | null; target: string | null }): string =>
  [method, target === null ? '' : visibleName(target)].filter(Boolean).join(' ');
