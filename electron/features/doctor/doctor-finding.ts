// The result of one check, and the whole list as a report. Owns titles and the order of checks for each kind of server.

import type { DoctorFix } from '../../../shared/advice.ts';
import type { CheckId, DoctorCheck, DoctorReport, RunningCopy } from '../../../shared/server/connecting.ts';
import type { TransportConfig } from '../../../shared/server/server-config.ts';

/** A warning has fixes too, and lets the checks continue. */
export type DoctorFinding =
  | { id: CheckId; ok: true; words: string; evidence?: string[]; fixes?: DoctorFix[] }
  | { id: CheckId; ok: false; words: string; evidence?: string[]; fixes: DoctorFix[] };

export const fine = (id: CheckId, words: string, evidence: string[] = []): DoctorFinding => ({
  id,
  ok: true,
  words,
  evidence,
});

/** It works here, but not with every client. */
export const warning = (id: CheckId, words: string, evidence: string[], fixes: DoctorFix[]): DoctorFinding => ({
  id,
  ok: true,
  words,
  evidence,
  fixes,
});

export const broken = (id: CheckId, words: string, evidence: string[], fixes: DoctorFix[]): DoctorFinding => ({
  id,
  ok: false,
  words,
  evidence,
  fixes,
});

/** Fixes in the server's settings, by another attempt, or outside Misfire. */
export const edit = (words: string): DoctorFix => ({ words, action: 'edit_server' });
export const again = (words: string): DoctorFix => ({ words, action: 'connect' });
export const elsewhere = (words: string): DoctorFix => ({ words, action: null });

const titles: Record<CheckId, string> = {
  variables: 'Variables',
  command: 'Finding the command',
  permission: 'Permission to run',
  spawn: 'Starting it',
  early_exit: 'Staying up',
  first_bytes: 'First bytes',
  address: 'Address',
  dns: 'Name (DNS)',
  tcp: 'Port (TCP)',
  tls: 'Encryption (TLS)',
  http_status: 'HTTP status',
  content_type: 'Content type',
  sign_in: 'Sign-in',
  handshake: 'Handshake',
  version: 'Version',
  other_era: 'Other clients',
};

const started: readonly CheckId[] = ['variables', 'command', 'permission', 'spawn', 'early_exit', 'first_bytes'];
const spoken: readonly CheckId[] = ['http_status', 'content_type', 'sign_in', 'handshake', 'version'];
const order: Record<TransportConfig['kind'], readonly CheckId[]> = {
  stdio: [...started, 'handshake', 'version', 'other_era'],
  http: ['variables', 'address', 'dns', 'tcp', 'tls', ...spoken, 'other_era'],
  sse: ['variables', 'address', 'dns', 'tcp', 'tls', ...spoken],
  'http-command': [...started, 'tcp', ...spoken],
};

export function writeDoctorReport(
  server: string,
  kind: TransportConfig['kind'],
  at: number,
  findings: readonly DoctorFinding[],
  copies: RunningCopy[],
): DoctorReport {
  const broke = findings.find((finding) => !finding.ok);
  // The last result wins: what looked fine from outside may turn out to be broken.
  const said = order[kind].flatMap((id) => findings.findLast((finding) => finding.id === id) ?? []);
  const warnings = said.filter(({ ok, fixes }) => ok && fixes !== undefined);
  const checks = order[kind].map((id): DoctorCheck => {
    const finding = said.find((one) => one.id === id);
    const title = titles[id];
    if (!finding) return { id, title, state: 'not_reached', words: '', evidence: [] };
    const state = !finding.ok ? 'broken' : warnings.includes(finding) ? 'warning' : 'ok';
    return { id, title, state, words: finding.words, evidence: finding.evidence ?? [] };
  });
  return {
    server,
    at,
    verdict: broke ? 'broken' : warnings.length > 0 ? 'warnings' : 'works',
    checks,
    broken: broke?.id ?? null,
    // What was warned of before the break may be its cause.
    fixes: [...warnings.flatMap(({ fixes = [] }) => fixes), ...(broke?.fixes ?? [])],
    copies,
  };
}
