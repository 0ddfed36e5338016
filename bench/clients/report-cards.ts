// `npm run -s report-cards [-- CLIENT…] [--keep DIR] [--again DIR]`: runs the real clients with a scripted model on loopback and prints
// their report cards. The plan has a case for each rule. `--keep` saves the recordings, `--again` judges saved ones.

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
import type { Json } from '../../shared/json/json.ts';
import type { Step as PlanStep } from '../../shared/rehearse/rehearsal-plan.ts';
import type { ReportCard } from '../../shared/report-card/card.ts';
import { cardMarkdown } from '../../shared/report-card/formats.ts';
import { type ModelCall, readModelCalls } from '../../shared/report-card/model-calls.ts';
import { readRun, sourceOf } from '../../shared/report-card/recorded-run.ts';
import { reportCard } from '../../shared/report-card/report-card.ts';
import { type ClientId, clientIds } from '../../shared/seen/parts/seen.ts';
import { installed, type RealClient, realClients } from './real-client.ts';
import { runScript } from './run-client.ts';
import type { Call, Step } from './scripted-model.ts';

const watch = join(import.meta.dirname, '../../electron/watch');
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
  options: { keep: { type: 'string' }, again: { type: 'string' } },
  allowPositionals: true,
});
const known = clientIds.filter((id) => realClients[id] !== undefined);
const cards: ReportCard[] = [];
for (const id of known.filter((each) => positionals.length === 0 || positionals.includes(each))) {
  const client = realClients[id] as RealClient;
  const folder = options.again ?? options.keep ?? mkdtempSync(join(tmpdir(), 'misfire-report-cards-'));
  const kept = join(folder, id);
  if (options.again === undefined) await record(id, client, kept);
  if (!existsSync(kept)) continue;
  cards.push(judge(kept, client.version));
  if (options.keep === undefined && options.again === undefined) rmSync(folder, { recursive: true, force: true });
}
console.log(cardMarkdown(cards));

async function record(id: ClientId, client: RealClient, to: string): Promise<void> {
  const { folder, program } = installed(id, client);
  if (program === null) {
    console.error(`${id}: not installed. Run: npm run -s clients -- ${id} --install`);
    return;
  }
  mkdirSync(to, { recursive: true });
  for (const { plan, script } of parts) {
    const data = mkdtempSync(join(tmpdir(), 'misfire-rehearsed-'));
    writeFileSync(join(data, 'plan.json'), JSON.stringify(plan));
    const own = ['--name', serverName, '--data', data, '--client', id, '--rehearse', join(data, 'plan.json')];
    const args = [join(watch, 'main.ts'), ...own, '--', process.execPath, join(watch, 'test-shop-server.ts')];
    const server = { name: serverName, command: process.execPath, args, env: {} };
    const { calls, exit } = await runScript(client, { folder, program }, { server, script });
    console.error(`${id} ${client.version}, ${plan.name}: ended with ${exit}, ${calls.length} calls`);
    const spool = join(data, 'spool');
    const written = existsSync(spool) ? readdirSync(spool) : [];
    for (const name of written.filter((file) => file.endsWith('.jsonl')))
      copyFileSync(join(spool, name), join(to, `${plan.name}-${name}`));
    writeFileSync(
      join(to, `model-${plan.name}.txt`),
      calls.map((call) => `${JSON.stringify(modelCall(call))}\n`).join(''),
    );
    rmSync(data, { recursive: true, force: true, maxRetries: 5 });
  }
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
