// Adding servers, changing them, using what they offer and answering their requests, with real programs.

import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expect, startApp, test } from './app.ts';
import { projectRoot } from './desktop.ts';
import { addServer, callTool, card, openAdd, openMore, rows, sampleLine, serverAction, servers } from './page.ts';

const everything = join(projectRoot, 'node_modules', '@modelcontextprotocol', 'server-everything', 'dist', 'index.js');
const everythingLine = `"${process.execPath}" "${everything}" stdio`;

/** Creates a file with its arguments and the variable it received, and never responds. */
const tellTale = (file: string) => ({
  command: process.execPath,
  args: [
    '-e',
    'require("fs").writeFileSync(process.argv[1], JSON.stringify([process.argv.slice(2), process.env.API_TOKEN]))',
    file,
    '$(id)',
    '"; rm -rf ~',
    '--inspect',
  ],
  env: { API_TOKEN: 'sesame-open-1234' },
});

const openDialog = async (page: Page): Promise<Locator> => {
  await openAdd(page);
  return page.getByRole('dialog', { name: 'Add a server' });
};
const chooseAction = serverAction;
const isUp = (page: Page, server: string): Locator =>
  servers(page).getByRole('button', { name: new RegExp(`^${server},(?:.*,)? connected`) });

test('nothing of a pasted list runs before a click, and then exactly what was shown', async ({ data, page }) => {
  const app = await startApp({ data: join(data, 'app') });
  try {
    await page.goto(app.url);
    const file = join(data, 'started');
    const dialog = await openDialog(page);
    const text = JSON.stringify({ mcpServers: { telltale: tellTale(file), far: { url: 'http://127.0.0.1:9/mcp' } } });
    await dialog.getByLabel('Command or address').fill(text);
    await expect(dialog.getByRole('checkbox', { name: /telltale/ })).toBeChecked();
    for (const word of ['$(id)', '"; rm -rf ~', '--inspect'])
      await expect(dialog.getByText(word, { exact: true })).toBeVisible();
    await expect(dialog).toContainText('API_TOKEN');
    const shown = dialog.getByRole('region', { name: /telltale/ });
    await expect(shown).not.toContainText('sesame-open-1234');
    await dialog.getByRole('button', { name: 'Show the value of API_TOKEN' }).click();
    await expect(shown).toContainText('sesame-open-1234');
    await dialog.getByRole('checkbox', { name: /^far/ }).uncheck();
    await dialog.getByRole('button', { name: 'Add without connecting' }).click();
    await expect(dialog).toBeHidden();
    await expect(servers(page).getByText('telltale', { exact: true })).toBeVisible();
    await expect(servers(page).getByRole('button', { name: /not connected/ })).toBeVisible();
    await expect(servers(page).getByText('far', { exact: true })).toBeHidden();
    expect(existsSync(file)).toBe(false);

    await chooseAction(page, 'telltale', 'Connect');
    await expect.poll(() => existsSync(file)).toBe(true);
    await expect
      .poll(async () => JSON.parse((await readFile(file, 'utf8')) || 'null'))
      .toEqual([['$(id)', '"; rm -rf ~', '--inspect'], 'sesame-open-1234']);
  } finally {
    await app.stop();
  }
});

test('servers of other programs are found, distinguished and added only if selected', async ({ data, page }) => {
  const home = join(data, 'home');
  await mkdir(join(home, '.cursor'), { recursive: true });
  await writeFile(
    join(home, '.cursor', 'mcp.json'),
    JSON.stringify({ mcpServers: { everything: { command: process.execPath, args: [everything, 'stdio'] }, odd: {} } }),
  );
  const app = await startApp({ data: join(data, 'app'), env: { HOME: home, USERPROFILE: home } });
  try {
    await page.goto(app.url);
    await expect(page.getByText(/found in 1 client/)).toBeVisible();
    await page.getByRole('button', { name: 'Import from this machine' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a server' });
    const cursor = dialog.getByRole('region', { name: 'Cursor' });
    await expect(cursor).toContainText('mcp.json');
    await expect(dialog.getByRole('button', { name: /connect$/ })).toBeDisabled();
    await cursor.getByRole('checkbox', { name: /everything/ }).check();
    await expect(cursor).toContainText('What Misfire will run');
    await dialog.getByRole('button', { name: 'Start and connect' }).click();
    await expect(isUp(page, 'everything')).toBeVisible();
    await openAdd(page);
    await dialog.getByRole('radio', { name: 'From this machine' }).click();
    await expect(cursor).toContainText('already here');
  } finally {
    await app.stop();
  }
});

test('a server is changed, duplicated, exported and removed; its secret is never shown again', async ({
  app,
  page,
}) => {
  await page.goto(app.url);
  const dialog = await openDialog(page);
  await dialog.getByRole('radio', { name: 'Form' }).click();
  await dialog.getByLabel('Program').fill(everythingLine);
  await dialog.getByRole('button', { name: /^Split into/ }).click();
  await dialog.getByRole('button', { name: 'Add a variable' }).click();
  await dialog.getByLabel('Name of variable 1').fill('API_TOKEN');
  await dialog.getByLabel('Value of API_TOKEN').fill('sesame-open-1234');
  await expect(dialog.getByLabel('API_TOKEN is secret')).toBeChecked();
  await dialog.getByRole('textbox', { name: /^Name/ }).first().fill('first');
  await dialog.getByRole('button', { name: 'Start and connect' }).click();
  await expect(isUp(page, 'first')).toBeVisible();

  await chooseAction(page, 'first', 'Edit…');
  const edit = page.getByRole('dialog', { name: 'Edit first' });
  await expect(edit).toContainText('kept, not shown');
  await expect(edit.getByText('sesame-open-1234')).toHaveCount(0);
  await edit.getByRole('textbox', { name: 'Name', exact: true }).fill('renamed');
  await edit.getByText('Limits').click();
  await edit.getByLabel(/Call timeout/).fill('5');
  await edit.getByRole('button', { name: 'Save and restart' }).click();
  await expect(isUp(page, 'renamed')).toBeVisible();
  // The stored secret still reaches the program.
  await callTool(page, 'get-env');
  await card(page).getByRole('tab', { name: /Raw/ }).click();
  await expect(card(page)).toContainText('API_TOKEN');

  await chooseAction(page, 'renamed', 'Export…');
  const out = page.getByRole('dialog', { name: 'Export servers' });
  await expect(out).toContainText('"mcpServers"');
  await expect(out).not.toContainText('sesame-open-1234');
  await out.getByRole('button', { name: 'Close' }).first().click();

  await chooseAction(page, 'renamed', 'Duplicate…');
  const copy = page.getByRole('dialog', { name: /^Edit/ });
  await copy.getByRole('textbox', { name: 'Name', exact: true }).fill('second');
  await copy.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(servers(page).getByText('second', { exact: true })).toBeVisible();
  await chooseAction(page, 'second', 'Remove…');
  await page.getByRole('menuitem', { name: /Yes, remove it/ }).click();
  await expect(servers(page).getByText('second', { exact: true })).toBeHidden();
});

test('resources, templates, prompts and log level are used from one window, each a row', async ({ app, page }) => {
  await page.goto(app.url);
  await addServer(page, everythingLine, 'everything');
  await expect(isUp(page, 'everything')).toBeVisible();
  await chooseAction(page, 'everything', 'Browse what it offers…');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { name: 'Read a resource' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Read', exact: true }).click();
  const answer = dialog.getByRole('region', { name: 'Answer' });
  await expect(answer.getByRole('document').first()).toBeVisible();
  await dialog.getByRole('button', { name: 'Subscribe' }).click();
  await expect(dialog.getByRole('button', { name: 'Unsubscribe' })).toBeVisible();

  await openMore(dialog, /Templates/);
  await dialog.getByRole('option', { name: /Dynamic Text Resource/ }).click();
  await dialog.getByLabel('resourceId').fill('1');
  await dialog.getByRole('button', { name: 'Read', exact: true }).click();
  await expect(answer).toContainText(/demo:\/\/resource\/dynamic\/text\/1/);

  await dialog.getByRole('tab', { name: /Prompts/ }).click();
  await dialog.getByRole('option', { name: /completable-prompt/ }).click();
  await dialog.getByRole('textbox', { name: /^department/ }).fill('E');
  await dialog.getByRole('button', { name: 'Engineering' }).click();
  await dialog.getByRole('textbox', { name: /^name/ }).click();
  await dialog.getByRole('button', { name: 'Alice' }).click();
  await dialog.getByRole('button', { name: 'Get', exact: true }).click();
  await expect(answer).toContainText('Alice');

  await openMore(dialog, /About/);
  await expect(dialog).toContainText('resources.subscribe');
  await dialog.getByRole('combobox', { name: 'Log level' }).selectOption('debug');
  await dialog.getByRole('button', { name: 'Set', exact: true }).click();
  await expect(answer).toContainText(/Answered|Empty|Done|ms/i);
  await answer.getByRole('button', { name: 'Show the row' }).click();
  await expect(dialog).toBeHidden();
  for (const method of [
    'resources/read',
    'resources/subscribe',
    'completion/complete',
    'prompts/get',
    'logging/setLevel',
  ])
    await expect(rows(page).filter({ hasText: method }).first()).toBeVisible();
});

test('a requested form is validated, filled in by keys and sent, and its call continues', async ({ app, page }) => {
  await page.goto(app.url);
  await addServer(page, everythingLine, 'everything');
  await expect(isUp(page, 'everything')).toBeVisible();
  await callTool(page, 'trigger-elicitation-request');
  await expect(page.getByText('1 question waits')).toBeVisible();
  await expect(servers(page).getByText('Answer', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Answer…' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'everything asks you' });
  await expect(dialog).toContainText('Please provide inputs');
  await page.keyboard.type('Ada Lovelace');
  await dialog.getByLabel(/^email/).fill('nobody');
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('e-mail address');
  await dialog.getByLabel(/^email/).fill('ada@example.com');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByText('1 question waits')).toBeHidden();
  await expect(card(page)).toContainText(/Ada Lovelace|provided/);
});

test('the user answers instead of a model, and the answer is saved for later', async ({ app, page }) => {
  await page.goto(app.url);
  await addServer(page, everythingLine, 'everything');
  await expect(isUp(page, 'everything')).toBeVisible();
  const prompt = { prompt: 'Which town?', maxTokens: 20 };
  await callTool(page, 'trigger-sampling-request', prompt);
  await servers(page).getByText('Answer', { exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'everything asks you' });
  await expect(dialog).toContainText('Which town?');
  await dialog.getByLabel('Answer', { exact: true }).fill('Ankh-Morpork');
  await dialog.getByLabel('Answer like this from now on').check();
  await dialog.getByRole('button', { name: 'Send the answer' }).click();
  await card(page).getByRole('tab', { name: /Raw/ }).click();
  await expect(card(page)).toContainText('Ankh-Morpork');
  await callTool(page, 'trigger-sampling-request', prompt);
  await expect(card(page)).toContainText('Ankh-Morpork');
  await expect(page.getByText('1 question waits')).toBeHidden();
});

test('a withdrawn request closes with a message', async ({ app, page }) => {
  await page.goto(app.url);
  await addServer(page, everythingLine, 'everything');
  await expect(isUp(page, 'everything')).toBeVisible();
  await callTool(page, 'trigger-elicitation-request');
  await page.getByRole('button', { name: 'Answer…' }).click();
  const dialog = page.getByRole('dialog', { name: 'everything asks you' });
  await expect(dialog.getByRole('button', { name: 'Decline' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('1 question waits')).toBeVisible();
  await chooseAction(page, 'everything', 'Disconnect');
  await expect(page.getByText('everything no longer waits for an answer.').first()).toBeVisible();
  await expect(page.getByText('1 question waits')).toBeHidden();
});

test('a session that the server forgot is restarted, and the call is sent again', async ({ app, page }) => {
  await page.goto(app.url);
  const dialog = await openDialog(page);
  await dialog.getByRole('radio', { name: 'Form' }).click();
  await dialog.getByRole('radio', { name: 'Command with HTTP' }).click();
  await dialog.getByLabel('Program').fill(sampleLine('faulty-http'));
  await dialog.getByRole('button', { name: /^Split into/ }).click();
  await dialog.getByRole('textbox', { name: /^Name/ }).first().fill('forgetful');
  await dialog.getByRole('button', { name: 'Start and connect' }).click();
  await expect(isUp(page, 'forgetful')).toBeVisible();
  await callTool(page, 'session_gone');
  await expect(servers(page).getByText('Why?')).toBeVisible();
  await serverAction(page, 'forgetful', 'Reconnect and replay');
  const guard = page.getByRole('dialog');
  const again = page.getByRole('row', { name: /^session_gone on forgetful/ });
  // Whether it asks first depends on the tool's hints.
  await expect(guard.or(again.nth(1)).first()).toBeVisible();
  if (await guard.isVisible()) await guard.getByRole('button').last().click();
  // Two handshakes, each followed by an initialized notification.
  await expect(page.getByRole('row', { name: /^initialize on/ })).toHaveCount(2);
  await expect(again).toHaveCount(2);
});
