// What the desktop app does when one of its own processes is gone.

import { expect, test } from './desktop-app.ts';
import { dropFile, filter, rows, smallCapture } from './page.ts';

test('a page that died comes back by itself, at the place it had, and says so', async ({ app, window }) => {
  await dropFile(window, 'small.jsonl', smallCapture);
  await filter(window, 'is:failed');
  await expect(rows(window)).toHaveCount(1);
  await app.evaluate(({ BrowserWindow }) => {
    for (const one of BrowserWindow.getAllWindows()) one.webContents.forcefullyCrashRenderer();
  });
  // Not Playwright's own page, which does not outlive its process: what the window shows now.
  const shown = () =>
    app.evaluate(async ({ BrowserWindow }) => {
      const [one] = BrowserWindow.getAllWindows();
      return String(
        await one?.webContents.executeJavaScript(
          'document.querySelector("#filter")?.value + " " + document.body.innerText',
        ),
      );
    });
  await expect
    .poll(() => Promise.race([shown(), new Promise((done) => setTimeout(done, 2000, ''))]))
    .toContain('is:failed');
  await expect.poll(shown).toContain('opened again');
  await expect.poll(shown).toContain('send_invoice');
});
