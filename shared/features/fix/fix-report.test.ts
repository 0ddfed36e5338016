import { expect, it } from 'vitest';
import { fixReport } from './fix-report.ts';
import type { FixAttemptView, FixView } from './fix-view.ts';

const attempt = (headline: string, more: Partial<FixAttemptView> = {}): FixAttemptView => ({
  isStart: false,
  row: 1,
  headline,
  class: 'validation',
  passed: false,
  changes: [],
  waitedMs: 0,
  latencyMs: 1,
  choices: [],
  ...more,
});
const change = (path: string) => ({ path, after: 1, because: 'the schema’s default', source: 'schema' as const });
const view = (more: Partial<FixView>): FixView => ({
  id: 'fix-1',
  source: 1,
  server: 'shop',
  to: 'shop',
  method: 'tools/call',
  target: 'rate',
  state: 'done',
  attempts: [],
  params: '{}',
  ask: null,
  stopped: null,
  wait: null,
  sent: 1,
  usedMs: 1,
  isReadOnly: true,
  ...more,
});

it('tells the whole path, and that a problem was reported late', () => {
  const attempts = [
    attempt('a is missing'),
    attempt('b is missing', { changes: [change('/a')] }),
    attempt('', { passed: true, class: null, changes: [change('/b')], waitedMs: 2_000 }),
  ];
  const text = fixReport(view({ attempts }), '# `rate`: a title\n');
  expect(text).toMatch(/^# `rate`: a title\n\n## What had to be tried\n\n1\. a is missing\n2\. b is missing\n {3}- a/);
  expect(text).toContain('   - waited 2 s, as the server asked');
  expect(text).toContain('It worked after 3 attempts.');
  expect(text).toContain('- Report all problems at once: `b` came up only after the first fix.');
});

it('says what is left if it does not work, and names a server that contradicts itself', () => {
  const stopped = { reason: 'contradiction', words: '', left: ['Ask the author.'], owner: 'server' } as const;
  const text = fixReport(
    view({ state: 'stopped', attempts: [attempt('a is wrong')], stopped: { ...stopped, left: [...stopped.left] } }),
    null,
  );
  expect(text).toMatch(/^# `rate`: a is wrong/);
  expect(text).toContain('It does not work. Ask the author. To change: the server.');
  expect(text).toContain('Accept the value that the message asks for.');
});
