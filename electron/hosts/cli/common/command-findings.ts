// What `decode`, `replay`, `probe` and `compare` found, as findings for people, pipelines and scanners.

import type { DecodedLine } from '../../../../shared/exchange/decode-capture.ts';
import type { Severity } from '../../../../shared/failure.ts';
import { isServerChange } from '../../../../shared/features/compare/baseline.ts';
import type { Comparison } from '../../../../shared/features/compare/compared.ts';
import type { ContractChange } from '../../../../shared/features/compare/error-contract.ts';
import type { Case, FilePlace, Finding, Findings, Level } from '../../../../shared/findings/check-finding.ts';
import { findingLines } from '../../../../shared/findings/finding-words.ts';
import { visibleName } from '../../../../shared/text/visible-text.ts';
import { appVersion } from '../../../inspector/paths/app-paths.ts';
import { placeInFile } from './finding-place.ts';
import { isGood, type ReplayedCall, verdictWords } from '../../../features/replay/commands/replayed-call.ts';

const levels: Record<Severity, Level> = {
  critical: 'error',
  error: 'error',
  warning: 'warning',
  info: 'note',
  note: 'note',
};

export function findingsOfDecode(found: readonly { file: string; failure: DecodedLine }[], folder: string): Findings {
  const findings = found.map(
    ({ file, failure }): Finding => ({
      rule: failure.class.replaceAll('_', '-'),
      level: levels[failure.severity],
      message: failure.sentence,
      detail: detailOf(failure),
      fix: failure.remedy.join(' '),
      server: visibleName(failure.server),
      about: callName(failure),
      at: placeInFile(file === '-' ? 'stdin' : file, failure.line, folder),
    }),
  );
  const cases = found.map(
    ({ failure }): Case => ({
      server: visibleName(failure.server),
      name: callName(failure) || failure.title,
      outcome: 'failed',
      message: failure.sentence,
      detail: detailOf(failure),
      ms: null,
    }),
  );
  return { command: 'decode', version: appVersion(), cases, findings };
}

const detailOf = (failure: DecodedLine): string => [failure.explanation, ...findingLines(failure)].join('\n');

const callName = ({ method, target }: { method: string | null; target: string | null }): string =>
  [method, target === null ? '' : visibleName(target)].filter(Boolean).join(' ');

export function casesOfReplay(replayed: readonly ReplayedCall[]): Case[] {
  return replayed.map((result): Case => {
    const { call, verdict, because, headline, latencyMs } = result;
    const failed = { kind: verdict, message: `${verdictWords[verdict]}: ${headline || because}`, detail: because };
    return {
      server: visibleName(call.server),
      // Without the arguments, which may hold what variables filled in.
      name: `${callName(call)}: ${call.title}`,
      ms: latencyMs,
      ...(isGood(result)
        ? { outcome: 'passed', message: '' }
        : verdict === 'not_sent'
          ? { outcome: 'skipped', message: because }
          : { outcome: verdict === 'unreachable' ? 'error' : 'failed', ...failed }),
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
      message: `${verdictWords[verdict]}: ${headline || because}.`,
      fix: because,
      server: visibleName(call.server),
      about: callName(call),
      at: placeInFile(file, 1, folder),
    }),
  );
  return { command: 'replay', version: appVersion(), cases: casesOfReplay(replayed), findings };
}

const fixFor = (name: string): string => `Answer “${name}” as the protocol asks.`;

/** `placeOf`: where each server belongs, by its name. */
export function findingsOfProbe(
  command: 'probe' | 'compare',
  { servers, rows }: Comparison,
  changes: readonly ContractChange[],
  placeOf: (server: string) => FilePlace,
): Findings {
  const cases: Case[] = [];
  const findings: Finding[] = [];
  for (const [index, { name: server }] of servers.entries()) {
    for (const { id, name, cells } of rows) {
      const cell = cells[index];
      if (!cell) continue;
      const base = { server, name, ms: null };
      if (cell.state === 'not_seen') cases.push({ ...base, outcome: 'skipped', message: 'Not sent.' });
      else if (cell.conformance.verdict !== 'broken') cases.push({ ...base, outcome: 'passed', message: '' });
      else {
        const message = cell.conformance.sentence;
        cases.push({ ...base, outcome: 'failed', message });
        findings.push({
          rule: id,
          level: 'warning',
          message,
          fix: fixFor(name),
          server,
          about: name,
          at: placeOf(server),
        });
      }
    }
  }
  for (const change of changes) {
    const { server, provocation, words } = change;
    const isChange = isServerChange(change);
    const message = `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
    const outcome = isChange ? 'failed' : 'passed';
    cases.push({ server, name: `contract: ${provocation}`, outcome, message, ms: null });
    const fix = isChange
      ? 'If intended, update the baseline with --save-baseline and have the change reviewed.'
      : 'Save the baseline again with --save-baseline.';
    findings.push({
      rule: isChange ? 'contract-changed' : 'contract-read-differently',
      level: isChange ? 'error' : 'note',
      message,
      fix,
      server,
      about: provocation,
      at: placeOf(server),
    });
  }
  return { command, version: appVersion(), cases, findings };
}
