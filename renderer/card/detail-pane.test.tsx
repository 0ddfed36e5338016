// The card: difficult values, its sections, its keys, and what it keeps in view.

import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { preferencesOf } from '../model/preferences.ts';
import { call, captureOf, type Line, rpcError, text, toolError, toolList } from '../testing/capture-text.ts';
import { openCard, openWindow, resize, showRow, unfoldCard } from '../testing/mount.tsx';
import { click, focus, press } from '../testing/user.ts';

const heading = page.getByCSS('#detail-pane').getByRole('heading', { level: 2 });
const timeline = page.getByRole('grid', { name: 'Messages' });
const rows = page.getByCSS('#timeline-grid [data-row]');
const more = async (group: string, name: string) => {
  await click(page.getByRole('button', { name: 'More actions' }));
  await focus(page.getByRole('menuitem', { name: group, exact: true }));
  await press('{ArrowRight}');
  await focus(page.getByRole('menuitem', { name }).first());
  await press('{Enter}');
};

const tab = (name: RegExp) => page.getByCSS('#detail-pane').getByRole('tab', { name });
const isOpen = (name: RegExp) => expect.element(tab(name)).toHaveAttribute('aria-selected', 'true');

test('the next failure opens on its first tab, or on Raw if the user reads the messages', async () => {
  const failing = ['first', 'second', 'third'].flatMap((name) => call(name, toolError('Invalid arguments: id')));
  const mounted = await openCard(captureOf(...failing), { row: 'first', servers: [{ name: 'billing' }] });
  await click(tab(/^Attempts/));
  await showRow(mounted, 'second');
  await isOpen(/^Finding/);
  await click(tab(/^Raw/));
  await showRow(mounted, 'third');
  await isOpen(/^Raw/);
  // The attempts at this call are not a tab for reading either.
  await click(tab(/^Attempts/));
  await showRow(mounted, 'first');
  await isOpen(/^Finding/);
});

test('a server is named once if its tool has the same name', async () => {
  const failing = [
    ...call('billing', toolError('Invalid arguments: id')),
    ...call('pay', toolError('Invalid arguments')),
  ];
  const mounted = await openCard(captureOf(...failing), { row: 'billing', servers: [{ name: 'billing' }] });
  const names = page.getByCSS('#detail-pane bdi[title="billing"]');
  await expect.element(names).toBeVisible();
  expect(names.elements()).toHaveLength(1);
  await showRow(mounted, 'pay');
  await expect.element(names).toBeVisible();
});

const longName = `tool_${'with_a_very_long_name_'.repeat(14)}`.slice(0, 300);

test('a name of 300 characters and text without spaces stay within their boxes', async () => {
  const error = rpcError(-32602, 'no-space-to-break-at-'.repeat(40), { field: longName });
  await openWindow({ capture: captureOf(...call(longName, error)), isOpenedFile: true });
  await expect.element(heading).toMatchTextContent(/^(?:Set|Rename|Pass|Fix|Pick|Remove) | must be /);
  for (const width of [1440, 1024, 720]) {
    await resize(width, 700);
    const sticking = () => {
      const panel = document.querySelector('[role="tabpanel"][data-state="active"]');
      const { scrollWidth } = document.documentElement;
      return scrollWidth > window.innerWidth || (panel !== null && panel.scrollWidth > panel.clientWidth);
    };
    await expect.poll(sticking, { message: `at ${width}` }).toBe(false);
  }
});

const scripts = captureOf(
  ...call(
    'mixed_scripts',
    rpcError(-32001, 'לא נמצא: الملف غير موجود 找不到文件 👩‍👩‍👧', {
      path: '/בית/ملف.txt',
      hint: '試してください \u202egnp.exe\u202c',
    }),
  ),
);

test('other scripts do not change the direction around them, and invisible characters are shown', async () => {
  const { card } = await openCard(scripts);
  await unfoldCard();
  await expect.element(card).toMatchTextContent('找不到文件');
  await expect.element(card).toMatchTextContent('RLO');
  expect(getComputedStyle(card.element().querySelector('bdi')!).unicodeBidi).toMatch(/isolate/);
});

test('control characters of a result are shown by name', async () => {
  const odd = { result: { content: [text('a\u0000b\u0007c\u200bd \u001b[31mred\u001b[0m')] } };
  const { card } = await openCard(captureOf(...call('control_characters', odd)), { row: 'control_characters' });
  await expect.element(card).toMatchTextContent('⟨NUL⟩');
});

test('values and the card can be copied, and become filters', async () => {
  const { host } = await openWindow({
    capture: `${scripts}\n${captureOf(...call('other', rpcError(-32000, 'no')))
      .split('\n')
      .slice(1)
      .join('\n')}`,
    isOpenedFile: true,
  });
  await click(rows.filter({ hasText: 'mixed_scripts' }));
  await expect.element(page.getByCSS('#detail-pane[aria-busy="false"]')).toMatchTextContent('mixed_scripts');
  await unfoldCard();
  await click(page.getByRole('button', { name: 'Use error.message' }).first());
  await click(page.getByRole('menuitem', { name: 'Copy JSON path' }));
  await expect.poll(() => host.copied).toBe('error.message');
  await more('Copy', 'Copy report');
  await expect.poll(() => host.copied).toContain('- Call: `mixed_scripts` on billing');
  await more('Copy', 'Copy response');
  await expect.poll(() => host.copied).toMatch(/^\{"jsonrpc":"2.0","id":\d+,"error"/);

  const box = page.getByRole('combobox', { name: 'Filter', exact: true });
  await more('Filter', 'tool:mixed_scripts');
  await expect.element(box).toHaveValue('tool:mixed_scripts');
  await expect.poll(() => rows.elements().length).toBe(1);
  await focus(page.getByRole('button', { name: 'Use error.message' }).first());
  await press('{Enter}');
  await click(page.getByRole('menuitem', { name: 'Hide rows with it' }));
  await expect.poll(() => (box.element() as HTMLInputElement).value).toMatch(/-"/);
  await expect.element(timeline.getByText('mixed_scripts')).not.toBeInTheDocument();
});

const stderrStorm: Line[] = [
  '\u001b[32mINFO\u001b[0m started \u001b[1;31mERROR\u001b[0m \u001b[33;44mon blue\u001b[0m',
  '\u001b[2J\u001b]0;a title\u0007\u001b[38;5;208morange\u001b[0m and \u001b[8mhidden\u001b[0m',
].map((line, index) => ({ t: 10 + index, lane: 'err', text: line }));

test('colors on stderr are shown, and every other escape is visible', async () => {
  await openWindow({ capture: captureOf(...stderrStorm), isOpenedFile: true });
  const line = rows.filter({ hasText: 'INFO started ERROR' });
  await expect.element(line).toBeVisible();
  expect(line.element().textContent).not.toContain('[32m');
  const ink = (words: string) => getComputedStyle(line.getByText(words, { exact: true }).element()).color;
  expect(ink('INFO')).not.toBe(ink('ERROR'));
  // Lines that arrive together are one row; it opens to all of them.
  await click(line);
  const card = page.getByCSS('#detail-pane');
  await click(card.getByRole('tab', { name: /Messages/ }));
  const second = card.getByRole('option').filter({ hasText: 'orange' });
  await expect.element(second).toMatchTextContent('ESC[2J');
  await expect.element(second).toMatchTextContent('and hidden');
  await click(second);
  await expect.element(card.getByRole('tabpanel')).toMatchTextContent('ESC[38;5;208m');
});

const twoFailures = captureOf(
  ...call('resolve_gtin', toolError('{"error":{"code":"NOT_FOUND","message":"GTIN 4006381333931 is unknown"}}')),
  ...call('send_invoice', rpcError(-32602, 'amount is required')),
);

test('sections fold by click and by keys, and stay so on other cards', async () => {
  const mounted = await openWindow({ capture: twoFailures, isOpenedFile: true });
  const card = page.getByCSS('#detail-pane');
  await showRow(mounted, 'resolve_gtin');
  const evidence = card.getByRole('button', { name: /^Evidence/ });
  await expect.element(evidence).toHaveAttribute('aria-expanded', 'false');
  await click(evidence);
  await expect.element(evidence).toHaveAttribute('aria-expanded', 'true');
  expect(preferencesOf(mounted.model).getState().sections).toMatchObject({ evidence: true });
  await showRow(mounted, 'send_invoice');
  await expect.element(evidence).toHaveAttribute('aria-expanded', 'true');

  await focus(timeline);
  const heads = card.getByCSS('[data-fold]');
  await press(']');
  await expect.element(heads.first()).toHaveFocus();
  await press(']');
  await expect.element(heads.nth(1)).toHaveFocus();
  const second = heads.nth(1).element();
  await press('{ArrowLeft}');
  expect(second.getAttribute('aria-expanded')).toBe('false');
  await press('{ArrowRight}');
  await expect.poll(() => second.getAttribute('aria-expanded')).toBe('true');
  const folds = (state: boolean) => card.getByCSS(`[data-fold][aria-expanded="${state}"]`).elements().length;
  await press('o');
  await expect.poll(() => folds(false)).toBe(0);
  await press('o');
  await expect.poll(() => folds(true)).toBe(0);
  await press('t');
  await expect.element(card.getByRole('tab', { name: /Attempts/ })).toHaveAttribute('data-state', 'active');
  await press('.');
  await expect.element(page.getByRole('menuitem', { name: 'Next failure' })).toBeVisible();
});

test('a verdict explains itself on focus', async () => {
  const { card } = await openCard(twoFailures, { row: 'resolve_gtin' });
  const verdict = card
    .getByRole('note')
    .filter({ hasText: /^(?:Do not retry|Retry)/ })
    .first();
  await focus(verdict);
  await expect.element(page.getByRole('tooltip')).toBeVisible();
});

test('a recovered call says so and compares its attempts', async () => {
  const limited = rpcError(-32003, 'Rate limit exceeded', { retry_after: 1 });
  const args = { id: 'INV-1' };
  const capture = captureOf(
    ...call('send_invoice', limited, { id: 1, t: 0, args }),
    ...call('send_invoice', { result: { content: [text('sent')] } }, { id: 2, t: 1_200, args }),
  );
  await openWindow({ capture, isOpenedFile: true });
  await click(rows.first());
  await expect.element(page.getByCSS('#detail-pane')).toMatchTextContent(/Recovered after \d/);
  await click(page.getByRole('button', { name: 'Compare attempts' }));
  await expect.element(page.getByRole('dialog')).toBeVisible();
});

test('no menu covers its own value', async () => {
  const answer = toolError('{"code":500,"error":"Internal error","status":500}');
  const { card } = await openCard(captureOf(...call('get_report', answer)), { width: 380 });
  await unfoldCard();
  const covered = card
    .getByCSS('[data-value]')
    .elements()
    .flatMap((value) => {
      const menu = value.querySelector(':scope > [data-value-menu]')?.getBoundingClientRect();
      if (!menu) return [];
      const walk = document.createTreeWalker(value, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      for (let node = walk.nextNode(); node !== null; node = walk.nextNode()) {
        if (node.textContent?.trim() === '') continue;
        range.selectNodeContents(node);
        for (const { left, right, top, bottom } of range.getClientRects())
          if (left < menu.right && right > menu.left && top < menu.bottom && bottom > menu.top)
            return [value.textContent];
      }
      return [];
    });
  expect(covered).toEqual([]);
});

test('a card keeps its actions and the link to its group inside, for any amount of text', async () => {
  const often = Array.from({ length: 150 }, (_, id) =>
    call('get_report', rpcError(-32603, 'Internal error'), { id, t: id * 20, args: { id } }),
  ).flat();
  await openWindow({ capture: captureOf(...often), isOpenedFile: true, size: [1360, 700] });
  await click(rows.first());
  const card = page.getByCSS('#detail-pane');
  await expect.element(card).toMatchTextContent('Seen 150 times since');
  for (const width of [1360, 1180, 1024, 900]) {
    await resize(width, 700);
    const pane = card.element().getBoundingClientRect();
    for (const name of [/^Replay live/, 'More actions', 'Show group']) {
      const box = card.getByRole('button', { name }).first().element().getBoundingClientRect();
      expect(box.left, `${name} at ${width}`).toBeGreaterThanOrEqual(pane.left);
      expect(box.right, `${name} at ${width}`).toBeLessThanOrEqual(pane.right + 1);
    }
    // The verdict has two lines.
    const verdict = card.getByRole('note').filter({ hasText: 'Retry with growing waits' }).element();
    const [first, second] = ['b', 'small'].map((line) => verdict.querySelector(line)!.getBoundingClientRect());
    expect(second!.top, `at ${width}`).toBeGreaterThanOrEqual(first!.bottom - 1);
  }
});

test('a card whose fix is a report copies it with c', async () => {
  const tool = {
    name: 'sum',
    inputSchema: { type: 'object' },
    outputSchema: { type: 'object', properties: { total: { type: 'number' } }, required: ['total'] },
  };
  const broken = { result: { content: [text('many')], structuredContent: { total: 'many' } } };
  const { host } = await openWindow({
    servers: [{ name: 'billing' }],
    capture: captureOf(...toolList([tool], { id: 1 }), ...call('sum', broken, { id: 2 })),
  });
  await expect.element(page.getByRole('button', { name: /^Copy report/ })).toBeVisible();
  await focus(timeline);
  await press('c');
  await expect.poll(() => host.copied).toContain('- Call: `sum`');
});
