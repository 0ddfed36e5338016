// The copies of Misfire's programs that watched entries run, in `watch/` of the data folder. Misfire itself may be moved, updated, or run
// from a mounted image. Owns their names and replaces each atomically; running processes keep theirs.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder, replaceFile } from '../../../inspector/saved/shared-file.ts';
import { launchCmd, launchShell, type WatchProgram } from './launcher.ts';

export interface WatchRuntime {
  /** What runs them: Node, or the app itself. */
  command: string;
  isApp: boolean;
  /** The watching program, in one file. */
  program: string;
  /** The built command line, which contains the bridge. */
  folder: string;
  version: string;
}

/** Copies of the command line, each in its own folder: a running one may load more of itself after an update. */
const copyName = /^program-[0-9a-f]{12}$/;
/** The current one and the previous one. */
const keptCopies = 2;

export class WatchPrograms {
  readonly #folder: string;
  readonly #dataDir: string;
  readonly #runtime: () => WatchRuntime;
  readonly #platform: NodeJS.Platform;

  constructor(dataDir: string, platform: NodeJS.Platform, runtime: () => WatchRuntime) {
    this.#folder = join(dataDir, 'watch');
    this.#dataDir = dataDir;
    this.#platform = platform;
    this.#runtime = runtime;
  }

  get places(): WatchProgram {
    const { command, isApp } = this.#runtime();
    return {
      runtime: command,
      isApp,
      file: join(this.#folder, 'wrap.cjs'),
      bridge: join(this.#folder, 'bridge.cjs'),
      dataDir: this.#dataDir,
      launchFile: join(this.#folder, `misfire-launch.${this.#platform === 'win32' ? 'cmd' : 'sh'}`),
    };
  }

  placeWrap(): void {
    makeFolder(this.#dataDir, 'watch');
    replaceFile(this.places.file, programAt(this.#runtime().program));
    this.#placeLauncher();
  }

  placeBridge(): void {
    const { folder, version } = this.#runtime();
    const names = ['misfire.cjs', 'cli.js', ...chunksIn(folder)];
    const stamp = createHash('sha256')
      .update([version, ...names].join('\n'))
      .digest('hex')
      .slice(0, 12);
    const copy = join(this.#folder, `program-${stamp}`);
    if (!existsSync(copy)) {
      const draft = `${copy}.draft`;
      rmSync(draft, { recursive: true, force: true });
      makeFolder(this.#dataDir, 'watch', `program-${stamp}.draft`, 'chunks');
      for (const name of names) replaceFile(join(draft, name), programAt(join(folder, name)));
      replaceFile(join(draft, 'package.json'), JSON.stringify({ name: 'misfire', version, type: 'module' }));
      renameSync(draft, copy);
    }
    replaceFile(this.places.bridge, `require('./program-${stamp}/misfire.cjs');\n`);
    this.#placeLauncher();
    this.#forgetCopies(`program-${stamp}`);
  }

  /** After an update the copies are new; running processes keep the old ones. */
  refresh(): void {
    try {
      if (existsSync(this.places.file)) this.placeWrap();
      if (existsSync(this.places.bridge)) this.placeBridge();
    } catch {
      // The old ones work too.
    }
  }

  #placeLauncher(): void {
    replaceFile(this.places.launchFile, this.#platform === 'win32' ? launchCmd : launchShell);
  }

  #forgetCopies(current: string): void {
    const others = readdirSync(this.#folder)
      .filter((name) => copyName.test(name) && name !== current)
      .map((name) => ({ path: join(this.#folder, name), made: statSync(join(this.#folder, name)).mtimeMs }))
      .sort((one, other) => other.made - one.made);
    for (const { path } of others.slice(keptCopies - 1)) rmSync(path, { recursive: true, force: true });
  }
}

const chunksIn = (folder: string): string[] =>
  readdirSync(join(folder, 'chunks'))
    .filter((name) => name.endsWith('.js'))
    .sort()
    .map((name) => `chunks/${name}`);

/** An empty one would end at once, and every watched server with it. */
function programAt(path: string): Buffer {
  const program = readFileSync(path);
  if (program.length === 0) throw new Error(`Misfire’s own program ${path} is empty; install Misfire again`);
  return program;
}
