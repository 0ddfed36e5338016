// Finds the browser for the stories, or installs one if that needs no confirmation. Prefers Chromium's headless shell, which
// saves a quarter of a second per story.

import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

/** On the search path. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'chrome',
];

const places: Partial<Record<NodeJS.Platform, string[]>> = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: ['ProgramFiles', 'ProgramFiles(x86)', 'LocalAppData'].flatMap((variable) => {
    const folder = process.env[variable];
    if (!folder) return [];
    return [
      join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe'),
      join(folder, 'Microsoft', 'Edge', 'Application', 'msedge.exe'),
    ];
  }),
};

export function findBrowser(): string | null {
  const candidates = [
    process.env.MISFIRE_BROWSER,
    ...playwrightsOwn(),
    ...names.flatMap((name) => (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name))),
    ...(places[process.platform] ?? []),
  ];
  return candidates.find((path) => path && existsSync(path)) ?? null;
}

/** Playwright reports where the full browser is, or would be. Its shell is in a sibling folder. */
function playwrightsOwn(): string[] {
  try {
    const whole = chromium.executablePath();
    const [, beside, version] = /^(.*[\\/])chromium-(\d+)[\\/]/.exec(whole) ?? [];
    const shell = `chromium_headless_shell-${version}/*/chrome-headless-shell{,.exe}`;
    return [...(beside ? globSync(shell, { cwd: beside }).map((path) => join(beside, path)) : []), whole];
  } catch {
    return [];
  }
}

/** Finds a browser, or installs one and says so. null: neither is possible, and `howToInstall` says what to do. */
export function obtainBrowser(): string | null {
  const found = findBrowser();
  if (found !== null || !canInstallBrowser()) return found;
  console.log('There is no browser here yet: installing Debian’s Chromium with apt-get.');
  const problem = installBrowser();
  if (problem) console.error(`apt-get could not install Chromium:\n${problem}\n`);
  return findBrowser();
}

const canInstallBrowser = (): boolean =>
  process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/etc/debian_version');

/** Debian's packages, as root: the shell, or the full browser if there is none. '' if it worked, otherwise the end of apt's output. */
function installBrowser(): string {
  const problem = apt('update') || apt('install', '-y', '--no-install-recommends', 'chromium-headless-shell');
  return problem && apt('install', '-y', '--no-install-recommends', 'chromium');
}

function apt(...args: string[]): string {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status, stdout, stderr, error } = spawnSync('apt-get', ['-q', ...args], { env, encoding: 'utf8' });
  if (status === 0) return '';
  return error?.message ?? `${stdout}${stderr}`.trim().split('\n').slice(-5).join('\n');
}

export const howToInstall = [
  'Component tests and stories need a browser. One of these will do:',
  '  npx playwright install chromium',
  '  your system’s Chromium, Chrome or Edge (on Debian: apt-get install chromium-headless-shell)',
  '  MISFIRE_BROWSER=/path/to/chromium npm run e2e',
].join('\n');

/** Chromium uses only the last of these lists, so Playwright's own is repeated. */
const disabledFeatures = [
  // Two pages for the suggestions of an invisible address bar cost more than Misfire's whole window.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
];

/** No traffic except ours, and no sandbox if root cannot have one. */
export const browserArguments = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${disabledFeatures.join(',')}`,
];
