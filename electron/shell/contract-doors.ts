// For the contract test alone: both doors, opened on any inspector, as a page meets them.
// Electron cannot run inside vitest, so for the desktop door its two ends (`webContents` here, the preload there) are stood in for
// by an event emitter; everything between them is the code that the app runs. The running window is tested in e2e.

import { EventEmitter } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BirpcReturn, createBirpc } from 'birpc';
import { WebSocket } from 'ws';
import type { InspectorApi, WindowApi } from '../../shared/api.ts';
import type { Batch } from '../../shared/views.ts';
import { serveWindow } from '../hosts/dispatch.ts';
import { openWebHost } from '../hosts/web-host.ts';
import type { InspectorHandle } from '../inspector/contract.ts';
import { openChannel, textChannel } from './channel.ts';
import { openIpcDoor, type PageContents, type PageFrame, type PageMessage } from './ipc-port.ts';

/** A window of ours as the page sees it: text out, text in. */
export interface PageEnd {
  post(text: string): void;
  onMessage(listener: (text: string) => void): void;
  close(): Promise<void>;
}

export interface Door {
  /** A page load. */
  openPage(): Promise<PageEnd>;
  close(): Promise<void>;
}

export async function openWebDoor(inspector: InspectorHandle): Promise<Door> {
  const pageDir = mkdtempSync(join(tmpdir(), 'misfire-page-'));
  writeFileSync(join(pageDir, 'index.html'), '<!doctype html><title>Page</title>');
  const host = await openWebHost({ inspector, pageDir, port: 0 });
  return {
    async openPage() {
      const socket = new WebSocket(`ws://127.0.0.1:${host.port}/socket${new URL(host.address).search}`, {
        origin: `http://127.0.0.1:${host.port}`,
      });
      await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
      return {
        post: (text) => socket.send(text),
        onMessage: (listener) => void socket.on('message', (data) => listener(data.toString())),
        close: () => new Promise((resolve) => socket.once('close', () => resolve()).close()),
      };
    },
    async close() {
      await host.close();
      await rm(pageDir, { recursive: true });
    },
  };
}

/** The two ends of Electron's IPC for one window. Messages arrive in order and never within the call that sends them. */
export class StandInContents extends EventEmitter implements PageContents {
  readonly ipc = new EventEmitter();
  readonly mainFrame: PageFrame = { url: 'misfire://app/', routingId: 1, processId: 7 };
  listener: (text: string) => void = () => undefined;

  send(channel: string, text: string): void {
    if (channel === textChannel) setImmediate(() => this.listener(text));
  }

  isDestroyed(): boolean {
    return false;
  }

  /** What the preload does on behalf of the page. */
  fromPage(channel: string, text?: string, frame: PageFrame | null = this.mainFrame): void {
    const event: PageMessage = { senderFrame: frame };
    setImmediate(() => this.ipc.emit(channel, event, text));
  }
}

export async function openDesktopDoor(inspector: InspectorHandle): Promise<Door & { contents: StandInContents }> {
  const contents = new StandInContents();
  openIpcDoor(contents, (port) => serveWindow(inspector, port));
  return {
    contents,
    async openPage() {
      return {
        post: (text) => contents.fromPage(textChannel, text),
        onMessage: (listener) => {
          contents.listener = listener;
          contents.fromPage(openChannel);
        },
        close: async () => void contents.emit('destroyed'),
      };
    },
    close: async () => undefined,
  };
}

export type Page = BirpcReturn<InspectorApi, WindowApi>;

/** The page's side of the contract, as the renderer has it. */
export function connectPage(end: PageEnd, onBatch: (batch: Batch) => void | Promise<void> = () => undefined): Page {
  return createBirpc<InspectorApi, WindowApi>(
    { batch: onBatch, command: () => undefined },
    {
      post: (text: string) => end.post(text),
      on: (listener) => end.onMessage(listener),
      serialize: (value) => JSON.stringify(value),
      deserialize: (text: string) => JSON.parse(text),
    },
  );
}
