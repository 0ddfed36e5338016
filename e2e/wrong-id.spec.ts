// A response with a wrong id is linked with the call that waits for it, in both directions.

import { expect, test } from './app.ts';
import { addServer, callTool, card, sampleLine, skipTour } from './page.ts';

test('a waiting call names the response with another id, and the response names the call', async ({ app, page }) => {
  await skipTour(page);
  await page.goto(app.url);
  await addServer(page, sampleLine('faulty-stdio'), 'faulty');
  await callTool(page, 'wrong_id');
  await expect(card(page).getByRole('heading', { name: 'Waiting for an answer' })).toBeVisible();
  await expect(card(page)).toContainText(
    /An answer with id (10000\d\d) came while this call waited, this call has id \d+\. No request had \1\./,
  );
  await expect(card(page)).not.toContainText('Nothing has come back yet.');
  await card(page).getByRole('button', { name: 'Show the response' }).click();
  await expect(card(page).getByRole('heading', { name: /^Answer to unknown id 10000\d\d$/ })).toBeVisible();
  await expect(card(page)).toContainText(/a call with id \d+ was waiting when it came/);
  await card(page).getByRole('button', { name: 'Show the call' }).click();
  await expect(card(page).getByRole('heading', { name: 'Waiting for an answer' })).toBeVisible();
});

test('distinguishes an id as text from the number, and a second response from the first', async ({ app, page }) => {
  await skipTour(page);
  await page.goto(app.url);
  await addServer(page, sampleLine('faulty-stdio'), 'faulty');
  await callTool(page, 'id_as_text');
  await expect(card(page)).toContainText(/An answer with id "(\d+)" came, this call has id \1\./);
  await callTool(page, 'duplicate_answer');
  await expect(card(page)).toContainText(/A second answer with id \d+ came\./);
});
