// What `compare` found, as findings for people, pipelines and scanners.

import { isServerChange } from '../../../../shared/features/compare/baseline.ts';
import type { Comparison } from '../../../../shared/features/compare/compared.ts';
import type { ContractChange } from '../../../../shared/features/compare/error-contract.ts';
import type { Case, FilePlace, Finding, Findings } from '../../../../shared/findings/check-finding.ts';
import { capital } from '../../../../shared/text/capital.ts';
import { appVersion } from '../../../inspector/paths/app-paths.ts';

const fixFor = (name: string): string => `Answer “${name}” as the protocol asks.`;

/** `placeOf`: where each server belongs, by its name. */
export function findingsOfProbe(
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
      else if (cell.state === 'failed' && cell.why !== '')
        cases.push({ ...base, outcome: 'skipped', message: cell.why });
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
    const message = `${capital(words)}.`;
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
  return { command: 'compare', version: appVersion(), cases, findings };
}
