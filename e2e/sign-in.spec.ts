// Signing in to a server: the rejection, the page in another tab, the call that then works, more scopes, and a failed sign-in
// that can be inspected.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { filesBelow } from '../electron/inspector/testing/files-below.ts';
import { expect, test } from './app.ts';
import { addServer, callTool, card, chooseMore, filter, rows, serverAction, servers, timeline } from './page.ts';
import { startSample } from './sample.ts';

/** Opens the sign-in page in a separate tab, and decides there. */
async function decide(page: Page, choice: 'Allow' | 'Deny'): Promise<void> {
  const link = servers(page).getByRole('link', { name: 'Open sign-in page' });
  const [tab] = await Promise.all([page.context().waitForEvent('page'), link.click()]);
  await tab.getByRole('button', { name: choice }).click();
  await expect(tab.getByRole('heading')).toHaveText(choice === 'Allow' ? 'Back to Misfire' : 'Sign-in did not work');
  await tab.close();
}

test('a rejected connection signs in and connects; more scopes are requested by hand', async ({ app, page }) => {
  test.slow(); // four pages and two sign-ins
  const sample = await startSample('gatehouse', '--protect', 'all');
  try {
    await page.goto(app.url);
    await addServer(page, sample.url, 'gatehouse');
    await expect(servers(page)).toContainText('gatehouse wants you to sign in.');
    await servers(page).getByRole('button', { name: 'Sign in' }).click();
    await expect(servers(page)).toContainText('Waiting for you in the browser.');
    await decide(page, 'Allow');
    await expect(servers(page).getByRole('button', { name: /, connected$/ })).toBeVisible();
    await expect(servers(page).getByRole('button', { name: 'Sign in' })).toBeHidden();

    await callTool(page, 'list_notes');
    await expect(card(page)).toContainText('Water the plants');

    await callTool(page, 'add_note', { note: 'Feed the cat' });
    await expect(card(page).getByRole('heading', { level: 2 })).toHaveText('gatehouse does not allow add_note');
    await expect(card(page)).toContainText('This needs the scope write');
    await expect(card(page)).toContainText('wants more rights for this: write.');
    await card(page).getByRole('button', { name: 'Sign in', exact: true }).click();
    await decide(page, 'Allow');
    await expect(card(page).getByRole('region', { name: /Sign-in for/ })).toBeHidden();
    // A rejected call is not sent again automatically.
    await expect(rows(page).filter({ hasText: 'Feed the cat' })).toHaveCount(1);
    await callTool(page, 'add_note', { note: 'Feed the cat' });
    await expect(card(page)).toContainText('2 notes');

    await filter(page, 'kind:http');
    const received = rows(page).filter({ hasText: 'Sign-in: token received' });
    await expect(received).toHaveCount(2);
    await received.first().click();
    await card(page).getByRole('tab', { name: /Raw/ }).click();
    await expect(card(page)).toContainText('grant_type=authorization_code');
    await expect(card(page)).toContainText('code=‹hidden›');
  } finally {
    await sample.stop();
  }

  const vault = JSON.parse(await readFile(join(app.data, 'secrets.json'), 'utf8')) as {
    secrets: Record<string, string>;
  };
  const grant = JSON.parse(vault.secrets['sign-in gatehouse'] ?? '{}') as { accessToken: string; refreshToken: string };
  expect(grant.accessToken.length).toBeGreaterThan(20);
  const kept = filesBelow(app.data).filter(({ name }) => /^(log\.db|servers\.json)/.test(name));
  expect(kept.map(({ name }) => name)).toContain('log.db');
  for (const { name, text } of kept) {
    expect(text.includes(grant.accessToken), name).toBe(false);
    expect(text.includes(grant.refreshToken), name).toBe(false);
  }
});

test('a failed sign-in is in the timeline like any failure, and can be tried again', async ({ app, page }) => {
  test.slow(); // three sign-ins
  const sample = await startSample('gatehouse', '--protect', 'all', '--fault', 'refuse-code');
  try {
    await page.goto(app.url);
    await addServer(page, sample.url, 'gatehouse');
    await servers(page).getByRole('button', { name: 'Sign in' }).click();
    await decide(page, 'Allow');
    await expect(servers(page)).toContainText('Asking for the token was refused with HTTP 400, invalid_grant');
    await servers(page).getByRole('button', { name: 'Show the steps' }).click();
    await timeline(page).getByText('Sign-in: token refused — invalid_grant').first().click();
    await expect(card(page).getByRole('heading', { level: 2 })).toHaveText(/invalid_grant/);
    await expect(card(page)).toContainText('The code is used up');

    await fetch(new URL('/faults', sample.url), { method: 'POST', body: '' });
    await servers(page).getByRole('button', { name: 'Try again' }).click();
    await decide(page, 'Deny');
    await expect(servers(page)).toContainText('access_denied: The person said no');
    await servers(page).getByRole('button', { name: 'Try again' }).click();
    await servers(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(servers(page)).toContainText('gatehouse wants you to sign in.');
  } finally {
    await sample.stop();
  }
});

test('a call that requires a sign-in says so on its card, and Sign out is in its menu', async ({ app, page }) => {
  const sample = await startSample('gatehouse');
  try {
    await page.goto(app.url);
    await addServer(page, sample.url, 'gatehouse');
    await callTool(page, 'list_notes');
    await expect(card(page).getByRole('heading', { level: 2 })).toHaveText(/^Sign in to /);
    await card(page).getByRole('button', { name: 'Sign in', exact: true }).click();
    await decide(page, 'Allow');
    await expect(card(page).getByRole('region', { name: /Sign-in for/ })).toBeHidden();
    await chooseMore(page, /^Replay/);
    await expect(rows(page).filter({ hasText: 'Water the plants' })).toBeVisible();
    await serverAction(page, 'gatehouse', 'Sign out');
    await expect(timeline(page).getByText('Sign-out: token revoked')).toBeVisible();
  } finally {
    await sample.stop();
  }
});
