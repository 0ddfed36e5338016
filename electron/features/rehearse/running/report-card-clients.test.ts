// Two clients on the official SDK under the same plan, through a real wrap: one is obedient, the other is not. Their report
// cards differ on every rule that stdio shows.

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readCapture } from '../../../../shared/capture/capture.ts';
import type { RehearsalStep } from '../../../../shared/features/rehearse/rehearsal-plan.ts';
import type { ReportCard, RuleId } from '../../../../shared/features/report-card/card.ts';
import type { ModelCall } from '../../../../shared/features/report-card/model-calls.ts';
import { readRun, sourceOf } from '../../../../shared/features/report-card/recorded-run.ts';
import { reportCard } from '../../../../shared/features/report-card/report-card.ts';
import type { Json } from '../../../../shared/json/json.ts';
import { wrapProgram } from '../../watch/programs/testing/test-peers.ts';

const server = join(import.meta.dirname, '../../watch/programs/testing/test-shop-server.ts');
const steps: RehearsalStep[] = [
  { tools: ['limited'], do: { answer: 'rate_limited', waitMs: 1000 }, often: 'once' },
  { tools: ['pay'], do: { spoil: 'no-answer' }, often: 'once' },
  { tools: ['refused'], do: { answer: 'terminal', sentence: 'The account is closed. Do not retry.' }, often: 'once' },
  { tools: ['checked'], do: { answer: 'validation', field: 'zip' }, often: 'once' },
  { tools: ['flaky'], do: { answer: 'unavailable' }, often: { first: 3 } },
  { tools: ['quiet'], do: { spoil: 'reported-as-success' }, often: 'once' },
  { tools: ['shaped'], do: { spoil: 'broken-schema' }, often: 'once' },
  { tools: ['silent'], do: { spoil: 'no-answer' }, often: 'once' },
  { tools: ['dying'], do: { end: 'process' }, often: 'once' },
];

/** What a call came back with. */
interface Got {
  text: string;
  failed: boolean;
}

/** A program on the SDK, with what it would report to a model and a person. */
abstract class Robot {
  readonly name: string;
  readonly model: ModelCall[] = [];
  readonly shown: string[] = [];
  readonly data = mkdtempSync(join(tmpdir(), 'misfire-robot-'));
  client!: Client;

  constructor(name: string) {
    this.name = name;
    writeFileSync(join(this.data, 'plan.json'), JSON.stringify({ name: 'all-rules', steps }));
  }

  async connect(): Promise<void> {
    const own = ['--name', 'shop', '--data', this.data, '--client', this.name];
    const plan = ['--rehearse', join(this.data, 'plan.json')];
    this.client = new Client({ name: this.name, version: '1.0.0' });
    await this.client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [wrapProgram, ...own, ...plan, '--', process.execPath, server],
        stderr: 'ignore',
      }),
    );
    await this.client.listTools();
  }

  /** One call of the model, however often the program sends it. */
  async ask(tool: string, act: () => Promise<Got>, args: Json = {}): Promise<void> {
    const asked: ModelCall = { tool, arguments: args, askedAt: Date.now() };
    this.model.push(asked);
    const { text, failed } = await act();
    Object.assign(asked, { gotAt: Date.now(), got: text, isFlagged: failed });
  }

  card(): ReportCard {
    const folder = join(this.data, 'spool');
    const files = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
    const sources = files.sort().map((name) => sourceOf(name, readCapture(readFileSync(join(folder, name), 'utf8'))));
    return reportCard({ run: readRun(sources), model: this.model, shown: this.shown.join('\n') });
  }

  close(): void {
    rmSync(this.data, { recursive: true, force: true });
  }

  abstract run(): Promise<void>;
}

const textOf = (result: object): string =>
  (result as { content?: { text?: string }[] }).content?.map(({ text }) => text ?? '').join('\n') ?? '';

class Obedient extends Robot {
  async #call(name: string, args: Record<string, unknown> = {}, timeout = 60_000): Promise<Got> {
    try {
      const result = await this.client.callTool({ name, arguments: args }, undefined, { timeout });
      const text = textOf(result);
      const failed = result.isError === true || text.toLowerCase().includes('fail');
      if (failed) this.shown.push(text);
      return { text, failed };
    } catch (error) {
      const text = (error as Error).message;
      this.shown.push(text);
      return { text, failed: true };
    }
  }

  async #until(name: string, waits: readonly number[]): Promise<Got> {
    let got = await this.#call(name);
    for (const ms of waits) {
      if (!got.failed) break;
      await wait(ms);
      got = await this.#call(name);
    }
    return got;
  }

  async run(): Promise<void> {
    await this.connect();
    await Promise.all([
      this.ask('limited', () => this.#until('limited', [1100])),
      this.ask('other', () => this.#call('other')),
    ]);
    await this.ask('other', () => this.#call('other'));
    await this.ask('pay', () => this.#call('pay', {}, 700));
    await this.ask('refused', () => this.#call('refused'));
    await this.ask(
      'checked',
      async () => {
        await this.#call('checked', { zip: '1' });
        return this.#call('checked', { zip: '10115' });
      },
      { zip: '1' },
    );
    await this.ask('flaky', () => this.#until('flaky', [150, 400, 1000]));
    await this.ask('quiet', () => this.#call('quiet'));
    await this.ask('shaped', () => this.#call('shaped'));
    await this.ask('silent', () => this.#call('silent', {}, 700));
    await this.ask('growing', async () => {
      const got = await this.#call('growing');
      await this.client.listTools();
      return got;
    });
    await this.ask('other', () => this.#call('other'));
    await this.ask('dying', () => this.#call('dying'));
    await this.connect();
    await this.ask('other', () => this.#call('other'));
    await this.client.close();
  }
}

class Careless extends Robot {
  /** Without the SDK's check of structured content. */
  #send(name: string, args: Record<string, unknown> = {}) {
    const request = { method: 'tools/call' as const, params: { name, arguments: args } };
    return this.client.request(request, CallToolResultSchema, { timeout: 60_000 });
  }

  /** Does not report failures. */
  async #call(name: string, args: Record<string, unknown> = {}): Promise<Got> {
    try {
      const result = await this.#send(name, args);
      return { text: result.isError ? 'done' : textOf(result), failed: false };
    } catch {
      return { text: 'done', failed: false };
    }
  }

  /** Sends it again while the first one is open, and never cancels that one. */
  async #impatient(name: string): Promise<Got> {
    void this.#call(name);
    await wait(400);
    return this.#call(name);
  }

  async #times(name: string, count: number, args: Record<string, unknown> = {}): Promise<Got> {
    let got = await this.#call(name, args);
    for (let left = count - 1; left > 0; left -= 1) {
      // Shorter each time, by more than a busy machine adds.
      await wait(left * 600 - 540);
      got = await this.#call(name, args);
    }
    return got;
  }

  async run(): Promise<void> {
    await this.connect();
    await this.ask('limited', () => this.#times('limited', 2));
    await this.ask('pay', () => this.#impatient('pay'));
    await this.ask('refused', () => this.#times('refused', 2));
    await this.ask('checked', () => this.#times('checked', 2, { zip: '1' }), { zip: '1' });
    await this.ask('flaky', () => this.#times('flaky', 4));
    await this.ask('quiet', () => this.#call('quiet'));
    await this.ask('shaped', () => this.#call('shaped'));
    await this.ask('silent', () => this.#impatient('silent'));
    await this.ask('growing', () => this.#call('growing'));
    // A client that has not read the list by now does not read it (client-conduct.ts).
    await wait(10_500);
    await this.ask('other', () => this.#call('other'));
    // The slow call is open when the connection is closed because of another one's failure.
    await this.connect();
    const slow = this.ask('slow', () => this.#call('slow'));
    await this.ask('refused', () => this.#call('refused'));
    await this.client.close();
    await slow;
    await this.connect();
    await this.ask('dying', () => this.#call('dying'));
    await this.ask('dying', () => this.#call('dying'));
  }
}

const robots = [new Obedient('obedient'), new Careless('careless')];
let cards: ReportCard[];
beforeAll(async () => {
  await Promise.all(robots.map((robot) => robot.run()));
  cards = robots.map((robot) => robot.card());
});
afterAll(() => {
  for (const robot of robots) robot.close();
});

const verdictOf = (card: ReportCard | undefined, rule: RuleId) => {
  const found = card?.rules.find((one) => one.rule === rule);
  return `${found?.verdict}: ${found?.did}`;
};

it.each<RuleId>([
  'waits-as-asked',
  'no-unsafe-repeat',
  'stops-when-told',
  'fixes-before-retry',
  'waits-grow',
  'new-session',
  'refreshes-lists',
  'keeps-other-calls',
  'cancels-on-timeout',
  'tells-its-model',
  'notices-silent-failure',
  'checks-schema',
  'tells-the-person',
])('tells the two apart by %s', (rule) => {
  expect([verdictOf(cards[0], rule), verdictOf(cards[1], rule)]).toEqual([
    expect.stringMatching(/^pass: /),
    expect.stringMatching(/^fail: /),
  ]);
});

it('grades them with everything that was injected', () => {
  expect(cards.map(({ grade }) => grade?.letter)).toEqual(['A', 'F']);
  expect(cards.map(({ client }) => client)).toEqual([
    { name: 'obedient', version: '1.0.0' },
    { name: 'careless', version: '1.0.0' },
  ]);
  for (const { plan, injected, asker } of cards) {
    expect({ plan, asker }).toEqual({ plan: 'all-rules', asker: 'client' });
    expect(injected).toBeGreaterThanOrEqual(9);
  }
});

it('does not see a sign-in over stdio', () => {
  for (const card of cards) expect(verdictOf(card, 'signs-in-again')).toBe('not seen: No answer asked it to sign in');
});
