// Settings: each takes effect at once, survives a reload, and is in the palette.

import type { Page } from '@playwright/test';
import { expect, startApp, test } from './app.ts';
import { expectAccessible } from './axe.ts';
import { card, dropFile, rows, skipTour, smallCapture } from './page.ts';

const settings = (page: Page) => page.getByRole('main', { name: 'Settings' });
const choice = (page: Page, label: string, value: string) =>
  settings(page).getByLabel(label, { exact: true }).getByRole('radio', { name: value });

async function openSettings(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Settings' }).click();
  await expect(settings(page)).toBeVisible();
}

/** Reloads once the host has stored the choice, as the next start would read it. */
async function reload(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => localStorage.getItem('misfire.preferences.untold'))).toBeNull();
  await page.reload();
}

const style = (page: Page, property: string) =>
  page.evaluate((name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim(), property);

test('theme and fonts change at once and are remembered', async ({ app, page }) => {
  await skipTour(page);
  await page.goto(app.url);
  await openSettings(page);
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await choice(page, 'Theme', 'Light').click();
  await expect.poll(ground).toBe('rgb(255, 255, 255)');
  await choice(page, 'Theme', 'Dark').click();
  await expect.poll(ground).toBe('rgb(14, 17, 22)');
  await choice(page, 'Text font', 'System').click();
  await choice(page, 'Code font', 'System').click();
  const isSystem = async () => [await style(page, '--sans'), await style(page, '--mono')];
  await expect.poll(isSystem).toEqual(['system-ui, sans-serif', 'ui-monospace, monospace']);
  await reload(page);
  await expect(settings(page)).toBeVisible();
  await expect(choice(page, 'Theme', 'Dark')).toBeChecked();
  expect(await isSystem()).toEqual(['system-ui, sans-serif', 'ui-monospace, monospace']);
  await expectAccessible(page, 'Settings');
});

test('density and time format change the timeline and are remembered', async ({ app, page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await skipTour(page);
  await page.goto(app.url);
  await dropFile(page, 'small.jsonl', smallCapture);
  const failed = rows(page).filter({ hasText: 'send_invoice' });
  const height = async () => (await failed.boundingBox())?.height;
  await expect.poll(height).toBe(44);
  await expect(failed).toContainText(/\d\d:\d\d:\d\d/);
  await openSettings(page);
  await choice(page, 'Density', 'Compact').click();
  await choice(page, 'Time format', 'Since the recording began').click();
  await page.keyboard.press('Escape');
  await expect.poll(height).toBe(28);
  await expect(failed).toContainText('+0:00');
  await reload(page);
  await expect.poll(height).toBe(28);
  await expect(failed).toContainText('+0:00');
});

test('a pattern masks further values on the card, and survives a reload', async ({ app, page }) => {
  await skipTour(page);
  await page.goto(app.url);
  await dropFile(page, 'small.jsonl', smallCapture.replace('amount is required', 'customer cust_4711 has no amount'));
  await rows(page).filter({ hasText: 'send_invoice' }).click();
  await expect(card(page)).toContainText('cust_4711');
  await openSettings(page);
  const field = settings(page).getByRole('textbox', { name: /^Also mask/ });
  await field.fill('cust_[0-9');
  await expect(settings(page).getByRole('alert')).toContainText('cust_[0-9');
  await field.fill('cust_[0-9]+');
  await expect(settings(page).getByRole('alert')).toHaveCount(0);
  await field.blur();
  await page.keyboard.press('Escape');
  await expect(card(page)).toContainText('‹hidden 1›');
  await expect(card(page)).not.toContainText('cust_4711');
  await reload(page);
  await expect(card(page)).toContainText('‹hidden 1›');
  await expect(page.locator('body')).not.toContainText('cust_4711');
});

test('the host stores the retention, and About shows the versions', async ({ data, page }) => {
  const app = await startApp({ data });
  await skipTour(page);
  await page.goto(app.url);
  await openSettings(page);
  await expect(settings(page)).toContainText(data);
  const kept = settings(page)
    .getByRole('region', { name: 'Data and retention' })
    .getByLabel(/^Keep for/);
  await kept.selectOption({ label: '30 days' });
  await expect(settings(page).getByRole('region', { name: 'Telemetry' })).toContainText('None.');
  const about = settings(page).getByRole('region', { name: 'About' });
  await expect(about).toContainText(/Misfire\s*\d+\.\d+\.\d+/);
  await expect(about).toContainText(/Licence\s*MIT/);
  await expect(about).toContainText(/Node\.js\s*\d+\./);
  await app.stop();
  const again = await startApp({ data });
  await page.goto(again.url);
  await openSettings(page);
  await expect(kept).toHaveValue('30');
  await again.stop();
});

test('every setting is found in the palette', async ({ app, page }) => {
  await skipTour(page);
  await page.goto(app.url);
  await expect(page.locator('footer')).toContainText('No servers yet');
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  const find = async (words: string) => {
    await page.keyboard.press('ControlOrMeta+k');
    await palette.getByRole('combobox').fill(words);
  };
  for (const [words, name] of [
    ['theme dark', /^Theme: dark/],
    ['density compact', /^Density: compact/],
    ['text font system', /^Text font: system/],
    ['code font system', /^Code font: system/],
    ['since the recording', /^Time since the recording began/],
    ['settings retention', /^Settings: data and retention/],
    ['settings masking', /^Settings: masking/],
    ['settings clients', /^Settings: watched clients/],
    ['settings shortcuts', /^Settings: shortcuts/],
  ] as const) {
    await find(words);
    await expect(palette.getByRole('option', { name }).first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(palette).toHaveCount(0);
  }
  await find('settings masking');
  await palette.getByRole('option', { name: /^Settings: masking/ }).click();
  await expect(settings(page).getByRole('heading', { name: 'Masking' })).toBeInViewport();
});
