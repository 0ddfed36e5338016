// The place Failures: groups, their order, marks, several at once, search and side list.

import { expect, test } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { showPage } from '../../model/open-place.ts';
import { expectAccessible } from '../../testing/axe.ts';
import { call, captureOf, rpcError, text, toolError } from '../../testing/capture-text.ts';
import { type MountOptions, openWindow } from '../../testing/mount.tsx';
import { click, fill, focus, press } from '../../testing/user.ts';

const groups = page.getByRole('grid', { name: 'Groups of failures' });
const listed = page.getByCSS('[id^="group-"]');
const tab = (name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) });
const bar = page.getByRole('toolbar', { name: 'Selected failures' });
const side = page.getByRole('complementary', { name: 'Filter the failures' });
const numberOf = (of: Locator) => Number(of.element().textContent?.match(/\d+/)?.[0]);
const count = (total: number) => expect.poll(() => listed.elements().length).toBe(total);

/** Twenty tools that fail in their own way on two servers, and a rejected call that was repeated with success. */
const capture = captureOf(
  ...Array.from({ length: 20 }, (_, index) => {
    const server = index % 2 === 0 ? 'platica' : 'closient';
    const answer =
      index % 3 === 0 ? toolError(`No order ${index} was found`) : rpcError(-32602, `field_${index} is required`);
    return call(`tool_${index}`, answer, { id: index + 1, server, t: index * 10_000 });
  }).flat(),
  ...call('send_invoice', rpcError(-32003, 'Rate limit exceeded', { retry_after: 1 }), {
    id: 90,
    t: 300_000,
    server: 'qaqnuz',
  }),
  ...call('send_invoice', { result: { content: [text('sent')] } }, { id: 91, t: 301_200, server: 'qaqnuz' }),
);
const total = 21;

async function open(options: MountOptions = {}) {
  const mounted = await openWindow({ capture, isOpenedFile: true, ...options });
  showPage(mounted.model, 'failures');
  await expect.element(listed.first()).toBeVisible();
  await focus(groups);
  return mounted;
}

test('failures are grouped, sorted by a column, and Enter shows a group in the timeline', async () => {
  await open();
  const invoice = groups.getByRole('row', { name: /^send_invoice on qaqnuz: Rate limited/ });
  await expect.element(invoice).toHaveAccessibleName(/, 1 time, warning, retry after .*, fix in the client/);
  await expect.element(invoice).toHaveAccessibleName(/, 1 recovered/);
  // The card of the newest failure is next to the list and follows the selection.
  await expect.element(page.getByCSS('#detail-pane')).toBeVisible();
  await click(groups.getByRole('button', { name: 'Times' }));
  await expect.element(groups.getByRole('columnheader', { name: 'Times' })).toHaveAttribute('aria-sort', 'descending');
  await expect.element(listed.first()).toHaveAttribute('aria-selected', 'true');
  await focus(groups);
  await press('j');
  await expect.element(listed.nth(1)).toHaveAttribute('aria-selected', 'true');
  await press('k{Enter}');
  const box = page.getByRole('combobox', { name: 'Filter', exact: true });
  await expect.poll(() => (box.element() as HTMLInputElement).value).toMatch(/^group:[0-9a-z]{8}$/);
  await expect.element(page.getByCSS('#timeline-grid [data-row][aria-selected="true"]')).toBeVisible();
});

test('says that nothing was recorded', async () => {
  const { model } = await openWindow({ servers: [{ name: 'billing' }] });
  showPage(model, 'failures');
  await expect.element(page.getByRole('heading', { name: 'Nothing recorded yet' })).toBeVisible();
  await expectAccessible('Failures without failures', 'main');
});

test('marking a failure keeps the position, moves to the next one, and can be undone', async () => {
  await open({ size: [1440, 500] });
  // Some way down the list, with another one below.
  const selected = page.getByCSS('[id^="group-"][aria-selected="true"]');
  await press('j'.repeat(16));
  await expect.element(selected).toHaveAttribute('aria-rowindex', '18');
  await press('kk');
  await expect.element(selected).toHaveAttribute('aria-rowindex', '16');
  const marked = selected.element().id;
  const after = page.getByCSS('[id^="group-"][aria-rowindex="17"]').element().id;
  const scrolled = () => groups.element().scrollTop;
  await expect.poll(scrolled).toBeGreaterThan(0);
  const before = scrolled();
  await press('x');
  await expect.element(page.getByCSS(`#${marked}`)).not.toBeInTheDocument();
  await expect.element(tab('Expected')).toMatchTextContent('1');
  await expect.element(page.getByCSS(`#${after}`)).toHaveAttribute('aria-selected', 'true');
  await expect.element(page.getByCSS(`#${after}`)).toHaveAttribute('aria-rowindex', '16');
  expect(scrolled()).toBe(before);
  await expect.element(groups).toHaveFocus();
  await click(page.getByRole('button', { name: 'Undo' }));
  await expect.element(tab('Unresolved')).toMatchTextContent(String(total));
  await expect.element(page.getByCSS(`#${marked}`)).toBeInTheDocument();
  expect(scrolled()).toBe(before);
});

test('in the list of all groups a marked one stays in place and shows its mark', async () => {
  await open();
  await click(tab('All'));
  await expect.element(listed.first()).toHaveAttribute('aria-selected', 'true');
  await focus(groups);
  const first = listed.first().element().id;
  await press('v');
  await expect.element(page.getByCSS(`#${first}`)).toMatchTextContent('resolved');
  await expect.element(tab('Resolved')).toMatchTextContent('1');
  await expect.element(page.getByCSS(`#${first}`)).toHaveAttribute('aria-rowindex', '2');
});

test('several failures are selected by checkbox, Shift, Ctrl and keys, and one action marks them all', async () => {
  await open();
  await click(listed.nth(1).getByRole('checkbox'));
  await expect.element(bar).toMatchTextContent('1 selected');
  await click(listed.nth(3), 'Shift');
  await expect.element(bar).toMatchTextContent('3 selected');
  await click(listed.nth(5), 'Control');
  await expect.element(bar).toMatchTextContent('4 selected');
  await expectAccessible('Failures with a selection', 'main');
  await focus(groups);
  await press('{Escape}');
  await expect.element(bar).not.toBeInTheDocument();
  await press('{Control>}a{/Control}');
  await expect.element(bar).toMatchTextContent(`${total} selected`);
  await press('{Escape}{Home} ');
  await press('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
  await expect.element(bar).toMatchTextContent('3 selected');
  await click(bar.getByRole('button', { name: /^Resolve/ }));
  await expect.element(bar).not.toBeInTheDocument();
  await expect.element(tab('Resolved')).toMatchTextContent('3');
  await expect.element(tab('Unresolved')).toMatchTextContent(String(total - 3));
  await click(page.getByRole('button', { name: 'Undo' }));
  await expect.element(tab('Resolved')).toMatchTextContent('0');
  await expect.element(tab('Unresolved')).toMatchTextContent(String(total));
});

test('failures are searched by words or a filter, and an empty search names the tab with matches', async () => {
  await open();
  const search = page.getByRole('textbox', { name: 'Search failures' });
  await press('/');
  await expect.element(search).toHaveFocus();
  await fill(search, 'tool:send_invoice');
  await press('{Enter}');
  await count(1);
  await expect.element(listed).toHaveAccessibleName(/^send_invoice on qaqnuz/);
  await expect.element(groups).toHaveFocus();
  await press('x');
  await expect.element(page.getByRole('heading', { name: 'No unresolved failures match' })).toBeVisible();
  await expectAccessible('Failures without a hit', 'main');
  await click(page.getByRole('button', { name: 'Show Expected' }));
  await count(1);
  await fill(search, 'is:nonsense');
  await press('{Enter}');
  await expect.element(page.getByRole('alert')).toMatchTextContent('nonsense');
  await click(page.getByRole('button', { name: 'Clear search' }));
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

test('a value in the sidebar filters the failures, and a second click shows all', async () => {
  await open();
  const platica = side.getByRole('button', { name: /^platica/ });
  await click(platica);
  await expect.element(platica).toHaveAttribute('aria-pressed', 'true');
  await count(numberOf(platica));
  await expect.element(groups).not.toMatchTextContent('closient');
  await click(platica);
  await count(total);
  await click(side.getByRole('button', { name: /^Request/ }));
  await expect.element(groups.getByRole('row', { name: /fix in the client/ })).not.toBeInTheDocument();
  await expect.element(groups.getByRole('row', { name: /fix in the request/ }).first()).toBeVisible();
});

test('an owner set by hand is shown as such, does not change the finding, and can be undone', async () => {
  await open();
  const invoice = groups.getByRole('row', { name: /^send_invoice on qaqnuz: Rate limited/ });
  const setOwner = async (owner: string) => {
    await click(invoice.getByRole('checkbox'));
    await click(bar.getByRole('button', { name: 'Owner' }));
    await click(page.getByRole('menuitem', { name: owner }));
  };
  await setOwner('Network');
  await expect.element(invoice).toHaveAccessibleName(/set by hand/);
  await click(page.getByRole('button', { name: 'Undo' }));
  await expect.element(invoice).not.toHaveAccessibleName(/set by hand/);
  await setOwner('Server');
  await expect.element(invoice).toHaveAccessibleName(/fix in the server, set by hand/);
  await expect.element(invoice.getByText('set by hand')).toBeVisible();
  await click(invoice);
  await expect.element(page.getByCSS('#detail-pane')).toMatchTextContent('Fix in the client');
  await expect.element(side.getByRole('button', { name: /^Server/ })).toBeVisible();
});

test('in a small window a button opens the side list', async () => {
  await open({ size: [1024, 700] });
  await expect.element(side).not.toBeInTheDocument();
  await click(page.getByRole('button', { name: 'Filter', exact: true }));
  const drawer = page.getByRole('dialog', { name: 'Filter the failures' });
  await click(drawer.getByRole('button', { name: /^qaqnuz/ }));
  await count(1);
  await expectAccessible('the side list of a small window', '[role="dialog"]');
  await press('{Escape}');
  await expect.element(drawer).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Filter 1', exact: true })).toHaveFocus();
});

for (const size of [
  [1440, 900],
  [1024, 700],
] as const)
  test(`dates, owners and retries are never cut, ${size[0]} wide`, async () => {
    await open({ size });
    const cut = listed
      .elements()
      .flatMap((row) => [...row.children].slice(3).filter((cell) => cell.scrollWidth > cell.clientWidth))
      .map((cell) => cell.textContent);
    expect(cut).toEqual([]);
    await expectAccessible(`Failures, ${size[0]} wide`, 'main');
  });
