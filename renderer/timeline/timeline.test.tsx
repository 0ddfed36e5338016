// Actions apply to visible rows: filter, selection and place mean the same everywhere.

import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../testing/axe.ts';
import { call, captureOf, rpcError, text } from '../testing/capture-text.ts';
import { type MountOptions, openWindow } from '../testing/mount.tsx';
import { click, fill, focus, press } from '../testing/user.ts';

const box = page.getByRole('combobox', { name: 'Filter', exact: true });
const timeline = page.getByRole('grid', { name: 'Messages' });
const rows = page.getByCSS('#timeline-grid [data-row]');
const row = (words: string) => rows.filter({ hasText: words });
const selected = page.getByCSS('#timeline-grid [data-row][aria-selected="true"]');
const chips = page.getByRole('list', { name: 'Terms of the filter' });
const bar = page.getByRole('toolbar', { name: 'Selected rows' });
const listed = (count: number) => expect.element(timeline).toHaveAttribute('aria-rowcount', String(count + 1));

/** Twelve calls to two servers, a second apart: on each server every third succeeds, the others fail in two ways. */
const capture = captureOf(
  ...Array.from({ length: 12 }, (_, index) => {
    const kind = Math.floor(index / 2) % 3;
    const answers = [
      { result: { content: [text('fine')] } },
      rpcError(-32602, 'n is wrong'),
      rpcError(-32603, 'Internal error'),
    ];
    const server = index % 2 === 0 ? 'billing' : 'shop';
    return call(`call_${index + 1}`, answers[kind]!, {
      id: index + 1,
      server,
      t: index * 1_000,
      ms: 50,
      args: { n: index },
    });
  }).flat(),
);

async function open(options: MountOptions = {}) {
  const mounted = await openWindow({ capture, isOpenedFile: true, ...options });
  await listed(12);
  return mounted;
}

async function filter(words: string): Promise<void> {
  await fill(box, words);
  await press('{Enter}');
  await expect.element(page.getByCSS('#timeline-grid[aria-busy="true"]')).not.toBeInTheDocument();
}

test('new rows never push the selected row out of view, and G goes on to the newest', async () => {
  const { host } = await openWindow({ servers: [{ name: 'billing' }] });
  host.record(captureOf(...call('broken', rpcError(-32603, 'Internal error'), { id: 1, t: 0 })));
  await expect.element(selected).toMatchTextContent('broken');
  const record = (from: number) => {
    const ids = Array.from({ length: 60 }, (_, index) => from + index);
    const fine = { result: { content: [text('fine')] } };
    host.record(captureOf(...ids.flatMap((id) => call(`later_${id}`, fine, { id, t: id * 1_000 }))));
  };
  record(100);
  await listed(61);
  await expect.element(selected).toBeInViewport({ ratio: 1 });
  await focus(timeline);
  await press('G');
  await expect.element(row('later_159')).toBeInViewport();
  record(200);
  await expect.element(row('later_259')).toBeInViewport();
});

test('a click on a row that is cut off at the edge brings all of it into view', async () => {
  await open({ size: [1440, 400] });
  const grid = timeline.element();
  grid.scrollTop = 5;
  const edge = grid.getBoundingClientRect().bottom;
  const cutOff = () =>
    rows.elements().find((one) => {
      const { top, bottom } = one.getBoundingClientRect();
      return top < edge - 4 && bottom > edge + 4;
    });
  await expect.poll(cutOff).toBeDefined();
  await click(page.getByCSS(`[data-row="${cutOff()!.getAttribute('data-row')}"]`));
  await expect.element(selected).toBeInViewport({ ratio: 1 });
  await expect.poll(() => selected.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(edge + 1);
});

test('filtering out the selected row selects its listed neighbor, and keys act on that one', async () => {
  const { host } = await open();
  await click(row('call_5'));
  await filter('is:ok');
  await listed(4);
  // The first success after the hidden row.
  await expect.element(selected).toMatchTextContent('call_7');
  await expect.element(page.getByCSS('#detail-pane')).toMatchTextContent('call_7');
  await focus(timeline);
  await press('e');
  const [row7] = host.log.store.rowsFrom(6, 1);
  await expect.poll(() => host.askedFor('draftReplay').at(-1)).toEqual({ row: row7?.id });
});

test('keys do nothing if no row is listed', async () => {
  await open();
  await click(row('call_5'));
  await filter('nowhere-to-be-found');
  await expect.element(page.getByText('The filter hides everything')).toBeVisible();
  await focus(timeline);
  for (const key of ['n', 'r', 'e', 'w', 'x']) {
    await press(key);
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(page.getByText('The filter hides everything')).toBeVisible();
  }
  await expect.element(page.getByText('The filter hides the selected row')).toBeVisible();
});

test('n and N move between the listed failures, and say where there are no more', async () => {
  await open();
  await filter('server:billing');
  await listed(6);
  await click(rows.first());
  await focus(timeline);
  for (const tool of ['call_3', 'call_5', 'call_9', 'call_11']) {
    await press('n');
    await expect.element(selected).toMatchTextContent(tool);
  }
  await press('n');
  await expect.element(page.getByText('This is the last failure in this list.')).toBeVisible();
  await press('N');
  await expect.element(selected).toMatchTextContent('call_9');
  for (const tool of ['call_5', 'call_3']) {
    await press('N');
    await expect.element(selected).toMatchTextContent(tool);
  }
  await press('N');
  await expect.element(page.getByText('This is the first failure in this list.')).toBeVisible();
});

test('x keeps the position: if expected failures are hidden, their neighbor is selected', async () => {
  await open();
  await filter('is:failed -is:expected');
  await listed(8);
  await click(row('call_5'));
  await focus(timeline);
  await press('x');
  await expect.element(row('call_5')).not.toBeInTheDocument();
  await expect.element(selected).toMatchTextContent('call_6');
  await expect.element(selected).toBeInViewport();
});

test('other places keep the filter and the selection, and show no filter that has no effect', async () => {
  await open();
  await filter('is:failed');
  await click(row('call_5'));
  await focus(timeline);
  for (const place of ['c', 'h', 'f']) {
    await press(`g${place}`);
    await expect.element(timeline).not.toBeInTheDocument();
    await expect.element(box).not.toBeInTheDocument();
    await press('gt');
    await expect.element(box).toHaveValue('is:failed');
    await listed(8);
    // Failures has its own selection, whose newest failure the card shows.
    if (place !== 'f') await expect.element(selected).toMatchTextContent('call_5');
  }
});

for (const size of [
  [1440, 900],
  [1024, 700],
] as const)
  test(`the terms of a filter are chips that can be changed and removed, ${size[0]} wide`, async () => {
    await open({ size });
    await filter('is:failed -class:validation');
    await listed(4);
    await expect.element(chips.getByRole('button', { name: 'Change is:failed' })).toBeInViewport({ ratio: 1 });
    const cross = chips.getByRole('button', { name: 'Take off -class:validation' });
    await expect.element(cross).toBeInViewport({ ratio: 1 });
    await click(cross);
    await listed(8);
    await click(chips.getByRole('button', { name: 'Change is:failed' }));
    await expect.element(box).toHaveFocus();
    const chosen = () => {
      const { value, selectionStart, selectionEnd } = box.element() as HTMLInputElement;
      return value.slice(selectionStart ?? 0, selectionEnd ?? 0).trim();
    };
    await expect.poll(chosen).toBe('is:failed');
    await filter('is:ok');
    await listed(4);
    await expect.element(chips.getByRole('button', { name: 'Change is:ok' })).toBeVisible();
  });

test('an incomplete term does not change the list', async () => {
  await open();
  await filter('is:failed');
  await listed(8);
  const counts = new Set<string | null>();
  const grid = timeline.element();
  const observer = new MutationObserver(() => counts.add(grid.getAttribute('aria-rowcount')));
  observer.observe(grid, { attributes: true });
  await press('/');
  for (const letter of 'server:billing') {
    await press(letter);
    // As long as a user takes, so that each letter could open a list of its own.
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  await listed(4);
  observer.disconnect();
  // From eight to four, without an intermediate count.
  expect([...counts].filter((count) => count !== '9')).toEqual(['5']);
});

test('OR, AND and NOT work as typed, and ? explains them', async () => {
  await open();
  await filter('is:ok OR server:shop');
  await listed(8);
  await filter('is:failed AND server:shop');
  await listed(4);
  await filter('is:failed AND NOT class:validation');
  await listed(4);
  await press('?');
  const sheet = page.getByRole('dialog', { name: 'Shortcuts and the filter' });
  await expect.element(sheet).toMatchTextContent('is:failed OR is:pending');
  await expect.element(sheet).toMatchTextContent('same as NOT class:validation');
});

test('/ adds another term to the filter, and an error stays in the box', async () => {
  await open();
  await filter('server:billing');
  await press('/');
  await expect.element(box).toHaveValue('server:billing ');
  await press('tool:call_1{Enter}');
  await expect.element(timeline).toHaveFocus();
  await listed(1);
  await fill(box, `is:${'nothing'.repeat(60)}`);
  await press('{Enter}');
  const error = page.getByRole('alert');
  await expect.element(error).toBeVisible();
  await expect.element(box).toHaveFocus();
  expect(error.element().scrollWidth).toBeLessThanOrEqual(error.element().clientWidth);
  const around = page.getByCSS('#filter-help > div').element().getBoundingClientRect();
  expect(around.right).toBeLessThanOrEqual(window.innerWidth);
  // Only the box shows that it was not applied; nothing covers the list.
  await click(rows.first());
  await expect.element(error).not.toBeInTheDocument();
  await expect.element(page.getByText('not applied')).toBeVisible();
  await listed(1);
});

test('a held key that opens an editor does not type into it', async () => {
  await open();
  const hold = (repeat: boolean) => {
    const event = new KeyboardEvent('keydown', { key: '/', code: 'Slash', bubbles: true, cancelable: true, repeat });
    document.activeElement?.dispatchEvent(event);
    return event.defaultPrevented;
  };
  hold(false);
  await expect.element(box).toHaveFocus();
  // A browser types what no listener prevents.
  expect(hold(true)).toBe(true);
  document.activeElement?.dispatchEvent(new KeyboardEvent('keyup', { key: '/', code: 'Slash', bubbles: true }));
  await press('n');
  await expect.element(box).toHaveValue('n');
});

test('several rows are selected by click and by key, and marked or deselected together', async () => {
  await open();
  await click(row('call_3'));
  await click(row('call_5'), 'Control');
  await expect.element(bar).toMatchTextContent('2 rows selected');
  await expect.element(row('call_4')).toHaveAttribute('aria-selected', 'false');
  await click(row('call_4'), 'Shift');
  await expect.element(bar).toMatchTextContent('3 rows selected');
  await expectAccessible('several selected rows', 'main');
  await press('{Escape}');
  await expect.element(bar).not.toBeInTheDocument();
  await click(row('call_3'));
  await press('{Shift>}{ArrowDown}{/Shift}');
  await expect.element(bar).toMatchTextContent('2 rows selected');
  await press('x');
  await expect.element(bar).not.toBeInTheDocument();
  await expect.element(page.getByText(/Marked as expected/)).toBeVisible();
});

test('words in messages are found and highlighted, and the box explains and completes', async () => {
  const long = { result: { content: [text(`${'Lorem ipsum '.repeat(60)} marmalade`)] } };
  const refused = rpcError(-32602, 'amount is required');
  await openWindow({
    capture: captureOf(...[refused, long, refused].flatMap((answer) => call('send_invoice', answer))),
    isOpenedFile: true,
  });
  await listed(3);
  await filter('marmalade');
  await listed(1);
  await expect.element(rows.getByCSS('mark').first()).toHaveTextContent('marmalade');
  await fill(box, 'is:failed to');
  await expect.element(page.getByText('Shows failed and saying “to”')).toBeVisible();
  await click(page.getByRole('option', { name: /tool:/ }));
  await expect.element(page.getByRole('option', { name: /send_invoice/ })).toMatchTextContent('3');
  await press('{ArrowDown}{Enter}');
  await expect.element(box).toHaveValue('is:failed tool:send_invoice ');
  await listed(2);
  await expect.element(page.getByText('1 hidden')).toBeVisible();
});

test('clearing a filter keeps the selected row of a recording in view', async () => {
  // Lines between others are rows of their own, not a burst.
  const lines = Array.from({ length: 120 }, (_, id) => [
    { t: id * 1_000, lane: 'err', text: `crate ${id}, shelf ${id % 7}` },
    ...call('', null, { id, t: id * 1_000 + 10, method: 'ping' }),
  ]);
  await openWindow({ capture: captureOf(...lines.flat()), isOpenedFile: true });
  await listed(240);
  await filter('"crate 7,"');
  await listed(1);
  await click(rows.first());
  await filter('');
  await listed(240);
  await expect.element(selected).toMatchTextContent('crate 7,');
  await expect.element(selected).toBeInViewport();
});
