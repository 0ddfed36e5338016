// `npm run e2e`: builds what is missing, finds a browser, and runs the stories. Passes its arguments to Playwright.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ensureBuilt } from '../electron/launch/ensure-built.ts';
import { howToInstall, obtainBrowser } from './browser.ts';
import { buildWarmHost } from './build-warm-host.ts';
import { findDesktop, projectRoot } from './desktop.ts';

await ensureBuilt();
await buildWarmHost();
const browser = obtainBrowser();
if (browser === null) {
  console.error(howToInstall);
  process.exit(1);
}
const desktop = findDesktop();
console.log(`Browser: ${browser}`);
console.log(
  desktop.run ? `Desktop: ${desktop.electron}` : `Skipping the checks of the desktop window: ${desktop.because}.`,
);

// Hundreds of processes load the same programs: Node caches the compiled code here, as for the unit tests.
process.env.NODE_COMPILE_CACHE ??= join(projectRoot, 'node_modules', '.cache', 'compiled');

// The first worker that needs the samples' recording makes it here, for all workers.
const tour = mkdtempSync(join(tmpdir(), 'misfire-e2e-tour-'));
process.on('exit', () => rmSync(tour, { recursive: true, force: true }));

const playwright = join(dirname(createRequire(import.meta.url).resolve('@playwright/test/package.json')), 'cli.js');
const child = spawn(
  process.execPath,
  [playwright, 'test', '--config', join(import.meta.dirname, 'playwright.config.ts'), ...process.argv.slice(2)],
  { cwd: projectRoot, stdio: 'inherit', env: { ...process.env, MISFIRE_BROWSER: browser, MISFIRE_TOUR: tour } },
);
// A terminal sends Ctrl-C to both processes; this one only waits for the other.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.on('error', (problem) => {
  console.error(problem.message);
  process.exitCode = 1;
});
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
