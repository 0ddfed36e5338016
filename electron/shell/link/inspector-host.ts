// Keeps the inspector's process running: starts it, gives pages a port to it, restarts it after a crash, and ends it.
// inspector-link.ts defines its messages.

import { join } from 'node:path';
import type { BirpcReturn } from 'birpc';
import { MessageChannelMain, type MessagePortMain, type UtilityProcess, utilityProcess } from 'electron';
import type { Hello } from '../../../shared/api/views.ts';
import { type InspectorSide, linkTo, type MainSide, type OpenWish } from './inspector-link.ts';

/** After more crashes than this within the time, restarting would loop. */
const endings = { most: 3, within: 60_000 };

interface InspectorHostOptions {
  wish: OpenWish;
  /** The environment of its servers. */
  env: NodeJS.ProcessEnv;
  main: MainSide;
  /** It crashed, and restarts now. */
  onLost(): void;
  /** It runs again. */
  onRestarted(): void;
  /** It crashed too often, or could not be restarted. */
  onGivenUp(reason: string): void;
  log(text: string): void;
}

export class InspectorHost {
  readonly #options: InspectorHostOptions;
  #child: UtilityProcess | null = null;
  #side: BirpcReturn<InspectorSide, MainSide> | null = null;
  #ended: number[] = [];
  #closing = false;

  constructor(options: InspectorHostOptions) {
    this.#options = options;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Resolves when the inspector is usable; rejects if it never will be. */
  start(): Promise<Hello['store']> {
    const child = utilityProcess.fork(join(import.meta.dirname, 'inspector.js'), [], {
      env: this.#options.env,
      serviceName: 'Misfire inspector',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => this.#options.log(chunk.toString('utf8').trimEnd()));
    }
    const side = linkTo<InspectorSide, MainSide>(
      this.#options.main,
      (text) => child.postMessage(text),
      (listener) => child.on('message', (text) => listener(text)),
    );
    this.#side = side;
    return new Promise((resolve, reject) => {
      let opened = false;
      child.once('exit', (code) => {
        void side.$rejectPendingCalls();
        if (opened) void this.#revive(child, code);
        else reject(new Error(`The inspector’s process ended with code ${code} while it started.`));
      });
      child.once('spawn', () =>
        side.open(this.#options.wish).then((store) => {
          opened = true;
          resolve(store);
        }, reject),
      );
    });
  }

  /** One end of a new channel to the inspector, for a page; null while there is no inspector. */
  openPort(): MessagePortMain | null {
    if (!this.#child?.pid) return null;
    const { port1, port2 } = new MessageChannelMain();
    this.#child.postMessage('page', [port2]);
    return port1;
  }

  async offered(address: string): Promise<string | null> {
    try {
      return (await this.#side?.offered(address)) ?? null;
    } catch {
      return null;
    }
  }

  /** Ends every server, the log and the process. */
  async close(): Promise<void> {
    this.#closing = true;
    await this.stop();
  }

  /** The same, before a restart. */
  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (!child?.pid) return;
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    // Its own limit ends it if servers do not exit; then there is no answer.
    await Promise.race([this.#side?.close(), ended]);
    child.kill();
    await ended;
  }

  async #revive(child: UtilityProcess, code: number): Promise<void> {
    if (this.#closing || child !== this.#child) return;
    this.#child = null;
    this.#options.onLost();
    this.#options.log(`The inspector’s process ended with code ${code}.`);
    const now = Date.now();
    this.#ended = [...this.#ended.filter((at) => now - at < endings.within), now];
    if (this.#ended.length > endings.most)
      return this.#options.onGivenUp(`It ended ${this.#ended.length} times within a minute.`);
    try {
      await this.start();
      this.#options.onRestarted();
    } catch (problem) {
      this.#options.onGivenUp((problem as Error).message);
    }
  }
}
