// Plans of your own in the window: copied from a ready one, changed in a form and as JSON, saved, run by the command line, exported,
// imported, deleted and restored.

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { expect, program, startApp, test } from './app.ts';
import { expectAccessible } from './axe.ts';
import { skipTour } from './page.ts';

const plans = (page: Page) => page.getByRole('navigation', { name: 'Plans' });

async function openRehearse(page: Page, url: string): Promise<void> {
  await skipTour(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(url);
  await expect(page.getByRole('button', { name: 'Try the sample servers' })).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('h');
  await expect(plans(page)).toBeVisible();
}

test('a copy of a ready plan is changed in a form, and the command line knows the saved file', async ({
  data,
  page,
}) => {
  const app = await startApp({ data: join(data, 'app') });
  try {
    await openRehearse(page, app.url);
    await page.getByRole('button', { name: 'Edit a copy' }).click();
    await expect(page.getByRole('heading', { name: 'New plan' })).toBeVisible();
    await page.getByRole('textbox', { name: 'Title' }).fill('Search is busy');
    const first = page.getByRole('group', { name: 'Step 1' });
    await first.getByRole('combobox', { name: 'Add a tool' }).fill('search');
    await page.keyboard.press('Enter');
    await expect(first.getByRole('button', { name: 'Remove search' })).toBeVisible();
    await first.getByRole('combobox', { name: 'What happens' }).selectOption('Answer: unavailable');
    await first.getByRole('combobox', { name: 'Error model' }).selectOption('plain MCP');
    await first.getByRole('textbox', { name: 'Message' }).fill('Come back later.');
    await expectAccessible(page, 'the form of a plan', { within: 'main' });

    // A mistake has the words of the command line, and marks its field.
    const wait = first.getByRole('textbox', { name: 'Stated wait in seconds' });
    await wait.fill('soon');
    await expect(page.getByText('steps[0].do.waitMs must be a whole number from 0 to 3,600,000.')).toBeVisible();
    await expect(wait).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByRole('button', { name: /^Save/ })).toBeDisabled();
    await wait.fill('3');
    await expect(page.getByText('This is a valid plan.')).toBeVisible();
    await page.getByRole('button', { name: 'Remove step 2' }).click();
    await expect(page.getByRole('group', { name: 'Step 2' })).toHaveCount(0);
    await page.setViewportSize({ width: 1024, height: 700 });
    await expectAccessible(page, 'the form of a plan in a small window', { within: 'main' });

    await page.getByRole('textbox', { name: 'Title' }).press('Control+Enter');
    await expect(page.getByRole('heading', { name: 'Search is busy' })).toBeVisible();
    await expect(page.getByText('answered “unavailable”, asking to wait 3 s')).toBeVisible();
    const file = join(app.data, 'rehearse', 'plans', 'search-is-busy.json');
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
      name: 'search-is-busy',
      title: 'Search is busy',
      steps: [
        {
          tools: ['search'],
          do: { answer: 'unavailable', waitMs: 3000, dialect: 'mcp', sentence: 'Come back later.' },
          often: { first: 2 },
        },
      ],
    });
    // 3: the plan is read, and the client makes no call.
    const own = ['rehearse', '--plan', file, '--data', join(data, 'other'), '--', process.execPath, '-e', ''];
    await expect(promisify(execFile)(process.execPath, [program, ...own])).rejects.toMatchObject({ code: 3 });
  } finally {
    await app.stop();
  }
});

test('a new plan is written as JSON with hints, exported, deleted, restored and imported', async ({ data, page }) => {
  const app = await startApp({ data: join(data, 'app') });
  try {
    await openRehearse(page, app.url);
    await plans(page).getByRole('button', { name: 'New' }).click();
    await page.getByRole('radio', { name: 'JSON' }).click();
    const editor = page.getByRole('textbox', { name: 'Plan, JSON' });
    await expect(editor).toContainText('"rate_limited"');
    await editor.fill('{"title":"Written","steps":[{"do":{"spoil":""}}]}');
    await expect(page.locator('footer').getByText(/steps\[0\]\.do\.spoil is "". Known: delay, cut,/)).toBeVisible();
    // Completion knows the words of each alternative.
    for (let step = 0; step < 5; step += 1) await editor.press('ArrowLeft');
    await editor.press('Control+Space');
    await page.getByRole('option', { name: '"no-answer"' }).click();
    await expect(page.getByText('This is a valid plan.')).toBeVisible();
    await expectAccessible(page, 'the JSON of a plan', { within: 'main' });
    await page.getByRole('button', { name: /^Save/ }).click();
    await expect(page.getByRole('heading', { name: 'Written' })).toBeVisible();
    const file = join(app.data, 'rehearse', 'plans', 'written.json');
    await expect.poll(() => existsSync(file)).toBe(true);

    const more = page.getByRole('button', { name: 'More about this plan' });
    await more.click();
    const saving = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Export JSON' }).click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toBe('written.json');
    const exported = await readFile(await saved.path(), 'utf8');
    expect(exported).toBe(await readFile(file, 'utf8'));

    await more.click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(plans(page).getByRole('button', { name: 'Written' })).toHaveCount(0);
    expect(existsSync(file)).toBe(false);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(plans(page).getByRole('button', { name: 'Written' })).toBeVisible();

    // A file with a mistake opens where it can be fixed. Leaving it can be undone.
    const broken = join(data, 'broken.json');
    await writeFile(broken, exported.replace('no-answer', 'no-idea').replace('Written', 'Imported'));
    const choosing = page.waitForEvent('filechooser');
    await plans(page).getByRole('button', { name: 'Import' }).click();
    await (await choosing).setFiles(broken);
    await expect(page.locator('footer').getByText(/steps\[0\]\.do\.spoil is "no-idea"/)).toBeVisible();
    await page.getByRole('textbox', { name: 'Plan, JSON' }).fill(exported.replace('Written', 'Imported'));
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('heading', { name: 'Edit plan' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: /^Save/ }).click();
    await expect(plans(page).getByRole('button', { name: /^Imported/ })).toBeVisible();
  } finally {
    await app.stop();
  }
});
