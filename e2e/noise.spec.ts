// Noise on stdout: its card names the line, what prints such lines, the fix, and how clients react.

import { expect, test } from './app.ts';
import { addServer, callTool, card, rows, sampleLine, skipTour, unfoldCard } from './page.ts';

test('a line on stdout that is not a message has its cause and the fix in the server’s language', async ({
  app,
  page,
}) => {
  await skipTour(page);
  await page.goto(app.url);
  await addServer(page, sampleLine('faulty-stdio'), 'faulty');
  await callTool(page, 'garbage');
  await rows(page).filter({ hasText: 'Not JSON on stdout' }).first().click();
  await expect(card(page).getByRole('tab', { name: 'Finding' })).toHaveAttribute('data-state', 'active');
  await unfoldCard(page);
  await expect(card(page)).toContainText('Debug: connecting to the database...');
  await expect(card(page)).toContainText('A logger that is set to stdout.');
  await expect(card(page).getByRole('heading', { name: /Fix in the server.*JavaScript and TypeScript/ })).toBeVisible();
  await expect(card(page)).toContainText('pino(pino.destination(2))');
  await expect(card(page)).toContainText('Codex gives the server up');
  await expect(card(page)).toContainText('Clients on the Python SDK log');
  // One click still shows all lines of the burst.
  await card(page)
    .getByRole('tab', { name: /Messages/ })
    .click();
  await expect(card(page)).toContainText('=== listening ===');
});
