// `npm run -s report-cards [-- CLIENT…] [--keep DIR] [--again DIR] [--python PYTHON]`: runs the real clients with a scripted model on
// loopback and prints their report cards. The plan has a case for each rule. `--keep` saves the recordings, `--again` judges saved ones.

import { spawn, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readCapture } from '../../shared/capture/capture.ts';
import type { RehearsalStep as PlanStep } from '../../shared/features/rehearse/rehearsal-plan.ts';
import type { ReportCard } from '../../shared/features/report-card/card.ts';
import { cardMarkdown } from '../../shared/features/report-card/formats.ts';
import { type ModelCall, readModelCalls } from '../../shared/features/report-card/model-calls.ts';
import { readRun, sourceOf } from '../../shared/features/report-card/recorded-run.ts';
import { reportCard } from '../../shared/features/report-card/report-card.ts';
import type { Json } from '../../shared/json/json.ts';
import { type SeenClientId, seenClientIds } from '../../shared/seen/seen.ts';
import { installed, type RealClient, realClients, type Server } from './real-client.ts';
import { runScript } from './run-client.ts';
import type { Call, Step } from './scripted-model.ts';

const watch = join(import.meta.dirname, '../../electron/features/watch/programs');
const serverName = 'shop';

interface Part {
  plan: { name: string; endsAfterMs: number; steps: PlanStep[] };
  script: Step[];
}

/** The model calls each tool once, so the client caused any repeat. */
const parts: Part[] = [
  {
    plan: {
      name: 'each-rule-once',
      endsAfterMs: 60_000,
      steps: [
        { tools: ['limited'], do: { answer: 'rate_limited', waitMs: 2000 }, often: 'once' },
        {
          tools: ['refused'],
          do: { answer: 'terminal', sentence: 'The account is closed. Do not retry.' },
          often: 'once',
        },
        { tools: ['checked'], do: { answer: 'validation', field: 'zip' }, often: 'once' },
        { tools: ['flaky'], do: { answer: 'unavailable' }, often: { first: 3 } },
        { tools: ['quiet'], do: { spoil: 'reported-as-success' }, often: 'once' },
        { tools: ['shaped'], do: { spoil: 'broken-schema' }, often: 'once' },
        { tools: ['pay'], do: { end: 'process' }, often: 'once' },
      ],
    },
    script: [
      { tool: 'limited' },
      { tool: 'refused' },
      { tool: 'checked', args: { zip: '1' } },
      { tool: 'flaky' },
      { tool: 'quiet' },
      { tool: 'shaped' },
      { tool: 'growing' },
      // Long enough that a client which has not requested the list by then never does.
      { tool: 'slow', args: { ms: 11_000 } },
      { tool: 'other' },
      { tool: 'pay' },
      { tool: 'other', args: { n: 2 } },
      { tool: 'other', args: { n: 3 } },
    ],
  },
  {
    plan: {
      name: 'no-answer',
      endsAfterMs: 75_000,
      steps: [{ tools: ['silent'], do: { spoil: 'no-answer' }, often: 'once' }],
    },
    script: [{ tool: 'silent' }, { tool: 'other' }],
  },
];

const { values: options, positionals } = parseArgs({
  options: { keep: { type: 'string' }, again: { type: 'string' }, python: { type: 'string' } },
  allowPositionals: true,
});
/** How often a program gets `script` and prints what came back. null: it is not there. */
type Runner = (server: Server, script: readonly Step[]) => Promise<ModelCall[] | null>;

const runners: Record<string, { version: string; run: Runner }> = {
  ...Object.fromEntries(
    seenClientIds.flatMap((id) => {
      const client = realClients[id];
      return client ? [[id, { version: client.version, run: runnerOf(id, client) }]] : [];
    }),
  ),
  'typescript-sdk': {
    version: versionOf('@modelcontextprotocol/sdk'),
    run: (server, script) => runSdk(process.execPath, 'sdk-client.ts', server, script),
  },
  'python-sdk': {
    version: options.python === undefined ? '' : pythonVersion(options.python),
    run: async (server, script) =>
      options.python === undefined ? null : runSdk(options.python, 'sdk_client.py', server, script),
  },
};
const cards: ReportCard[] = [];
for (const [id, { version, run }] of Object.entries(runners)) {
  if (positionals.length > 0 && !positionals.includes(id)) continue;
  const folder = options.again ?? options.keep ?? mkdtempSync(join(tmpdir(), 'misfire-report-cards-'));
  const kept = join(folder, id);
  if (options.again === undefined) await record(id, run, kept);
  if (!existsSync(kept)) continue;
  cards.push(judge(kept, version));
  if (options.keep === undefined && options.again === undefined) rmSync(folder, { recursive: true, force: true });
}
console.log(cardMarkdown(cards));

async function record(id: string, run: Runner, to: string): Promise<void> {
  for (const { plan, script } of parts) {
    const data = mkdtempSync(join(tmpdir(), 'misfire-rehearsed-'));
    writeFileSync(join(data, 'plan.json'), JSON.stringify(plan));
    const own = ['--name', serverName, '--data', data, '--client', id, '--rehearse', join(data, 'plan.json')];
    const args = [
      join(watch, 'main.ts'),
      ...own,
      '--',
      process.execPath,
      join(watch, 'testing', 'test-shop-server.ts'),
    ];
    const calls = await run({ name: serverName, command: process.execPath, args, env: {} }, script);
    if (calls === null) return console.error(`${id}: not installed, see docs/report-cards.md.`);
    console.error(`${id}, ${plan.name}: ${calls.length} calls`);
    mkdirSync(to, { recursive: true });
    const spool = join(data, 'spool');
    const written = existsSync(spool) ? readdirSync(spool) : [];
    for (const name of written.filter((file) => file.endsWith('.jsonl')))
      copyFileSync(join(spool, name), join(to, `${plan.name}-${name}`));
    writeFileSync(join(to, `model-${plan.name}.txt`), calls.map((call) => `${JSON.stringify(call)}\n`).join(''));
    rmSync(data, { recursive: true, force: true, maxRetries: 5 });
  }
}

function runnerOf(id: SeenClientId, client: RealClient): Runner {
  return async (server, script) => {
    const { folder, program } = installed(id, client);
    if (program === null) return null;
    const { calls } = await runScript(client, { folder, program }, { server, script });
    return calls.map(modelCall);
  };
}

/** A program on an SDK has no model: what the SDK returns or throws is what its caller gets. */
async function runSdk(program: string, file: string, server: Server, script: readonly Step[]): Promise<ModelCall[]> {
  const command = JSON.stringify([server.command, ...server.args]);
  const child = spawn(program, [join(import.meta.dirname, file), command, JSON.stringify(script)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  for await (const chunk of child.stdout.setEncoding('utf8')) text += chunk;
  const read = readModelCalls(text);
  if (!read.ok) throw new Error(`${file}: ${read.problem}`);
  return read.calls;
}

function versionOf(name: string): string {
  const manifest = join(import.meta.dirname, '../../node_modules', name, 'package.json');
  return JSON.parse(readFileSync(manifest, 'utf8')).version;
}

function pythonVersion(python: string): string {
  const code = 'import importlib.metadata; print(importlib.metadata.version("mcp"))';
  return spawnSync(python, ['-c', code], { encoding: 'utf8' }).stdout.trim();
}

function modelCall({ tool, args = {}, asked, answered, flag, got }: Call): ModelCall {
  return {
    tool,
    arguments: args as Json,
    askedAt: asked,
    ...(answered === undefined ? {} : { gotAt: answered }),
    ...(got === undefined ? {} : { got: typeof got === 'string' ? got : JSON.stringify(got) }),
    isFlagged: typeof flag === 'string',
  };
}

function judge(folder: string, version: string): ReportCard {
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const names = readdirSync(folder).sort();
  const sources = names
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => sourceOf(name, readCapture(read(name))));
  const model = names
    .filter((name) => name.startsWith('model-'))
    .flatMap((name) => {
      const calls = readModelCalls(read(name));
      if (!calls.ok) throw new Error(`${name}: ${calls.problem}`);
      return calls.calls;
    });
  // Without a user the output depends on the model, which only says "done".
  const card = reportCard({ run: readRun(sources), model });
  return { ...card, client: card.client && { ...card.client, version } };
}
