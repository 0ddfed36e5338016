// The window counts failed calls and causes: a storm is folded in the list, and counted call by call.

import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { showPage } from '../model/open-place.ts';
import { call, captureOf, rpcError, text } from '../testing/capture-text.ts';
import { openWindow } from '../testing/mount.tsx';

/** Six failed calls with other arguments, each followed by a success, and one failure of another tool. */
const capture = captureOf(
  ...Array.from({ length: 6 }, (_, n) => [
    ...call('search', rpcError(-32003, 'Rate limit exceeded'), { id: n + 1, t: n * 100, args: { n } }),
    ...call('search', { result: { content: [text('ok')] } }, { id: n + 50, t: n * 100 + 50, args: { n: n + 50 } }),
  ]).flat(),
  ...call('send', rpcError(-32602, 'amount is required'), { id: 99, t: 2000 }),
);

test('status bar, badge, title and Failures say the same', async () => {
  const { model } = await openWindow({ capture, isOpenedFile: true });
  await expect.element(page.getByRole('contentinfo')).toMatchTextContent('7 failed calls, 2 causes');
  await expect.element(page.getByTitle(/^7 failed calls, 2 causes, the worst: /)).toBeVisible();
  await expect.poll(() => document.title).toBe('Misfire · 7 failed calls');
  showPage(model, 'failures');
  await expect.element(page.getByText('7 failed calls, 2 causes', { exact: true }).first()).toBeVisible();
});

test('only the first call of a storm has two lines', async () => {
  await openWindow({ capture, isOpenedFile: true });
  const tallRows = () => {
    const rows = page.getByCSS('[data-row]').elements();
    const heights = rows.map((row) => row.getBoundingClientRect().height);
    const tall = rows.filter((_, index) => (heights[index] ?? 0) > Math.min(...heights));
    return [rows.length, ...tall.map((row) => row.textContent?.match(/search|send/)?.[0])];
  };
  await expect.poll(tallRows).toEqual([13, 'search', 'send']);
});
