// The ready plans as people run them: `misfire rehearse` with a client on the official SDK, a real server, and a real wrap or proxy in
// between. All run at once, since they mostly wait. Each must end in time, inject what it says, and show the rules that it is about.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readCapture } from '../../../../shared/capture/capture.ts';
import { readyPlans } from '../../../../shared/features/rehearse/ready-plans.ts';
import type { ReportCard, RuleId } from '../../../../shared/features/report-card/card.ts';
import type { WireEvent } from '../../../../shared/wire.ts';
// Waits for the build: the client starts the built wrap.
import '../../../launch/testing/built-program.ts';
import { runHere } from '../../../launch/testing/run-here.ts';

const server = join(import.meta.dirname, '../../watch/programs/testing/test-shop-server.ts');
const client = join(import.meta.dirname, '../../agents/server/testing/planned-client.ts');

interface Expected {
  way: 'command' | 'url';
  tools: string[];
  /** By request, in order. */
  injected: string[];
  passed: RuleId[];
}

const times = (count: number, injected: string): string[] => Array.from({ length: count }, () => injected);

const expected: Record<string, Expected> = {
  'rate-limit-storm': {
    way: 'command',
    tools: ['limited', 'other', 'flaky'],
    injected: times(2, 'answer:rate_limited'),
    passed: ['waits-as-asked', 'keeps-other-calls'],
  },
  'flaky-upstream': {
    way: 'command',
    tools: ['flaky', 'other'],
    injected: [...times(2, 'answer:dependency'), 'answer:unavailable'],
    passed: ['waits-grow', 'keeps-other-calls'],
  },
  'expired-sign-in': { way: 'url', tools: ['other'], injected: ['end:sign-in'], passed: ['signs-in-again'] },
  'lost-session': { way: 'url', tools: ['other'], injected: ['end:session'], passed: ['new-session'] },
  'slow-server': {
    way: 'command',
    tools: ['limited', 'other', 'flaky', 'checked'],
    injected: [...times(2, 'spoil:delay'), 'answer:timeout'],
    passed: ['cancels-on-timeout', 'tells-its-model'],
  },
  'half-dead-server': {
    way: 'command',
    tools: ['silent', 'flaky', 'other'],
    injected: ['spoil:no-answer', ...times(2, 'answer:unavailable'), 'end:process'],
    passed: ['cancels-on-timeout', 'new-session'],
  },
  'validation-maze': {
    way: 'command',
    tools: ['checked', 'other'],
    injected: times(3, 'answer:validation'),
    passed: ['fixes-before-retry'],
  },
  'noisy-stdout': { way: 'command', tools: ['other', 'flaky'], injected: times(3, 'spoil:noise'), passed: [] },
  'silent-failure': {
    way: 'command',
    tools: ['quiet', 'silent', 'shaped', 'other'],
    injected: [...times(2, 'spoil:reported-as-success'), 'spoil:broken-schema'],
    passed: ['notices-silent-failure', 'checks-schema'],
  },
  'quota-exhausted': {
    way: 'command',
    tools: ['refused', 'limited', 'pay'],
    injected: times(3, 'answer:terminal'),
    passed: ['stops-when-told', 'tells-its-model'],
  },
  'one-of-each': {
    way: 'command',
    tools: ['limited', 'refused', 'shaped', 'checked', 'flaky', 'other', 'quiet', 'silent'],
    injected: [
      'answer:rate_limited',
      'answer:terminal',
      'spoil:reported-as-success',
      'spoil:broken-schema',
      'answer:validation',
      'end:process',
    ],
    passed: ['stops-when-told', 'notices-silent-failure', 'checks-schema', 'keeps-other-calls', 'new-session'],
  },
};

interface Run {
  code: number | null;
  said: string;
  card: ReportCard | null;
  events: WireEvent[];
}

let folder: string;
const runs = new Map<string, Run>();

async function run(plan: string, { way, tools }: Expected): Promise<void> {
  const data = mkdtempSync(join(folder, 'run-'));
  const [model, out] = [join(data, 'model.jsonl'), join(data, 'out.jsonl')];
  const own = ['--plan', plan, '--server', `${process.execPath} ${server}`, '--model', model, '--out', out, '--json'];
  const words = ['rehearse', ...own, '--', process.execPath, client, way, model, ...tools];
  const { code, stdout, said } = await runHere(words, { data });
  const card = stdout === '' ? null : (JSON.parse(stdout) as ReportCard);
  const events = card ? readCapture(readFileSync(out, 'utf8')).entries.map(({ event }) => event) : [];
  runs.set(plan, { code, said, card, events });
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'misfire-plans-'));
  await Promise.all(Object.entries(expected).map(([plan, one]) => run(plan, one)));
}, 180_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const runOf = (plan: string): Run => runs.get(plan) as Run;
const touched = (plan: string, lane: WireEvent['lane']) =>
  runOf(plan).events.filter((event) => event.rehearsed === true && event.lane === lane);

it('knows every ready plan', () => {
  expect(Object.keys(expected)).toEqual(readyPlans.map(({ name }) => name));
});

it.each(Object.entries(expected))('%s injects what it says, and a good client passes', (plan, { injected, passed }) => {
  const { code, said, card } = runOf(plan);
  expect(
    touched(plan, 'out').map((event) => event.injected),
    said,
  ).toEqual(injected);
  const seen = card?.rules.filter(({ verdict }) => verdict !== 'not seen') ?? [];
  expect(seen.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
  expect(seen.map(({ rule }) => rule)).toEqual(expect.arrayContaining(passed));
  // No rule is about noise.
  expect(code, said).toBe(plan === 'noisy-stdout' ? 3 : 0);
});

it.each(readyPlans.map(({ name, endsAfterMs }) => ({ name, endsAfterMs })))(
  '$name injects nothing after its end',
  ({ name, endsAfterMs }) => {
    const { events } = runOf(name);
    const [first] = events.filter((event) => event.lane === 'out' && event.text.includes('tools/call'));
    const last = events.filter(({ rehearsed }) => rehearsed).at(-1);
    expect((last?.at ?? 0) - (first?.at ?? 0)).toBeLessThanOrEqual(endsAfterMs);
  },
);

it('rate-limit-storm states each wait in the text and as retry_after, from 1 to 5 s', () => {
  const answers = touched('rate-limit-storm', 'in').flatMap((event) => (event.lane === 'in' ? [event.text] : []));
  expect(answers).toHaveLength(2);
  for (const text of answers) {
    const { content, structuredContent } = JSON.parse(text).result;
    expect(structuredContent.retry_after).toBeGreaterThanOrEqual(1);
    expect(structuredContent.retry_after).toBeLessThanOrEqual(5);
    expect(content[0].text).toContain(`Retry after ${structuredContent.retry_after} s.`);
  }
});
