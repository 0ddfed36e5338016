// A temporary home folder with clients' settings, and a watch setup on it. Only tests import it.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { WatchSetup, type WatchSetupOptions } from '../watch-setup.ts';

export class WatchDesk {
  readonly home = mkdtempSync(join(tmpdir(), 'misfire-desk-'));
  readonly dataDir = join(this.home, 'data');

  constructor() {
    onTestFinished(() => rmSync(this.home, { recursive: true, force: true }));
    for (const name of ['wrap.cjs', 'misfire.cjs', 'cli.js', 'chunks/a.js']) this.put(`node/${name}`, `// ${name}\n`);
  }

  setup(more: Partial<WatchSetupOptions> = {}): WatchSetup {
    return new WatchSetup({
      machine: { platform: 'linux', home: this.home, env: {} },
      dataDir: this.dataDir,
      around: { platform: 'linux', isRunning: () => false, isShared: () => false, allowList: () => false },
      runtime: () => ({
        command: process.execPath,
        isApp: false,
        program: join(this.home, 'node/wrap.cjs'),
        folder: join(this.home, 'node'),
        version: '1',
      }),
      ...more,
    });
  }

  put(path: string, text: string): string {
    const file = join(this.home, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  }
}

export const textOf = (file: string): string => readFileSync(file, 'utf8');
