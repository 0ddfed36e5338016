// `npm run -s clients [-- CLIENT…] [--install] [--json FILE] [--openings] [--question ID]…`: runs the real clients with a scripted model on
// loopback, and compares what each model received with the prediction of `shared/seen`, and its first requests with the client's file.
// `--openings` asks every question about openings instead, `--question` one of them. Prints one line per difference; exits 1 if there is
// one. To test a new version of a client, change it in real-client.ts and run this.

import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { asSeenBy, rulesOf } from '../../shared/seen/as-seen-by.ts';
import type { ServerAnswer } from '../../shared/seen/parts/seen.ts';
import { type SeenClientId, seenClientIds } from '../../shared/seen/seen.ts';
import { besideDifference } from './beside-differences.ts';
import { beside, type Case, edges, noise, others, table } from './cases.ts';
import { checkOpenings } from './check-openings.ts';
import { differenceOf } from './differences.ts';
import { installed, type RealClient, realClients } from './real-client.ts';
import { type Measured, runClient, serverName } from './run-client.ts';

interface Row {
  client: SeenClientId;
  tool: string;
  predicted: unknown;
  measured: unknown;
  /** `null`: as predicted. */
  difference: string | null;
}

const { values: options, positionals } = parseArgs({
  options: {
    install: { type: 'boolean', default: false },
    json: { type: 'string' },
    openings: { type: 'boolean', default: false },
    question: { type: 'string', multiple: true },
  },
  allowPositionals: true,
});
const known = seenClientIds.filter((id) => realClients[id] !== undefined);
const unknown = positionals.find((name) => !known.includes(name as SeenClientId));
if (unknown !== undefined) {
  console.error(`There is no client "${unknown}" to run. There are: ${known.join(', ')}.`);
  process.exit(2);
}

const asked = options.openings ? 'all' : options.question;
const found: Row[] = [];
let otherwise = 0;
for (const id of known.filter((each) => positionals.length === 0 || positionals.includes(each))) {
  const client = realClients[id] as RealClient;
  if (options.install) install(id, client);
  const { folder, program } = installed(id, client);
  if (program === null) {
    console.log(`${id}: not installed. Run: npm run -s clients -- ${id} --install`);
    continue;
  }
  const isSame = client.version === rulesOf(id).version;
  console.log(`${id} ${client.version}${isSame ? '' : `, rules for ${rulesOf(id).version}`}`);
  otherwise += await checkOpenings(id, client, { folder, program }, asked);
  if (asked !== undefined) continue;
  const groups = [table, others, edges, beside, noise];
  let count = 0;
  for (const cases of groups) {
    const { calls, home } = await runClient(client, { folder, program }, cases);
    cases.forEach((one, at) => {
      const row = rowOf(id, one, calls[at], home);
      found.push(row);
      count += 1;
      if (row.difference !== null) console.log(`  ${row.tool}: ${row.difference}`);
    });
  }
  const wrong = found.filter(({ client: of, difference }) => of === id && difference !== null).length;
  console.log(`  ${count - wrong} of ${count} as predicted`);
}
if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(found, null, 1)}\n`);
process.exitCode = otherwise > 0 || found.some(({ difference }) => difference !== null) ? 1 : 0;

function rowOf(client: SeenClientId, one: Case, call: Measured | undefined, home: string): Row {
  const isBeside = one.does !== undefined && one.does !== 'grow' && one.does !== 'slow' && one.does !== 'picky';
  const answer = (one.answer.error === undefined ? { result: one.answer.result } : one.answer) as ServerAnswer;
  const context = { server: serverName, tool: one.tool, ...(one.args ? { args: one.args as never } : {}) };
  const seen = isBeside ? null : asSeenBy(client, answer, { ...context, outputSchema: one.outputSchema });
  const base = { client, tool: one.does === 'afterDeath' ? `${one.tool} after the death` : one.tool };
  const row = { ...base, predicted: seen?.got ?? null, measured: call?.got ?? null };
  if (one.does !== undefined) {
    const wrong = besideDifference(client, one, call, seen, home);
    return { ...row, difference: wrong };
  }
  if (call?.answered === undefined) return { ...row, difference: 'the model got no result' };
  return { ...row, difference: seen === null ? null : differenceOf(seen, call, home) };
}

/** Package scripts are not run: each package contains its program. */
function install(id: SeenClientId, client: RealClient): void {
  const { folder, program } = installed(id, client);
  if (program !== null) return;
  mkdirSync(folder, { recursive: true });
  const flags = ['--ignore-scripts', '--omit=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  const name = `${client.package}@${client.tag ?? client.version}`;
  const { status } = spawnSync('npm', ['install', '--prefix', folder, ...flags, name], { stdio: 'inherit' });
  if (status !== 0) throw new Error(`npm could not install ${name}.`);
}
