// The window of a busy day: thirteen servers, seven of which do not start, and a failed call with its card.

import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../testing/axe.ts';
import { call, captureOf, rpcError, text } from '../testing/capture-text.ts';
import { openWindow, resize } from '../testing/mount.tsx';
import { click, press } from '../testing/user.ts';
import { weightOf } from '../testing/weight.ts';

const names = [
  ...['brave-search', 'everything', 'filesystem', 'git', 'github', 'memory', 'orders', 'orders-eu', 'postgres'],
  ...['redis', 'slack', 'sqlite', 'weather'],
];

const dead = ['brave-search', 'github', 'orders-eu', 'postgres', 'redis', 'slack', 'weather'];
const wants: Record<string, string> = {
  'brave-search': 'Error: BRAVE_API_KEY environment variable is required',
  github: 'Error: GITHUB_PERSONAL_ACCESS_TOKEN environment variable is not set',
  'orders-eu': "Error: Cannot find module '/srv/orders-eu/dist/index.js'",
  postgres: 'Error: DATABASE_URL environment variable is required',
  redis: "npm error 404  '@acme/redis-mpc@*' is not in this registry.",
  slack: 'Please set SLACK_BOT_TOKEN and SLACK_TEAM_ID environment variables',
  weather: "npm error 404  'weather-mpc@*' is not in this registry.",
};

const started = dead.flatMap((server, index) => [
  { t: index, server, lane: 'life', event: 'spawned', pid: 40 + index },
  ...call('', null, { id: 900 + index, t: index + 3, server, method: 'initialize' }),
  { t: index + 5, server, lane: 'err', text: wants[server] },
  { t: index + 6, server, lane: 'life', event: 'exited', code: 1, signal: null },
]);

const calls: [server: string, tool: string, args: object, answer: Parameters<typeof call>[1]][] = [
  ['filesystem', 'list_directory', {}, { result: { content: [text('14 entries')] } }],
  ['filesystem', 'read_file', { path: '../plan.md' }, rpcError(-32603, 'Access denied - path outside allowed folders')],
  ['git', 'git_status', {}, { result: { content: [text('2 files changed')] } }],
  ['memory', 'read_graph', {}, { result: { content: [text('12 entities')] } }],
  ['everything', 'get-sum', {}, { result: { content: [text('The sum is 42')] } }],
  ['orders', 'list_orders', {}, { result: { content: [text('3 orders')] } }],
  ['sqlite', 'read_query', { query: 'SELECT total' }, rpcError(-32602, 'no such column: total')],
  ['sqlite', 'describe_table', {}, { result: { content: [text('6 columns')] } }],
  ['everything', 'trigger-long-running-operation', { duration: 60 }, rpcError(-32603, 'Timed out after 30 s')],
  ['everything', 'get-resource-reference', { resourceType: 'Nope' }, rpcError(-32602, 'Invalid resourceType: Nope')],
  ['git', 'git_diff', {}, { result: { content: [text('41 lines')] } }],
  ['memory', 'add_observations', {}, { result: { content: [text('1 added')] } }],
  ['filesystem', 'search_files', {}, { result: { content: [text('7 files')] } }],
  ['git', 'git_log', {}, { result: { content: [text('20 commits')] } }],
  ['memory', 'open_nodes', { names: 'plan' }, rpcError(-32603, 'Unknown node: plan')],
  ['sqlite', 'list_tables', {}, { result: { content: [text('9 tables')] } }],
  ['orders', 'get_order', { order_id: 'SO-9999' }, rpcError(4001, 'Order not found')],
];

const capture = captureOf(
  ...started,
  ...calls.flatMap(([server, tool, args, answer], index) =>
    call(tool, answer, { id: index + 1, server, args, t: 1_000 * (index + 1), ms: 9 }),
  ),
);

const servers = names.map((name) => ({
  name,
  state: dead.includes(name) ? ('failed' as const) : ('connected' as const),
}));

test('a timeline with thirteen servers and a card has at most 350 words and 35 controls', async () => {
  await openWindow({ capture, servers });
  await click(page.getByCSS('#timeline-grid [data-row]').filter({ hasText: 'get_order' }));
  await expect.element(page.getByCSS('#detail-pane[aria-busy="false"]')).toMatchTextContent('SO-9999');
  // The list is full: only the rows in view are drawn.
  await expect.poll(() => page.getByCSS('#timeline-grid [data-row]').elements().length).toBeGreaterThan(20);
  const { words, controls } = weightOf();
  expect(words, 'words').toBeLessThanOrEqual(350);
  expect(words).toBeGreaterThan(150);
  expect(controls, 'controls').toBeLessThanOrEqual(35);
  await expectAccessible('a busy timeline', 'html');
});

test('the first stop of the keyboard leads past the bar and the servers', async () => {
  await openWindow({ capture, servers });
  await press('{Tab}');
  const skip = page.getByRole('button', { name: 'Skip to the content' });
  await expect.element(skip).toHaveFocus();
  await press('{Enter}');
  await expect.element(page.getByRole('grid', { name: 'Messages' })).toHaveFocus();
});

/** Controls that cover each other, by their names. */
function overlaps(): string[] {
  const boxes = [...document.querySelectorAll('header button, #detail-pane button, main button')]
    .filter((one) => one.checkVisibility() && one.getBoundingClientRect().width > 2)
    .map((one) => ({ one, box: one.getBoundingClientRect(), name: one.getAttribute('aria-label') ?? one.textContent }));
  return boxes.flatMap(({ one, box, name }, at) =>
    boxes
      .slice(at + 1)
      .filter((other) => !one.contains(other.one) && !other.one.contains(one))
      .filter(
        ({ box: b }) =>
          box.left < b.right - 1 && b.left < box.right - 1 && box.top < b.bottom - 1 && b.top < box.bottom - 1,
      )
      .map((other) => `${name} / ${other.name}`),
  );
}

test('at 960 and 1024 pixels nothing covers the card or the bar', async () => {
  await openWindow({ capture, servers, size: [960, 700] });
  await click(page.getByCSS('#timeline-grid [data-row]').filter({ hasText: 'get_order' }));
  await expect.element(page.getByCSS('#detail-pane[aria-busy="false"]')).toMatchTextContent('SO-9999');
  for (const width of [960, 1024]) {
    await resize(width, 700);
    await expect.poll(overlaps, { message: `at ${width} px` }).toEqual([]);
  }
});
