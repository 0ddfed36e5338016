// Rows at every width: words are shown whole or not at all, codes are never cut, and each call has its own place on the waterfall.

import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/axe.ts';
import { call, captureOf, rpcError, text, toolError } from '../../testing/capture-text.ts';
import { openWindow, resize } from '../../testing/mount.tsx';
import { click, press } from '../../testing/user.ts';

const rows = page.getByCSS('#timeline-grid [data-row]');
const cell = (index: number) => rows.nth(index).getByCSS('[data-column="what"]').element();

/** The visible words of a cell, and those that are cut at an edge. */
function visibleWords(element: Element): { seen: string; cut: string[] } {
  const [seen, cut]: [string[], string[]] = [[], []];
  const walk = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  // The box that hides what is outside of it.
  const lineOf = (inner: Element): DOMRect =>
    getComputedStyle(inner).overflow === 'hidden' ? inner.getBoundingClientRect() : lineOf(inner.parentElement!);
  for (let node = walk.nextNode(); node !== null; node = walk.nextNode()) {
    const line = lineOf(node.parentElement!);
    for (const { 0: word, index } of node.textContent!.matchAll(/\S+/g)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const box = range.getBoundingClientRect();
      if (box.top >= line.bottom - 2) continue;
      seen.push(word);
      if (box.right > line.right + 1 || box.bottom > line.bottom + 2) cut.push(word);
    }
  }
  return { seen: seen.join(' '), cut };
}

const refused = captureOf(
  ...call('get_report', toolError('{"code":500,"error":"Internal error","status":500}'), { args: { kind: 'weekly' } }),
);

test('text that does not fit a row is hidden completely, the least important part first', async () => {
  await openWindow({ capture: refused, isOpenedFile: true, size: [1440, 700] });
  await expect.element(rows.first()).toMatchTextContent('Server error');
  const seen = new Set<string>();
  for (let width = 1440; width >= 900; width -= 30) {
    await resize(width, 700);
    const found = visibleWords(cell(0));
    expect(found.cut, `at ${width} px`).toEqual([]);
    expect(found.seen, `at ${width} px`).toContain('Server error');
    seen.add(found.seen);
  }
  expect([...seen]).toEqual([
    'Server error 500 in isError Internal error',
    'Server error 500 Internal error',
    'Server error',
  ]);
});

test('a row shows values whole or not at all, and stderr that begins with a bracket', async () => {
  const sent = { result: { content: [text('{"id":"INV-1042","payer":"Kim Sommer","sent":true}')] } };
  const warning = { t: 30, lane: 'err', text: '[warning] mail-gateway: slow answer' };
  await openWindow({
    capture: captureOf(...call('send_invoice', sent, { t: 10 }), warning),
    isOpenedFile: true,
    size: [1440, 700],
  });
  await click(rows.first());
  await expect.element(page.getByCSS('#detail-pane')).toMatchTextContent('send_invoice');
  const pairs = ['id: "INV-1042"', 'payer: "Kim Sommer"', 'sent: true'];
  const wholes = pairs.map((_, place) => pairs.slice(0, place + 1).join(' · '));
  const seen = new Set<string>();
  for (let width = 1440; width >= 900; width -= 40) {
    await resize(width, 700);
    const found = visibleWords(cell(0));
    expect(found.cut, `at ${width} px`).toEqual([]);
    expect([...wholes, ''], `at ${width} px`).toContain(found.seen);
    seen.add(found.seen);
    expect(visibleWords(cell(1)).seen, `at ${width} px`).toContain('[warning]');
  }
  expect(seen.size).toBeGreaterThan(1);
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
