// `npm run -s conformance [-- --through cli|proxy|bridge] [SCENARIO…]`: runs the client scenarios of the official suite against Misfire's
// inspector, as one table. `--through` uses the command line instead, or puts Misfire's proxy or bridge in front of the suite's server. A
// scenario of both eras runs in both. Owns the list of expected failures with reasons; any other failure, and any listed scenario that
// passes, exits with 1.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

// Another version of the suite may be named, as for `misfire conformance`.
const suite =
  process.env.MISFIRE_CONFORMANCE ??
  createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/dist/index.js');
const grants = 'An extension: signing in without a person. Misfire signs a person in.';
const proofs = 'An extension: tokens bound to a key (DPoP). Misfire sends bearer tokens.';
const expected: Record<string, string> = {
  'auth/client-credentials-jwt': grants,
  'auth/client-credentials-basic': grants,
  'auth/cross-app-access-complete-flow': grants,
  'auth/enterprise-managed-authorization': grants,
  'auth/wif-jwt-bearer': grants,
  'auth/dpop': proofs,
  'auth/dpop-nonce': proofs,
};

const { values: options, positionals: wanted } = parseArgs({
  options: { through: { type: 'string', default: '' } },
  allowPositionals: true,
});
if (!['', 'cli', 'proxy', 'bridge'].includes(options.through)) throw new Error('--through takes cli, proxy or bridge.');
const client = join(import.meta.dirname, options.through === 'cli' ? 'cli-client.ts' : 'client.ts');
/** Sign-in is bound to the server's own URL, which a proxy does not have, and the command line leaves it to the app. */
const applies = (name: string) => options.through === '' || !name.startsWith('auth/');
const results = mkdtempSync(join(tmpdir(), 'misfire-conformance-'));
try {
  const all = listScenarios();
  const scenarios = all.filter(({ name }) => applies(name) && (wanted.length === 0 || wanted.includes(name)));
  if (scenarios.length === 0)
    throw new Error(`There is no such scenario. There are: ${[...new Set(all.map(({ name }) => name))].join(', ')}.`);
  let surprises = 0;
  let passed = 0;
  for (const { name, revision } of scenarios) {
    const { ok, summary, failed } = runScenario(name, revision);
    const reason = expected[name];
    if (ok) passed += 1;
    if (ok !== (reason === undefined)) surprises += 1;
    console.log(`${ok ? 'pass' : 'FAIL'}  ${name.padEnd(44)} ${revision.padEnd(10)}  ${summary}`);
    if (!ok) for (const line of reason === undefined ? failed : [reason]) console.log(`      ${line}`);
    if (ok && reason !== undefined) console.log('      It was not expected to pass: take it off the list.');
  }
  console.log(`${passed} of ${scenarios.length} pass; ${surprises} not as expected.`);
  process.exitCode = surprises === 0 ? 0 : 1;
} finally {
  rmSync(results, { recursive: true, force: true });
}

function run(args: string[]): { ok: boolean; text: string } {
  const ended = spawnSync(process.execPath, [suite, ...args], {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    timeout: 240_000,
    env: { ...process.env, MISFIRE_THROUGH: options.through },
  });
  return { ok: ended.status === 0, text: `${ended.stdout}\n${ended.stderr}` };
}

interface Run {
  name: string;
  /** '' if the suite has no revisions. */
  revision: string;
}

/** With the newest revision of each era that the suite lists for a scenario. */
function listScenarios(): Run[] {
  return [...run(['list', '--client']).text.matchAll(/^ {2}- (\S+)(?: \[([\d,-]+)\])?/gm)].flatMap(
    ([, name = '', list]) => {
      const revisions = list?.split(',') ?? [];
      const older = revisions.filter((revision) => revision < '2026-07-28').at(-1);
      const newer = revisions.find((revision) => revision >= '2026-07-28');
      const runs = [older, newer].filter((revision) => revision !== undefined);
      return (runs.length === 0 ? [''] : runs).map((revision) => ({ name, revision }));
    },
  );
}

function runScenario(name: string, revision: string): { ok: boolean; summary: string; failed: string[] } {
  const command = `"${process.execPath}" "${client}"`;
  // The command line starts a program for each call.
  const at = ['--timeout', '200000', ...(revision === '' ? [] : ['--spec-version', revision])];
  const { ok, text } = run(['client', '--command', command, '--scenario', name, '--output-dir', results, ...at]);
  const summary = /Passed: \d+\/\d+, \d+ failed, \d+ warnings/.exec(text)?.[0] ?? 'no result';
  const failed = text.split('\n').flatMap((line) => (/^ {2}- /.test(line) ? [line.slice(4, 200)] : []));
  return { ok, summary, failed };
}
