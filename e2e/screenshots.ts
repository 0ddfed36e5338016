// `npm run screenshots`: every place in both themes and two sizes, into docs/screenshots. The real app on its sample servers, in a real
// browser. Skips a screenshot that would show a path of this machine.

import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { ensureBuilt } from '../electron/launch/ensure-built.ts';
import { startApp } from './app.ts';
import { browserArguments, findBrowser, howToInstall } from './browser.ts';
import { projectRoot } from './desktop.ts';
import { card, rows, skipTour, trySamples } from './page.ts';
import { smallPng } from './small-png.ts';

const folder = join(projectRoot, 'docs', 'screenshots');
const themes = ['dark', 'light'] as const;
const sizes = [
  { width: 1440, height: 900 },
  { width: 1024, height: 700 },
];

interface Scene {
  name: string;
  /** Navigates there from the timeline, and resolves when the window is ready. */
  open(page: Page): Promise<unknown>;
}

/** Keys go to the window, not to a field, and the screenshots show no focus ring. */
const leaveFields = (page: Page) => page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
const go = async (page: Page, letter: string) => {
  await leaveFields(page);
  await page.keyboard.press('g');
  await page.keyboard.press(letter);
};
const filter = async (page: Page, text: string) => {
  await page.getByRole('combobox', { name: 'Filter', exact: true }).fill(text);
  await page.keyboard.press('Enter');
  await leaveFields(page);
};

const scenes: Scene[] = [
  {
    name: 'timeline',
    open: async (page) => {
      await go(page, 't');
      await rows(page).filter({ hasText: 'attempt 3' }).waitFor();
      await rows(page).filter({ hasText: 'send_invoice' }).last().click();
      // From the successful attempt to the first one, which may not be visible.
      await card(page)
        .getByRole('tab', { name: /Timing/ })
        .click();
      await card(page).getByRole('tabpanel').getByRole('button').first().click();
      await card(page).getByRole('tab', { name: 'Finding' }).click();
      await card(page).getByText('Retry: asked vs. actual').waitFor();
      // At the top of the list: the rows before it start the servers and show their command lines.
      await page.getByRole('row', { selected: true }).evaluate((row) => {
        const grid = row.closest('[role="grid"]');
        if (grid) grid.scrollTop += row.getBoundingClientRect().top - grid.getBoundingClientRect().top - 28;
      });
      await page.waitForTimeout(300);
    },
  },
  {
    name: 'failures',
    open: async (page) => {
      await go(page, 'f');
      await rows(page).or(page.getByRole('heading')).first().waitFor();
    },
  },
  {
    name: 'replay',
    open: async (page) => {
      await go(page, 't');
      await filter(page, 'tool:lookup_product is:failed');
      await rows(page).first().click();
      await card(page).getByRole('heading', { level: 2 }).waitFor();
      await page.keyboard.press('e');
      const form = page.getByRole('main', { name: 'Replay' });
      await form.getByLabel(/^gtin/).fill('09506000134352');
      await page.keyboard.press('Control+Enter');
      await form.getByText('Fixed', { exact: true }).first().waitFor();
    },
  },
  {
    name: 'result',
    open: async (page) => {
      await go(page, 't');
      await filter(page, 'tool:export_catalog -is:failed');
      await rows(page).first().click();
      await card(page).getByRole('tree').first().waitFor();
    },
  },
  {
    name: 'call',
    open: async (page) => {
      await leaveFields(page);
      await page.keyboard.press('c');
      await page.getByRole('dialog').getByLabel('How to write the arguments').waitFor();
      await page.getByRole('listbox', { name: 'Tools' }).getByRole('option', { selected: true }).waitFor();
    },
  },
  {
    name: 'palette',
    open: async (page) => {
      await go(page, 't');
      await filter(page, '');
      await page.keyboard.press('ControlOrMeta+k');
      await page.keyboard.type('re');
      await page.getByRole('option').first().waitFor();
    },
  },
  {
    name: 'settings',
    open: async (page) => {
      await go(page, 's');
      await page.getByRole('heading', { name: 'Settings' }).waitFor();
    },
  },
  {
    name: 'rehearse',
    open: async (page) => {
      await go(page, 'h');
      const plans = page.getByRole('navigation', { name: 'Plans' });
      await plans.getByRole('button', { name: 'Rate-limit storm' }).click();
      await page.getByText('The server is not asked').waitFor();
    },
  },
  {
    name: 'probe',
    open: async (page) => {
      await go(page, 'p');
      await page.getByRole('button', { name: 'Show what would be sent' }).click();
      await page
        .getByRole('region', { name: /^What would be sent/ })
        .first()
        .waitFor();
    },
  },
  {
    name: 'compare',
    open: async (page) => {
      await go(page, 'p');
      await page.getByRole('button', { name: 'Compare the five samples' }).click();
      await page.getByRole('button', { name: 'Run again' }).waitFor({ timeout: 120_000 });
      await page.getByRole('region', { name: 'Comparison' }).waitFor();
    },
  },
];

/** The folders of this project, its user and its temporary files. */
const privatePlaces = [projectRoot, join(projectRoot, '..'), homedir(), tmpdir(), process.execPath]
  .filter((path) => path.length > 1)
  .concat('/node_modules/');

async function take(page: Page, name: string, theme: string, size: { width: number; height: number }): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  await page.mouse.move(0, 0);
  const shown = await page.evaluate(() => {
    const seen = [...document.querySelectorAll('body *')].filter((element) => {
      const { top, left, width, height } = element.getBoundingClientRect();
      return width > 0 && height > 0 && top < window.innerHeight && left < window.innerWidth && top + height > 0;
    });
    return seen
      .flatMap((element) => [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE))
      .map((node) => node.textContent ?? '')
      .join('\n');
  });
  const leaked = privatePlaces.find((path) => shown.includes(path));
  if (leaked !== undefined) throw new Error(`${name} would show ${leaked}.`);
  const png = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  const file = `${name}-${theme}-${size.width}.png`;
  const small = smallPng(png);
  await writeFile(join(folder, file), small);
  console.log(`${file}  ${Math.round(small.length / 1000)} kB`);
}

/** Each scene is set up once; its four screenshots differ only in theme and size. */
async function takeAll(page: Page, name: string): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      // Two frames: one to lay out, one to draw.
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      await page.waitForTimeout(250);
      await take(page, name, theme, size);
    }
  }
}

async function run(browser: Browser, url: string): Promise<void> {
  const page = await browser.newPage({ viewport: sizes[0], colorScheme: 'dark', reducedMotion: 'reduce' });
  page.setDefaultTimeout(40_000);
  await skipTour(page);
  await page.goto(url);
  await page.getByRole('button', { name: 'Try the sample servers' }).waitFor();
  await takeAll(page, 'first-run');
  await page.setViewportSize(sizes[0] ?? { width: 1440, height: 900 });
  await trySamples(page);
  // The samples play their tour; it is over when this one has failed.
  await rows(page).filter({ hasText: 'delete_workspace' }).first().waitFor();
  for (const scene of scenes) {
    await page.setViewportSize(sizes[0] ?? { width: 1440, height: 900 });
    await scene.open(page);
    await takeAll(page, scene.name);
    if (await page.getByRole('dialog').isVisible()) await page.keyboard.press('Escape');
  }
}

await ensureBuilt();
const executablePath = findBrowser();
if (executablePath === null) {
  console.error(howToInstall);
  process.exit(1);
}
const data = await mkdtemp(join(tmpdir(), 'misfire-pictures-'));
const app = await startApp({ data });
const browser = await chromium.launch({ executablePath, args: browserArguments });
try {
  const before = new Set((await readdir(folder)).filter((name) => name.endsWith('.png')));
  await run(browser, app.url);
  const names = ['first-run', ...scenes.map(({ name }) => name)];
  const made = names.flatMap((name) =>
    themes.flatMap((theme) => sizes.map(({ width }) => `${name}-${theme}-${width}.png`)),
  );
  // Removes screenshots of scenes that no longer exist.
  const old = [...before].filter((name) => !made.includes(name) && /-(dark|light)-\d+\.png$/.test(name));
  for (const name of old) await rm(join(folder, name));
} finally {
  await browser.close();
  await app.stop();
  await rm(data, { recursive: true, force: true });
}
