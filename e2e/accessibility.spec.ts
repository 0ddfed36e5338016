// axe finds no violations in whole windows, in either theme. Dialogs, places and parts of cards are checked next to their components.

import { expect, test } from './app.ts';
import { expectAccessible } from './axe.ts';
import { addServer, callTool, card, dropFile, filter, oddLine, rows, skipTour, smallCapture } from './page.ts';

test('the card of a failure, an explanation and the tour', async ({ touredApp, page }) => {
  await page.goto(touredApp.url);
  await expect(rows(page).first()).toBeVisible();
  await filter(page, 'server:closient tool:resolve_gtin');
  await rows(page).first().click();
  await expect(card(page).getByRole('heading', { level: 2 })).toHaveText(/^There is no /);
  await expectAccessible(page, 'the card of a failure');
  await card(page).getByRole('note').filter({ hasText: 'Fix in ' }).focus();
  await expect(page.getByRole('tooltip')).toBeVisible();
  await expectAccessible(page, 'an explanation', { within: '[data-radix-popper-content-wrapper]' });
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Take the tour' }).click();
  await expect(page.getByRole('dialog', { name: 'Every message is a row' })).toBeVisible();
  await expectAccessible(page, 'the tour');
  await page.keyboard.press('Escape');
});

test('no servers, a filter that hides everything, a raw message, a crash, a capture and the host gone', async ({
  app,
  page,
}) => {
  await skipTour(page);
  await page.goto(app.url);
  await expect(page.getByRole('button', { name: 'Try the sample servers' })).toBeVisible();
  await expectAccessible(page, 'no servers');
  await addServer(page, oddLine(), 'odd');
  await expect(rows(page).first()).toBeVisible();
  await filter(page, 'tool:nothing*');
  await expect(page.getByRole('heading', { name: 'The filter hides everything' })).toBeVisible();
  await expectAccessible(page, 'the filter hides everything', { within: 'main' });
  await filter(page, '');

  await callTool(page, 'big_body', { megabytes: 0.2 });
  await card(page).getByRole('tab', { name: /Raw/ }).click();
  await expectAccessible(page, 'the raw message', { within: '#detail-pane' });
  await callTool(page, 'colours');
  await callTool(page, 'crash');
  await expect(page.getByRole('region', { name: 'odd ended' })).toContainText('FATAL');
  await expectAccessible(page, 'a server that crashed');

  await dropFile(page, 'from-ann.jsonl', smallCapture);
  await expect(page.getByText('Read-only recording')).toBeVisible();
  await expectAccessible(page, 'a capture');

  await app.stop();
  await expect(page.getByText('Nothing is lost.')).toBeVisible();
  await expectAccessible(page, 'the host gone');
});
