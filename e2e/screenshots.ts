// `npm run screenshots`: every place in both themes and two sizes, into docs/screenshots. The real app on its sample servers, in a real
// browser. Stops at one that would show a path of this machine. `npm run screenshots -- probe compare` takes only these.

import { readdir, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { ensureBuilt } from '../electron/launch/ensure-built.ts';
import { startProcess } from './app-process.ts';
import { browserArguments, findBrowser, howToInstall } from './browser.ts';
import { projectRoot } from './desktop.ts';
import { filter, rows, skipTour, trySamples } from './page.ts';
import { type ScenePeers, scenePeers } from './scene-peers.ts';
import { scenes } from './scenes.ts';
import { smallPng } from './small-png.ts';

const folder = join(projectRoot, 'docs', 'screenshots');
const themes = ['dark', 'light'] as const;
const sizes = [
  { width: 1440, height: 900 },
  { width: 1024, height: 700 },
];

/** The settings show it, so it is the same every time. */
const data = join(tmpdir(), 'misfire-screenshots');
const asked = process.argv.slice(2);
const isAsked = (name: string): boolean => asked.length === 0 || asked.includes(name);

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
    // A long path may be several texts of one element, with places to break between them.
    const textOf = (element: Element) =>
      [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.textContent ?? '');
    return seen.map((element) => textOf(element).join('')).join('\n');
  });
  const leaked = privatePlaces.find((path) => shown.replaceAll(data, '').includes(path));
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

async function run(browser: Browser, url: string, peers: ScenePeers): Promise<void> {
  const page = await browser.newPage({ viewport: sizes[0], colorScheme: 'dark', reducedMotion: 'reduce' });
  page.setDefaultTimeout(120_000);
  await skipTour(page);
  await page.goto(url);
  await page.getByRole('button', { name: 'Try the sample servers' }).waitFor();
  if (isAsked('first-run')) await takeAll(page, 'first-run');
  await page.setViewportSize(sizes[0] ?? { width: 1440, height: 900 });
  await trySamples(page);
  // The samples play their tour; it is over when this one has failed.
  await filter(page, 'tool:delete_workspace');
  await rows(page).first().waitFor();
  await filter(page, '');
  for (const scene of scenes.filter(({ name }) => isAsked(name))) {
    await page.setViewportSize(sizes[0] ?? { width: 1440, height: 900 });
    await scene.open(page, peers);
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
await rm(data, { recursive: true, force: true });
const peers = await scenePeers(data);
const app = await startProcess({ data, env: peers.env });
const browser = await chromium.launch({ executablePath, args: browserArguments });
try {
  const before = new Set((await readdir(folder)).filter((name) => name.endsWith('.png')));
  await run(browser, app.url, peers);
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
