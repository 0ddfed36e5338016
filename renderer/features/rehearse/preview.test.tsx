// The preview of a plan: on a recorded session one lane per tool, without one on the next calls.

import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { PastSession } from '../../../shared/features/rehearse/plan-preview.ts';
import { type Plan, readPlan } from '../../../shared/features/rehearse/rehearsal-plan.ts';
import { captureStart } from '../../testing/capture-text.ts';
import { mount } from '../../testing/mount.tsx';
import { choose } from '../../testing/user.ts';
import { Preview } from './preview.tsx';
import { rehearsalOf } from './rehearsal.ts';
import { rehearseOf } from './rehearse-state.ts';

function planOf(value: object): Plan {
  const read = readPlan(JSON.stringify({ title: 'Busy', ...value }));
  if (!read.ok) throw new Error(read.problem);
  return read.plan;
}

const busy = planOf({ steps: [{ tools: ['search'], do: { answer: 'rate_limited' }, often: { first: 2 } }] });
const session = (tools: string[]): PastSession => ({
  client: 'Cursor',
  server: 'shop',
  isLines: true,
  events: tools.map((tool, index) => ({ at: captureStart + index * 1_000, call: tool })),
});
const region = page.getByRole('region', { name: /^Preview/ });
const lanes = region.getByRole('listitem');

test('a recorded session shows which calls of each tool the plan touches', async () => {
  const { model } = await mount(<Preview plan={busy} />);
  const past = session(['search', 'search', 'search', 'pay']);
  rehearsalOf(model).setState({ past: { pairs: [{ client: 'Cursor', server: 'shop' }], session: past } });
  await expect.element(region.getByRole('heading', { name: 'Preview on 4 recorded calls' })).toBeVisible();
  await expect.poll(() => lanes.elements().length).toBe(2);
  await expect.element(lanes.first()).toMatchTextContent('search');
  const dots = lanes.first().element().querySelectorAll('i');
  expect([...dots].map((dot) => dot.title.replace(/^[\d:.]+: /, ''))).toEqual([
    'answer:rate_limited',
    'answer:rate_limited',
    'passes',
  ]);
  // From the first call to the last one.
  expect([...dots].map((dot) => Math.round(Number.parseFloat(dot.style.left)))).toEqual([0, 33, 67]);
  await expect.element(lanes.nth(1)).toHaveAttribute('data-quiet');
  await expect.element(region).toMatchTextContent('1 tool not touched');
});

test('more lanes than fit are counted', async () => {
  const { model } = await mount(<Preview plan={busy} />);
  const past = session(Array.from({ length: 13 }, (_, index) => `tool_${index}`));
  rehearsalOf(model).setState({ past: { pairs: [], session: past } });
  await expect.poll(() => lanes.elements().length).toBe(10);
  await expect.element(region).toMatchTextContent('3 more tools');
});

test('the session of another client or server is chosen by name', async () => {
  const { model } = await mount(<Preview plan={busy} />);
  const pairs = [
    { client: 'Cursor', server: 'shop' },
    { client: 'Codex', server: 'mail' },
  ];
  rehearsalOf(model).setState({ past: { pairs, session: session(['search']) } });
  await expect.element(region.getByLabelText('Client')).toMatchTextContent('newest: Cursor');
  await choose(region.getByLabelText('Client'), 'Codex');
  await choose(region.getByLabelText('Server'), 'mail');
  expect(rehearseOf(model).getState().scope).toMatchObject({ client: 'Codex', server: 'mail' });
});

test('without a session it shows the next twenty calls', async () => {
  await mount(<Preview plan={busy} />);
  await expect.element(region).toMatchTextContent('no recorded session: the next 20 calls of a read-only tool');
  await expect.element(lanes).toMatchTextContent('0 of 20');
});

test('counts what is injected and what passes', async () => {
  await mount(<Preview plan={planOf({ steps: [{ do: { answer: 'rate_limited' }, often: { first: 3 } }] })} />);
  await expect.element(lanes).toMatchTextContent('next calls3 of 20');
  await expect.element(region).toMatchTextContent('injected, 3');
  await expect.element(region).toMatchTextContent('passes, 17');
});
