// A doctor's report as text: each check, the labels of fix buttons, and the whole to copy. Pure.

import type { DoctorCheck, DoctorReport } from '../../../shared/server/connecting.ts';

type Fix = DoctorReport['fixes'][number];
export type FixAction = NonNullable<Fix['action']>;

export const stateWords: Record<DoctorCheck['state'], string> = {
  ok: 'passed',
  warning: 'warning',
  broken: 'failed',
  not_reached: 'not reached',
};

export const actionWords: Record<FixAction, string> = {
  edit_server: 'Edit the server',
  sign_in: 'Sign in',
  connect: 'Connect again',
  detect_era: 'Ask for its version',
};

/** Each action once, with its first fix: two buttons that do the same would confuse. */
export function withButtons(fixes: readonly Fix[]): { fix: Fix; action: FixAction | null }[] {
  const seen = new Set<FixAction>();
  return fixes.map((fix) => {
    const action = fix.action !== null && !seen.has(fix.action) ? fix.action : null;
    if (action) seen.add(action);
    return { fix, action };
  });
}

/** `3 of 8 checks passed. The next one failed.` */
export function summary({ checks, broken }: DoctorReport): string {
  const warnings = checks.filter(({ state }) => state === 'warning').length;
  if (broken === null)
    return warnings === 0
      ? `All ${checks.length} checks passed.`
      : `${checks.length - warnings} of ${checks.length} checks passed, ${warnings === 1 ? '1 has a warning' : `${warnings} have warnings`}.`;
  const fine = checks.filter(({ state }) => state === 'ok').length;
  return fine === 0 ? 'The first check failed.' : `${fine} of ${checks.length} checks passed. The next one failed.`;
}

export function reportText(name: string, report: DoctorReport): string {
  const lines = report.checks.flatMap(({ title, state, words, evidence }) => [
    `- ${title}: ${stateWords[state]}${words === '' ? '' : `. ${words}`}`,
    ...(state === 'broken' || state === 'warning' ? evidence.map((line) => `    ${line}`) : []),
  ]);
  const fixes = report.fixes.map(({ words }, index) => `${index + 1}. ${words}`);
  return [
    `Connection of ${name}, checked ${new Date(report.at).toISOString()}`,
    '',
    ...lines,
    ...(fixes.length === 0 ? [] : ['', 'How to fix it:', ...fixes]),
    ...(report.copies.length === 0 ? [] : ['', 'Also running:', ...report.copies.map(({ words }) => `- ${words}`)]),
    '',
  ].join('\n');
}
