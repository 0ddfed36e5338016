// The card at a glance: a short head, one action, open sections, and no fact twice, measured over every failure of the samples.

import type { Page } from '@playwright/test';
import { expect, test } from './app.ts';
import { expectAccessible } from './axe.ts';
import { card, filter, openCard, rows, skipTour } from './page.ts';

interface Measured {
  name: string;
  height: number;
  words: number;
  open: number;
  repeated: string[];
  primary: number;
}

/** The initial content of the card. A repeated fact: the complete text of one line inside another. */
const measure = (page: Page): Promise<Measured> =>
  page.evaluate(() => {
    const pane = document.querySelector('#detail-pane') as HTMLElement;
    const head = pane.querySelector('header') as HTMLElement;
    const text = (element: Element | null) => (element?.textContent ?? '').replace(/\s+/g, ' ').trim();
    const button = head.querySelector('[data-primary]');
    const before = [...head.querySelectorAll('h2, [data-quote], p, b, small')]
      .filter((element) => !element.parentElement?.closest('[data-quote], p, small') && !button?.contains(element))
      .map(text);
    const lines = [
      ...[...head.querySelectorAll('h2, [data-quote] > :first-child, p > span, b, small')],
      ...[...pane.querySelectorAll('[data-section] li, [data-section] p, [data-section] del, [data-section] ins')],
    ]
      .map((element) => text(element).replace(/[“”".…]/g, ''))
      .filter((line) => line.split(' ').length >= 3);
    const repeated = lines.filter((line, at) =>
      lines.some((other, place) => place !== at && other.toLowerCase().includes(line.toLowerCase())),
    );
    return {
      name: text(head.querySelector('h2')),
      height: Math.round(head.getBoundingClientRect().height),
      words: before.join(' ').split(' ').length,
      open: pane.querySelectorAll('[data-fold][aria-expanded="true"]').length,
      repeated,
      primary: head.querySelectorAll('[data-primary]').length,
    };
  });

test('every sample failure has a short head, one action and no fact twice', async ({ touredApp, page }) => {
  test.setTimeout(240_000);
  await page.setViewportSize({ width: 1440, height: 900 });
  await skipTour(page);
  await page.goto(touredApp.url);
  await filter(page, 'is:failed attempt:<2 by:tour');
  await page.getByRole('grid', { name: 'Messages' }).focus();
  const total = Number(await page.getByRole('grid', { name: 'Messages' }).getAttribute('aria-rowcount')) - 1;
  expect(total).toBeGreaterThanOrEqual(27);
  await page.locator('#timeline-grid').evaluate((grid) => grid.scrollTo(0, 0));
  await openCard(page, rows(page).first());
  const found: Measured[] = [];
  for (let at = 0; at < total; at += 1) {
    await expect(card(page)).toHaveAttribute('aria-busy', 'false');
    await expect(card(page).locator('[data-primary]')).toHaveCount(1);
    found.push(await measure(page));
    await page.keyboard.press('j');
    await expect(page.getByRole('row', { selected: true })).toHaveAttribute(
      'aria-rowindex',
      String(Math.min(at + 3, total + 1)),
    );
  }
  console.log(['height', 'words', 'open', 'repeated', 'sentence'].join('\t'));
  for (const { height, words, open, repeated, name } of found)
    console.log([height, words, open, repeated.length, name, ...repeated].join('\t'));
  for (const one of found) {
    expect(one.height, one.name).toBeLessThanOrEqual(160);
    expect(one.repeated, one.name).toEqual([]);
    expect(one.primary, one.name).toBe(1);
    expect(one.words, one.name).toBeLessThanOrEqual(60);
    expect(one.open, one.name).toBeLessThanOrEqual(2);
  }
  await expectAccessible(page, 'a card', { within: '#detail-pane', allRules: true });
});
