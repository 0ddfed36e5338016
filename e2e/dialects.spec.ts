// Adding a dialect: a file chosen in the app, rejected with a message if it is invalid, used at once if it is valid.

import { expect, test } from './app.ts';
import {
  addServer,
  callTool,
  captureOf,
  card,
  dropFile,
  openCard,
  rows,
  sampleLine,
  serverAction,
  skipTour,
  unfoldCard,
} from './page.ts';

const mumbler = {
  id: 'mumbler',
  name: 'Mumbler',
  about: 'Says little, means it.',
  kind: 'generic',
  phrases: [{ says: ['the weather service is closed today'], class: 'unavailable' }],
};

test('an invalid file is rejected with its name and field; a valid one can be chosen for a server', async ({
  app,
  page,
}) => {
  await page.goto(app.url);
  await addServer(page, sampleLine('faulty-stdio'), 'faulty');
  await callTool(page, 'empty_error');
  await expect(card(page)).toContainText('gave no reason');

  await serverAction(page, 'faulty', 'Dialect…');
  const dialog = page.getByRole('dialog', { name: 'Dialects' });
  const add = async (text: string) => {
    const choosing = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: 'Add a file…' }).click();
    await (await choosing).setFiles({ name: 'mumbler.json', mimeType: 'application/json', buffer: Buffer.from(text) });
  };
  const wrong = JSON.stringify({ ...mumbler, phrases: [{ says: ['x'], class: 'oops' }] });
  await add(wrong);
  await expect(dialog.getByRole('alert')).toContainText('mumbler.json');
  await expect(dialog.getByRole('alert')).toContainText('phrases.0.class');

  const right = JSON.stringify(mumbler);
  await add(right);
  await expect(dialog.getByText('Says little, means it.')).toBeVisible();
  await dialog.getByRole('combobox').selectOption('mumbler');
  await dialog.getByRole('button', { name: 'Done' }).click();
  // The choice is evidence: before it there was none, and no section for it.
  await expect(card(page).getByRole('button', { name: /^Evidence/ })).toBeVisible();
  await unfoldCard(page);
  await expect(card(page)).toContainText('mumbler');
});

test('an unrecognized response is taught from its card, tested at once, and decoded by the rule from then on', async ({
  app,
  page,
}) => {
  await skipTour(page);
  await page.goto(app.url);
  const answer = (ticket: string) => ({
    result: { isError: true, content: [{ type: 'text', text: `Gate 17 slumbers under moss, ticket ${ticket}` }] },
  });
  await dropFile(page, 'gate.jsonl', captureOf({ name: 'open_gate', arguments: {} }, answer('a9f3')));
  await openCard(page, rows(page).filter({ hasText: 'open_gate' }).first());
  await card(page).getByRole('button', { name: 'Teach this…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Teach this' });
  await expect(dialog).toContainText('Gate 17 slumbers under moss');
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
  await dialog.getByLabel('What it means').selectOption({ label: 'Not ready' });
  await dialog.getByLabel(/^What to do about it/).fill('Wake the gate first.');
  await expect(dialog.getByLabel(/^The rule/)).toHaveValue(/gate .. slumbers under moss/);
  await expect(dialog.getByRole('status')).toContainText('Not ready');
  // A rule that was broken by hand is rejected with a message.
  const rule = await dialog.getByLabel(/^The rule/).inputValue();
  await dialog.getByLabel(/^The rule/).fill(rule.replace('not_ready', 'nap_time'));
  await expect(dialog.getByRole('alert')).toContainText('class');
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
  await dialog.getByLabel(/^The rule/).fill(rule);
  await expect(dialog.getByRole('status')).toContainText('Not ready');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(card(page)).toContainText('Wake the gate first.');
  await expect(card(page).getByRole('button', { name: 'Teach this…' })).toHaveCount(0);
});
