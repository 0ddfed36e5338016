// The official inspector in the same table (U1, U7), if it is installed: next to this project, or in the folder of
// MISFIRE_BENCH_INSPECTOR. It is not a dependency.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { projectRoot } from '../../electron/launch/build-stamp.ts';
import type { Figure } from '../log/measure-cpu.ts';
import { burstCommand, freePort, type Subject } from './subject.ts';
import { openBrowser } from './watch.ts';

type Start = (controlPort: number) => Promise<Subject>;

/** How to start it, or why it cannot start. */
export function startInspector(): Start | string {
  const folder = process.env.MISFIRE_BENCH_INSPECTOR ?? projectRoot;
  let program: string;
  try {
    const found = createRequire(join(folder, 'package.json')).resolve('@modelcontextprotocol/inspector/package.json');
    program = join(dirname(found), 'clients/launcher/build/index.js');
  } catch {
    return `The official inspector is not installed in ${folder}, so it is left out. MISFIRE_BENCH_INSPECTOR can name another folder.`;
  }
  return (controlPort) => launch(program, controlPort);
}

async function launch(program: string, controlPort: number): Promise<Subject> {
  const home = mkdtempSync(join(tmpdir(), 'misfire-bench-inspector-'));
  const { command, args } = burstCommand(controlPort);
  const env = { ...process.env, HOME: home, CLIENT_PORT: String(await freePort()), MCP_AUTO_OPEN_ENABLED: 'false' };
  const child = spawn(process.execPath, [program, '--web', command, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env,
  });
  const exited = once(child, 'exit');
  const url = await readAddress(child);
  return {
    name: 'official inspector',
    async open(page) {
      await page.goto(url);
      // The switch itself is covered.
      await page.getByRole('switch').first().click({ force: true });
      await page.getByText('Connected', { exact: true }).first().waitFor();
      const logs = page.getByText('Logs', { exact: true }).first();
      await logs.click();
    },
    list: 'body',
    kept: async () => 0,
    clickable: 'body',
    async stop() {
      child.kill();
      await exited;
      rmSync(home, { recursive: true, force: true });
    },
  };
}

function readAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const read = (text: Buffer): void => {
      said += text;
      const found = /http:\/\/127\S+TOKEN=\w+/.exec(said);
      if (found) resolve(found[0]);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.on('exit', () => reject(new Error(`The official inspector ended:\n${said}`)));
  });
}

/** U7: from starting the program to a page with a connected server. */
export async function measureStart(ours: Start, theirs: Start): Promise<Figure> {
  const time = async (start: Start): Promise<number> => {
    const port = await freePort();
    const { browser, page } = await openBrowser();
    const started = performance.now();
    const subject = await start(port);
    try {
      await subject.open(page);
      return performance.now() - started;
    } finally {
      await browser.close();
      await subject.stop();
    }
  };
  const other = await time(theirs);
  const own = await time(ours);
  return {
    id: 'U7',
    what: 'from starting the program to a connected server',
    ours: `${own.toFixed(0)} ms`,
    beside: `${other.toFixed(0)} ms`,
    ratio: (own / other).toFixed(2),
    must: '≤ 1',
    ok: own <= other,
  };
}
