// A faulty server, added by hand: what the timeline and the card show.

import { expect, test } from './app.ts';
import { addServer, callTool, card, sampleLine, serverEntry, servers, timeline, unfoldCard } from './page.ts';

test('noise and broken results are never green, a crash keeps the log and the last lines, a missing command stays reported', async ({
  app,
  page,
}) => {
  await page.goto(app.url);
  await addServer(page, sampleLine('faulty-stdio'), 'faulty');
  await callTool(page, 'schema_break');
  await expect(card(page).getByRole('heading', { level: 2 })).toHaveText(/ breaks its output schema at /);
  await expect(card(page)).toContainText('temperature');
  await callTool(page, 'garbage');
  await expect(timeline(page).getByText('Not JSON on stdout').first()).toBeVisible();
  await callTool(page, 'unflagged');
  await expect(card(page)).toContainText('not flagged');
  await callTool(page, 'crash', { code: 3 });
  await expect(card(page).getByRole('heading', { level: 2 })).toHaveText('faulty ended (exit code 3)');
  await expect(card(page)).toContainText('Error: the disk is made of cheese');
  await unfoldCard(page);
  await expect(card(page)).toContainText('stderr');
  await expect(page.getByRole('row', { name: /^initialize on/ }).first()).toBeVisible();
  await expect(serverEntry(page, 'faulty')).toContainText('Why?');
  await addServer(page, 'no-such-command-anywhere', 'nowhere');
  await expect(serverEntry(page, 'nowhere')).toContainText('Why?');
  await page.reload();
  await expect(servers(page)).toContainText('nowhere');
});

test('hostile messages are shown as text and run nothing; then a 20 MB response is opened in parts', async ({
  app,
  page,
}) => {
  await page.goto(app.url);
  await addServer(page, sampleLine('faulty-stdio'), 'faulty');
  await callTool(page, 'hostile');
  await callTool(page, 'ok');
  await expect(card(page)).toContainText(/Answered/i);
  await expect(timeline(page).getByText('Not JSON on stdout').first()).toBeVisible();
  expect(await page.evaluate(() => '__xss' in window || ({} as { polluted?: boolean }).polluted === true)).toBe(false);
  await callTool(page, 'huge', { megabytes: 20 });
  await expect(card(page)).toContainText(/Answered/i);
  await card(page).getByRole('tab', { name: /Raw/ }).click();
  await expect(card(page).getByText('First 20 kB of 21 MB.')).toBeVisible();
  await card(page).getByRole('button', { name: 'Load more' }).click();
  await expect(card(page).getByText(/^First 1(\.0\d*)? MB of 21 MB\.$/)).toBeVisible();
});
