// The authorities that this machine trusts, in addition to Node's own: the system's, and the file in NODE_EXTRA_CA_CERTS, which
// Node does not read in the packaged app. Must run before the first connection.

import tls from 'node:tls';
import { readForeignText } from '../../foreign-files/foreign-file.ts';

/** The problems, one sentence each. */
export function trustSystemCertificates(env: Record<string, string | undefined> = process.env): string[] {
  const problems: string[] = [];
  if (typeof tls.setDefaultCACertificates !== 'function' || typeof tls.getCACertificates !== 'function') {
    return ['This version of Node cannot use the system’s certificates.'];
  }
  const certificates = new Set(tls.getCACertificates('default'));
  const add = (from: string, read: () => readonly string[]) => {
    try {
      for (const one of read()) certificates.add(one);
    } catch (problem) {
      problems.push(`The certificates of ${from} could not be read: ${(problem as Error).message}`);
    }
  };
  add('the system', () => tls.getCACertificates('system'));
  const extra = env.NODE_EXTRA_CA_CERTS;
  if (extra) add(extra, () => readCertificates(readForeignText(extra)));
  tls.setDefaultCACertificates([...certificates]);
  return problems;
}

const readCertificates = (text: string): string[] =>
  text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
