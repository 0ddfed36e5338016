// Everything on the screen, in tooltips and for screen readers: it contains no planted secret, no invisible character, and no
// unmarked look-alike name.

import type { Page } from '@playwright/test';
import { allPlanted } from '../shared/mask/testing/planted.ts';
import { forms, leftIn } from '../shared/mask/testing/planted-forms.ts';
import { expect, test } from './app.ts';
import { card, dropFile, openCard, rows, skipTour, unfoldCard } from './page.ts';

const deceits = '\u202egnp.exe \u200bzero';
/** The second letter is Cyrillic. */
const lookAlike = 'p\u0430yments';

function capture(): string {
  const lines: object[] = [{ misfire: 1, started: '2026-11-14T12:00:00.000Z' }];
  let id = 0;
  for (const [form, write] of forms) {
    const said = allPlanted.map(({ text }) => write(text));
    id += 1;
    const params = { name: lookAlike, arguments: { said } };
    const error = { code: -32000, message: `It failed ${deceits}: ${said[id]}`, data: { form, said } };
    const line = (lane: string, message: object) =>
      lines.push({ t: id, server: 'shop', lane, text: JSON.stringify({ jsonrpc: '2.0', id, ...message }) });
    line('out', { method: 'tools/call', params });
    for (const text of said) lines.push({ t: id, server: 'shop', lane: 'err', text });
    line('in', { error });
  }
  return lines.map((line) => JSON.stringify(line)).join('\n');
}

/** Text, tooltips, labels and field values. */
const everyText = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const said = [document.title, document.body.innerText, document.body.textContent ?? ''];
    for (const element of document.querySelectorAll('*')) {
      for (const { name, value } of element.attributes)
        if (/^(?:title|aria-|alt|placeholder|value|data-)/.test(name)) said.push(value);
      if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) said.push(element.value);
    }
    return said.join('\n');
  });

const unseen = /[\u200b\u202a-\u202e\u2066-\u2069]/;

async function expectNothingLeft(page: Page): Promise<void> {
  const text = await everyText(page);
  expect(leftIn(text)).toEqual([]);
  expect(text).not.toMatch(unseen);
}

test('the window shows no secret and no invisible character', async ({ page, app }) => {
  await skipTour(page);
  await page.goto(app.url);
  await dropFile(page, 'planted.jsonl', capture());
  await expect(rows(page).first()).toBeVisible();
  await expectNothingLeft(page);
  expect(await everyText(page)).toContain('look-alike: \u0430 is U+0430');

  // One incident: its first row has more text, all of them have this.
  const calls = rows(page).filter({ hasText: 'Unclear failure' });
  // A card for each form, with all planted values.
  await expect(calls).toHaveCount(forms.length);
  for (let at = 0; at < forms.length; at += 1) {
    await openCard(page, calls.nth(at));
    await expect(card(page)).toContainText('look-alike');
    await unfoldCard(page);
    await expectNothingLeft(page);
    const tabs = card(page).getByRole('tab');
    for (let tab = 0; tab < (await tabs.count()); tab += 1) {
      await tabs.nth(tab).click();
      await expect(tabs.nth(tab)).toHaveAttribute('aria-selected', 'true');
      await unfoldCard(page);
      await expectNothingLeft(page);
    }
  }
  expect(await everyText(page)).toContain('‹');
});
