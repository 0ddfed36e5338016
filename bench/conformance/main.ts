// `npm run -s conformance [-- --through proxy|bridge] [SCENARIO…]`: the client scenarios of the official suite against Misfire's
// inspector, as one table; with something of Misfire's between it and the suite's server if asked for. Owns the list of what is
// not expected to pass and why; anything else that fails, and anything listed that passes, exits with 1.

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
const client = join(import.meta.dirname, 'client.ts');

const grants = 'An extension: signing in without a person. Misfire signs a person in.';
const expected: Record<string, string> = {
  'auth/client-credentials-jwt': grants,
  'auth/client-credentials-basic': grants,
  'auth/cross-app-access-complete-flow': grants,
};

const { values: options, positionals: wanted } = parseArgs({
  options: { through: { type: 'string', default: '' } },
  allowPositionals: true,
});
if (!['', 'proxy', 'bridge'].includes(options.through)) throw new Error('--through takes proxy or bridge.');
/** Signing in is bound to the server's own address, which whoever stands between does not have. */
const applies = (name: string) => options.through === '' || !name.startsWith('auth/');
const results = mkdtempSync(join(tmpdir(), 'misfire-conformance-'));
try {
  const scenarios = listScenarios().filter((name) => applies(name) && (wanted.length === 0 || wanted.includes(name)));
  if (scenarios.length === 0) throw new Error(`There is no such scenario. There are: ${listScenarios().join(', ')}.`);
  let surprises = 0;
  let passed = 0;
  for (const name of scenarios) {
    const { ok, summary, failed } = runScenario(name);
    const reason = expected[name];
    if (ok) passed += 1;
    if (ok !== (reason === undefined)) surprises += 1;
    console.log(`${ok ? 'pass' : 'FAIL'}  ${name.padEnd(44)} ${summary}`);
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
    timeout: 120_000,
    env: { ...process.env, MISFIRE_THROUGH: options.through },
  });
  return { ok: ended.status === 0, text: `${ended.stdout}\n${ended.stderr}` };
}

function listScenarios(): string[] {
  return [...run(['list', '--client']).text.matchAll(/^ {2}- (\S+)/gm)].map((match) => match[1] as string);
}

function runScenario(name: string): { ok: boolean; summary: string; failed: string[] } {
  const command = `"${process.execPath}" "${client}"`;
  const { ok, text } = run(['client', '--command', command, '--scenario', name, '--output-dir', results]);
  const summary = /Passed: \d+\/\d+, \d+ failed, \d+ warnings/.exec(text)?.[0] ?? 'no result';
  const failed = text.split('\n').flatMap((line) => (/^ {2}- /.test(line) ? [line.slice(4, 200)] : []));
  return { ok, summary, failed };
}
