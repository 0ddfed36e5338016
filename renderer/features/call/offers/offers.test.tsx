// The panes of what a server offers besides tools: what they say, what they send, and the answer below.

import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { done } from '../../../../shared/contract/api.ts';
import type { JsonObject } from '../../../../shared/json/json.ts';
import { text } from '../../../testing/capture-text.ts';
import { mount } from '../../../testing/mount.tsx';
import { choose, click, fill, focus } from '../../../testing/user.ts';
import { everything, nothing, panes, stateOf } from './offers.states.tsx';
import type { OffersState } from './use-offers.ts';

type Respond = (method: string, params: JsonObject) => { result: object } | { error: object };

/** The panes in these states, one below the other. */
async function open(kind: string, states: Record<string, Partial<OffersState>>, respond?: Respond) {
  const Pane = panes[kind]!;
  const { host } = await mount(
    Object.entries(states).map(([name, state]) => (
      <section key={name} aria-label={name} style={{ display: 'flex' }}>
        <Pane server="billing" state={stateOf(state)} />
      </section>
    )),
    {
      servers: [{ name: 'billing', ...(respond && { respond }) }],
      answers: { cancel: () => done(null), followTask: () => done({ id: 1 }) },
    },
  );
  return { host, sent: () => host.askedFor('call').map(({ method, params }) => `${method} ${params}`) };
}

const all = { all: { offers: everything } };
const answer = page.getByRole('region', { name: 'Answer' });
const button = (name: string) => page.getByRole('button', { name, exact: true });

test.each([
  ['Resources', 'This server offers no resources.'],
  ['Templates', 'This server offers no templates.'],
  ['Prompts', 'This server offers no prompts.'],
  ['Tasks', 'The server does not say that it works with tasks.'],
  ['About', 'The server does not declare logging.'],
])('%s say that they load, that there is nothing, what is missing, and why', async (kind, words) => {
  const refresh = vi.fn(async () => undefined);
  const shown = {
    loading: 'Asking the server…',
    nothing: words,
    missing: 'prompts/list failed.',
    refused: 'It is gone.',
  };
  await open(kind, {
    loading: {},
    nothing: { offers: nothing },
    missing: { offers: { ...nothing, problems: [shown.missing] } },
    refused: { problem: shown.refused, refresh },
  });
  for (const [state, words] of Object.entries(shown))
    await expect.element(page.getByRole('region', { name: state, exact: true })).toMatchTextContent(words);
  await expect.element(page.getByRole('region', { name: 'loading' })).not.toMatchTextContent(words);
  await click(button('Try again'));
  expect(refresh).toHaveBeenCalledOnce();
});

test('a resource is found, read, and subscribed to', async () => {
  const { sent } = await open('Resources', all, (_method, { uri }) => ({
    result: { contents: [{ uri, text: 'total: 3' }] },
  }));
  await fill(page.getByPlaceholder('Search'), 'nowhere');
  await expect.element(page.getByText('None has these words.')).toBeVisible();
  await fill(page.getByPlaceholder('Search'), '');
  await expect.element(button('Unsubscribe')).toBeVisible();
  await click(page.getByRole('option', { name: /^file:\/\/\/a/ }));
  await click(button('Read'));
  await expect.element(answer).toMatchTextContent('total: 3');
  await click(button('Subscribe'));
  await expect.poll(sent).toEqual(['resources/read {"uri":"file:///a"}', 'resources/subscribe {"uri":"file:///a"}']);
});

test('a template is filled in, and a refusal is shown', async () => {
  const { sent } = await open('Templates', all, () => ({ error: { code: -32002, message: 'Not found' } }));
  await fill(page.getByLabelText(/^year/), '2026');
  await fill(page.getByLabelText(/^id/), '7');
  await expect.element(page.getByText('orders://2026/7')).toBeVisible();
  await click(button('Read'));
  await expect.element(answer).toMatchTextContent('There is no resource orders://2026/7');
  expect(sent().at(-1)).toBe('resources/read {"uri":"orders://2026/7"}');
});

test('a prompt suggests values, names what is required, and sends what is filled in', async () => {
  const { sent } = await open('Prompts', all, (method) =>
    method === 'completion/complete'
      ? { result: { completion: { values: ['ada', 'grace'], total: 9 } } }
      : { result: { messages: [{ role: 'user', content: text('Please pay.') }] } },
  );
  await expect.element(page.getByText('customer is required; it can be sent all the same.')).toBeVisible();
  await focus(page.getByLabelText(/^customer/));
  await expect.element(page.getByText('and 7 more')).toBeVisible();
  await click(button('grace'));
  await expect.element(page.getByLabelText(/^customer/)).toHaveValue('grace');
  await click(button('Get'));
  await expect.element(answer).toMatchTextContent('Please pay.');
  expect(sent().at(-1)).toBe('prompts/get {"name":"remind","arguments":{"customer":"grace"}}');
});

test('a running task is followed and canceled, and the result of one that is over is fetched', async () => {
  const { host, sent } = await open('Tasks', all);
  const task = (name: RegExp) => page.getByRole('region', { name });
  await click(task(/^Task task-1/).getByRole('button', { name: 'Follow' }));
  expect(host.askedFor('followTask')).toMatchObject([{ taskId: 'task-1' }]);
  await click(task(/^Task task-1/).getByRole('button', { name: 'Cancel it' }));
  // It never answers: the request itself can be canceled.
  await expect.element(answer).toMatchTextContent('Waiting for the answer…');
  await click(answer.getByRole('button', { name: 'Cancel' }));
  await expect.poll(() => host.askedFor('cancel').length).toBe(1);
  await expect.element(task(/^Task file/).getByRole('button', { name: 'Follow' })).not.toBeInTheDocument();
  await click(task(/^Task file/).getByRole('button', { name: 'Fetch the result' }));
  await expect.poll(() => sent().map((words) => words.split(' ')[0])).toEqual(['tasks/cancel', 'tasks/result']);
});

test('of many tasks the rest is counted', async () => {
  const tasks = Array.from({ length: 203 }, (_, index) => ({ ...everything.tasks[0]!, taskId: `task-${index}` }));
  await open('Tasks', { many: { offers: { ...nothing, tasks } } });
  await expect.element(page.getByText('and 3 more')).toBeVisible();
});

test('About shows what the server says of itself, and sets its log level and subscriptions', async () => {
  const { sent } = await open('About', all, () => ({ error: { code: -32601, message: 'Method not found' } }));
  for (const words of ['billing 1.0.0', 'node billing.js', 'Call list_orders first.', 'completions'])
    await expect.element(page.getByText(words).first()).toBeVisible();
  await choose(page.getByRole('combobox', { name: 'Log level' }), 'error');
  await click(button('Set'));
  await expect.element(answer).toMatchTextContent('billing has no method logging/setLevel');
  await click(button('Unsubscribe'));
  await expect.poll(sent).toHaveLength(2);
  expect(sent()[0]).toBe('logging/setLevel {"level":"error"}');
  expect(sent()[1]).toContain('resources/unsubscribe');
});
