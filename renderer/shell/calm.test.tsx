// The window of a busy day: thirteen servers, three of which do not start, and a failed call with its card.

import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../testing/axe.ts';
import { call, captureOf, rpcError, text } from '../testing/capture-text.ts';
import { openWindow, resize } from '../testing/mount.tsx';
import { click, press } from '../testing/user.ts';
import { weightOf } from '../testing/weight.ts';

const names = [
  ...['brave-search', 'everything', 'fetch', 'filesystem', 'git', 'github', 'memory', 'orders', 'postgres', 'slack'],
  ...['sqlite', 'time', 'weather'],
];

const dead = ['brave-search', 'slack', 'weather'];
const wants: Record<string, string> = {
  'brave-search': 'Error: BRAVE_API_KEY environment variable is required',
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
  ['time', 'convert_time', {}, { result: { content: [text('14:13 in Tokyo')] } }],
  ['orders', 'list_orders', {}, { result: { content: [text('3 orders')] } }],
  ['sqlite', 'read_query', { query: 'SELECT total' }, rpcError(-32602, 'no such column: total')],
  ['sqlite', 'describe_table', {}, { result: { content: [text('6 columns')] } }],
  ['fetch', 'fetch', { url: 'https://example.com/f' }, rpcError(-32603, 'Timed out after 30 s')],
  ['everything', 'get-resource-reference', { resourceType: 'Nope' }, rpcError(-32602, 'Invalid resourceType: Nope')],
  ['git', 'git_diff', {}, { result: { content: [text('41 lines')] } }],
  ['memory', 'add_observations', {}, { result: { content: [text('1 added')] } }],
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
  state: dead.includes(name) ? ('failed' as const) : name === 'postgres' ? ('idle' as const) : ('connected' as const),
}));

test('a timeline with thirteen servers and a card has at most 320 words and 35 controls', async () => {
  await openWindow({ capture, servers });
  await click(page.getByCSS('#timeline-grid [data-row]').filter({ hasText: 'get_order' }));
  await expect.element(page.getByCSS('#detail-pane[aria-busy="false"]')).toMatchTextContent('SO-9999');
  // Each server that does not start is one row.
  await expect
    .poll(() => page.getByCSS('#timeline-grid [data-row]').elements().length)
    .toBe(calls.length + dead.length);
  const { words, controls } = weightOf();
  expect(words, 'words').toBeLessThanOrEqual(320);
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
