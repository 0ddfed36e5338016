// `npm run -s terminal-pictures`: a session of the command line at 80 and 120 columns, dark and light, into docs/screenshots. Text and
// colors come from the built program; a browser only draws them.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { ensureBuilt } from '../electron/launch/ensure-built.ts';
import { browserArguments, findBrowser, howToInstall } from './browser.ts';
import { projectRoot } from './desktop.ts';
import { smallPng } from './small-png.ts';

const session = [
  ['call', 'sample:orders-adapter'],
  ['call', 'sample:orders-adapter', 'get_order', 'order=SO-1001'],
  ['call', 'sample:orders-adapter', 'get_order', 'order_id=SO-9', '--record'],
  ['compare', 'sample:qaqnuz', '--only', 'unknown-tool', 'missing-argument', 'bad-cursor'],
  ['doctor', 'http://127.0.0.1:9/mcp'],
  ['log', 'is:failed'],
];

const themes = {
  dark: {
    page: '#16181d',
    text: '#d7dae0',
    dim: '#8b909c',
    red: '#ff7b72',
    green: '#56d364',
    yellow: '#e3b341',
    cyan: '#56c8d8',
  },
  light: {
    page: '#ffffff',
    text: '#1f2328',
    dim: '#636c76',
    red: '#c21c1c',
    green: '#116329',
    yellow: '#7d4e00',
    cyan: '#0b6a78',
  },
} as const;
type Theme = (typeof themes)[keyof typeof themes];

const starts: Record<string, keyof Theme | 'bold'> = {
  1: 'bold',
  2: 'dim',
  31: 'red',
  32: 'green',
  33: 'yellow',
  36: 'cyan',
};

/** One change of color or weight. */
const style = new RegExp(`${String.fromCharCode(27)}\\[(\\d+)m`);

await ensureBuilt();
const program = join(projectRoot, 'dist', 'node', 'cli.js');
const data = mkdtempSync(join(tmpdir(), 'misfire-pictures-'));
const executablePath = findBrowser();
if (executablePath === null) throw new Error(howToInstall);
const browser = await chromium.launch({ executablePath, args: browserArguments });
try {
  for (const columns of [80, 120]) {
    const said = session
      .map((args) => `\u001b[32m$\u001b[39m \u001b[1mmisfire ${args.join(' ')}\u001b[22m\n${run(args, columns)}`)
      .join('\n');
    if ([homedir(), projectRoot, data].some((path) => said.includes(path)))
      throw new Error('It shows a path of this machine.');
    for (const [name, theme] of Object.entries(themes)) {
      const page = await browser.newPage({ deviceScaleFactor: 1 });
      await page.setContent(html(said, theme, columns));
      const file = join(projectRoot, 'docs', 'screenshots', `terminal-${columns}-${name}.png`);
      writeFileSync(file, smallPng(await page.locator('pre').screenshot()));
      await page.close();
      console.log(file.slice(projectRoot.length + 1));
    }
  }
} finally {
  await browser.close();
  rmSync(data, { recursive: true, force: true });
}

function run(args: readonly string[], columns: number): string {
  const env = { ...process.env, MISFIRE_FORCE_TTY: String(columns), FORCE_COLOR: '1', NO_COLOR: '', CI: '1' };
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--no-warnings', program, '--data', join(data, String(columns)), ...args],
    {
      encoding: 'utf8',
      env,
    },
  );
  return `${stdout}${stderr}`;
}

function html(said: string, theme: Theme, columns: number): string {
  const font = 'ui-monospace, "DejaVu Sans Mono", "Liberation Mono", monospace';
  const style = `margin:0;padding:16px 20px;background:${theme.page};color:${theme.text};font:14px/1.45 ${font};display:inline-block;min-width:${columns}ch;white-space:pre`;
  return `<body style="margin:0"><pre style='${style}'>${spans(said, theme)}</pre></body>`;
}

function spans(said: string, theme: Theme): string {
  const parts = said.split(style);
  let open = '';
  let shown = '';
  for (const [at, part] of parts.entries()) {
    if (at % 2 === 0) shown += open === '' ? htmlText(part) : `<span style="${open}">${htmlText(part)}</span>`;
    else {
      const start = starts[part];
      open = start === undefined ? '' : start === 'bold' ? 'font-weight:700' : `color:${theme[start]}`;
    }
  }
  return shown;
}

function htmlText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
