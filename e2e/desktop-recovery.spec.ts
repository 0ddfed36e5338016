// The desktop app after one of its own processes ended, or if its folder is not usable.

import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ElectronApplication } from '@playwright/test';
import { expect, runToEnd, test } from './desktop-app.ts';
import {
  addServer,
  callTool,
  card,
  dropFile,
  filter,
  rows,
  sampleLine,
  servers,
  smallCapture,
  unfoldCard,
} from './page.ts';

/** The window's current content. Not Playwright's page, which ends with its process. */
async function shown(app: ElectronApplication): Promise<string> {
  const read = app.evaluate(async ({ BrowserWindow }) => {
    const [one] = BrowserWindow.getAllWindows();
    return String(
      await one?.webContents.executeJavaScript(
        'document.querySelector("#filter")?.value + " " + document.body.innerText',
      ),
    );
  });
  // A page that is gone never responds.
  return Promise.race([read, new Promise<string>((done) => setTimeout(done, 2_000, ''))]);
}

test('a page that crashed reopens at its place, and says so', async ({ app, window }) => {
  await dropFile(window, 'small.jsonl', smallCapture);
  await filter(window, 'is:failed');
  await expect(rows(window)).toHaveCount(1);
  await expect.poll(() => window.url()).toContain('failed');
  await app.evaluate(({ BrowserWindow }) => {
    for (const one of BrowserWindow.getAllWindows()) one.webContents.forcefullyCrashRenderer();
  });
  // The message disappears after a moment, and rows arrive later, so everything ever seen counts.
  let seen = '';
  const look = async () => {
    seen += await shown(app);
    return ['is:failed', 'opened again', 'send_invoice'].filter((words) => !seen.includes(words));
  };
  await expect.poll(look, { intervals: [200], timeout: 40_000 }).toEqual([]);
});

test('a crashed inspector restarts, and offers to reconnect its servers', async ({ app, folder, window }) => {
  await addServer(window, sampleLine('faulty-stdio'), 'faulty');
  await callTool(window, 'empty_error');
  await unfoldCard(window);
  await expect(card(window)).toContainText('isError');
  // An Electron without SQLite writes no file.
  const inMemory = !existsSync(join(folder, 'data', 'log.db'));
  const pid = await app.evaluate(
    ({ app: it }) => it.getAppMetrics().find(({ name }) => name === 'Misfire inspector')?.pid,
  );
  process.kill(pid as number, 'SIGKILL');
  await expect(window.getByText('The recorder restarted')).toBeVisible();
  // With a log in a file the recording is there; in memory the app says that it is lost.
  if (inMemory) await expect(window.getByText('The log was in memory and is gone.')).toBeVisible();
  else await expect(rows(window).filter({ hasText: 'empty_error' })).toBeVisible();
  await window.getByRole('button', { name: 'Connect 1 server again' }).click();
  await expect(servers(window).getByText('faulty', { exact: true })).toBeVisible();
  await callTool(window, 'empty_error');
  await unfoldCard(window);
  await expect(card(window)).toContainText('isError');
});

test('an unusable folder is reported with its reason, and the app does not exit with 0', async ({ folder }) => {
  const path = join(folder, 'a file');
  await writeFile(path, 'not a folder');
  const { code, said } = await runToEnd({ data: join(path, 'data'), answer: 'Quit' });
  expect(said).toContain('Misfire cannot use its data folder');
  expect(code).toBe(1);
});
