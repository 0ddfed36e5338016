// `npm run recording`: ten seconds of the real app on its sample servers, as docs/screenshots/recording.png (an APNG). Takes each frame
// when the window shows its subject.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { ensureBuilt } from '../electron/launch/ensure-built.ts';
import { startProcess } from './app-process.ts';
import { browserArguments, findBrowser, howToInstall } from './browser.ts';
import { projectRoot } from './desktop.ts';
import { card, rows, skipTour, trySamples } from './page.ts';
import { animatedPng, type Frame } from './small-png.ts';

const file = join(projectRoot, 'docs', 'screenshots', 'recording.png');
const largest = 1_500_000;

const leaveFields = (page: Page) => page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());

async function record(page: Page, url: string): Promise<Frame[]> {
  const frames: Frame[] = [];
  const shoot = async (ms: number) => {
    frames.push({ png: await page.screenshot({ animations: 'disabled' }), ms });
  };
  await skipTour(page);
  await page.goto(url);
  await page.getByRole('button', { name: 'Try the sample servers' }).first().waitFor();
  await shoot(1200);
  await trySamples(page);
  // The list stays at the first failure until the user goes on.
  await card(page).getByRole('heading', { level: 2 }).waitFor();
  await page.keyboard.press('End');
  await rows(page).filter({ hasText: 'attempt 3' }).waitFor();
  await shoot(1300);
  const box = page.getByRole('combobox', { name: 'Filter', exact: true });
  await box.fill('tool:lookup_product is:failed');
  await page.keyboard.press('Enter');
  await leaveFields(page);
  await rows(page).first().click();
  await card(page).getByRole('heading', { level: 2 }).waitFor();
  await shoot(1800);
  const models = card(page).getByRole('button', { name: /What each model gets/ });
  await models.click();
  await card(page)
    .getByRole('list', { name: /What each model gets/ })
    .waitFor();
  await models.evaluate((head) => head.scrollIntoView({ block: 'start' }));
  await shoot(1600);
  await page.keyboard.press('e');
  const form = card(page);
  await form.getByLabel(/^gtin/).waitFor();
  await shoot(1000);
  await form.getByLabel(/^gtin/).fill('09506000134352');
  await shoot(800);
  await page.keyboard.press('Control+Enter');
  await form.getByText('Fixed', { exact: true }).first().waitFor();
  await shoot(1400);
  await leaveFields(page);
  await page.keyboard.press('g');
  await page.keyboard.press('f');
  await page.getByRole('tab', { name: /Unresolved/ }).waitFor();
  await shoot(1500);
  return frames;
}

await ensureBuilt();
const executablePath = findBrowser();
if (executablePath === null) {
  console.error(howToInstall);
  process.exit(1);
}
const data = await mkdtemp(join(tmpdir(), 'misfire-recording-'));
const app = await startProcess({ data });
const browser = await chromium.launch({ executablePath, args: browserArguments });
try {
  const page = await browser.newPage({
    viewport: { width: 1180, height: 720 },
    colorScheme: 'dark',
    reducedMotion: 'reduce',
  });
  const animation = animatedPng(await record(page, app.url));
  if (animation.length > largest) throw new Error(`The recording has ${animation.length} bytes, at most ${largest}.`);
  await writeFile(file, animation);
  console.log(`${file}: ${Math.ceil(animation.length / 1000)} kB`);
} finally {
  await browser.close();
  await app.stop();
  await rm(data, { recursive: true, force: true });
}
