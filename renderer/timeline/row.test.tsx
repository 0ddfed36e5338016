// Rows at every width: cut text ends with an ellipsis, codes are never cut, and each call has its own place on the waterfall.

import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../testing/axe.ts';
import { call, captureOf, rpcError, text, toolError } from '../testing/capture-text.ts';
import { openWindow, resize } from '../testing/mount.tsx';
import { click, press } from '../testing/user.ts';

const rows = page.getByCSS('#timeline-grid [data-row]');

/** Boxes that hide a part of their text without an ellipsis. A pixel more is the space after the last letter. */
const cutHard = () =>
  [...document.querySelectorAll<HTMLElement>('#timeline-grid [data-row] *')]
    .filter((box) => {
      const { overflowX, textOverflow, display } = getComputedStyle(box);
      const isCut = overflowX === 'hidden' && box.scrollWidth > box.clientWidth + 1;
      return isCut && (textOverflow !== 'ellipsis' || display.endsWith('flex')) && box.textContent !== '';
    })
    .map((box) => box.textContent);

test('text that does not fit its cell ends with an ellipsis, at every width', async () => {
  const sent = { result: { content: [text('{"id":"INV-1042","payer":"Kim Sommer","sent":true}')] } };
  const refused = toolError('{"code":500,"error":"Internal error of the upstream gateway","status":500}');
  await openWindow({
    capture: captureOf(
      ...call('send_the_invoice_again', sent, { t: 10, args: { invoice: 'INV-1042-2026', payer: 'Kim Sommer' } }),
      ...call('get_report', refused, { t: 20, args: { kind: 'weekly report of all invoices' } }),
      { t: 30, lane: 'err', text: '[warning] mail-gateway: slow answer, tried again after three seconds' },
    ),
    isOpenedFile: true,
    size: [1440, 700],
  });
  await click(rows.nth(1));
  await expect.element(page.getByCSS('#detail-pane')).toMatchTextContent('get_report');
  for (const width of [1920, 1440, 1200, 1024, 960]) {
    await resize(width, 700);
    await expect.poll(cutHard, { message: `at ${width} px` }).toEqual([]);
  }
  await expect.element(rows.nth(2)).toMatchTextContent('[warning]');
});

test('a row names call and time, and in a narrow window the whole call rather than a part of its value', async () => {
  const passed = { result: { content: [text('ok')] } };
  await openWindow({
    capture: captureOf(...call('validate_gtin_number', passed, { t: 10, args: { gtin: '00614141123452' } })),
    isOpenedFile: true,
    size: [1440, 700],
  });
  await click(rows.first());
  await expect.element(rows.first()).toHaveAccessibleName(/^validate_gtin_number on .* \d\d:\d\d:\d\d$/);
  const name = rows.first().getByText('validate_gtin_number').first();
  const hiddenWidth = () => name.element().scrollWidth - name.element().clientWidth;
  for (const width of [1440, 1024, 960]) {
    await resize(width, 700);
    await expect.poll(hiddenWidth, { message: `at ${width} px` }).toBeLessThanOrEqual(1);
  }
});

const hour = 3_600_000;
const codes = [-32602, -32603, -32000, -32042, -32099, -32800, -32001, -32002];

/** Four calls, an idle hour, four more. Some have many words before the code. */
const idleHour = captureOf(
  ...codes.flatMap((code, index) =>
    call(`tool_${index}`, rpcError(code, 'Too many requests', index % 3 === 0 ? { retry_after: 1_234 } : undefined), {
      id: index,
      t: (index < 4 ? 0 : hour) + index * 700,
      ms: 120,
    }),
  ),
);

test('codes are never truncated, even in a narrow window with an open card', async () => {
  // The narrowest window in which rows have two lines.
  await openWindow({ capture: idleHour, isOpenedFile: true, size: [1180, 700] });
  await click(rows.first());
  await expect.element(page.getByCSS('#detail-pane')).toBeVisible();
  for (const code of codes) await expect.element(rows.getByText(String(code), { exact: true })).toBeVisible();
  const cut = page
    .getByCSS('#timeline-grid [data-row] [class*="code"]')
    .elements()
    .filter((code) => {
      const around = code.closest('[role="gridcell"]')!.getBoundingClientRect();
      return code.scrollWidth > code.clientWidth || code.getBoundingClientRect().right > around.right + 1;
    });
  expect(cut.map(({ textContent }) => textContent)).toEqual([]);
});

test('after an idle hour each call still has its own place, and keys and wheel zoom in', async () => {
  await openWindow({ capture: idleHour, isOpenedFile: true });
  const head = page.getByRole('columnheader', { name: /^Waterfall/ });
  await expect
    .poll(() => head.element().getAttribute('title'))
    .toMatch(/^The rows in sight: [\d.]+ s\. Dotted: (1 h|59 min|60 min)/);
  await expect.element(page.getByCSS('#detail-pane')).toBeVisible();
  const bars = () =>
    rows.elements().flatMap((row) => {
      const bar = row.querySelector('[data-axis] > [class*="bar"]');
      return bar ? [Math.round(bar.getBoundingClientRect().left)] : [];
    });
  // The card opens by itself, and takes space.
  await expect.poll(() => new Set(bars()).size).toBe(8);
  const whole = bars();
  expect(whole).toEqual([...whole].sort((a, b) => a - b));
  await expectAccessible('an idle hour', '#timeline-grid');
  await click(rows.first());
  const before = head.element().getAttribute('title') ?? '';
  await press('++');
  // Around the selected row, which is the first: the bars move apart, and those outside the axis are not drawn at its edge.
  await expect.poll(() => bars()[1]! - bars()[0]!).toBeGreaterThan((whole[1]! - whole[0]!) * 2);
  const closer = bars().length;
  expect(closer).toBeLessThan(8);
  await press('-');
  await expect.poll(() => bars().length).toBeGreaterThanOrEqual(closer);
  await press('0');
  await expect.element(head).toHaveAttribute('title', before);
  const axis = rows.first().getByCSS('[data-axis]').element();
  const { x, y } = axis.getBoundingClientRect();
  const wheel = { deltaY: -400, ctrlKey: true, clientX: x + 4, clientY: y + 4, bubbles: true, cancelable: true };
  axis.dispatchEvent(new WheelEvent('wheel', wheel));
  await expect.poll(() => bars().length).toBeLessThan(8);
  expect(head.element().getAttribute('title')).not.toBe(before);
});
