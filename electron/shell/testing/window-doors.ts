// For the contract test only: both hosts, opened on any inspector, as a page sees them. Electron cannot run inside vitest, so an
// event emitter replaces its two ends (`webContents` here, the preload there). Everything between them is the code of the app.
// The real window is tested in e2e.

import { EventEmitter } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { type BirpcReturn, createBirpc } from 'birpc';
import { WebSocket } from 'ws';
import { desktopMethods } from '../../../shared/api/desktop.ts';
import { keyProtocol, socketPath, socketProtocol } from '../../../shared/api/web-door.ts';
import type { Batch } from '../../../shared/contract/api.ts';
import { done, type InspectorApi, type WindowApi } from '../../../shared/contract/api.ts';
import { serveWindow } from '../../hosts/dispatch.ts';
import { exchangeLink } from '../../hosts/exchange-link.ts';
import { openWebHost } from '../../hosts/web-host.ts';
import type { InspectorHandle } from '../../inspector/inspector-handle.ts';
import { askChannel, openChannel } from '../link/channel.ts';
import { portOver, type TextPort } from '../link/message-port.ts';
import {
  type DesktopAsks,
  openPageDoor,
  type PageContents,
  type PageFrame,
  type PageMessage,
} from '../link/page-door.ts';

/** A window as the page sees it: text out, text in. */
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
      const origin = `http://127.0.0.1:${host.port}`;
      const protocols = [socketProtocol, keyProtocol(await exchangeLink(host.createLink()))];
      const socket = new WebSocket(`ws://127.0.0.1:${host.port}${socketPath}`, protocols, { origin });
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

/** Both ends of Electron's IPC for one window. */
class StandInContents extends EventEmitter implements PageContents {
  readonly heard = new EventEmitter();
  readonly handlers = new Map<string, (event: PageMessage, ...args: unknown[]) => Promise<unknown>>();
  readonly told: unknown[] = [];
  readonly mainFrame: PageFrame = { url: 'misfire://app/', routingId: 1, processId: 7 };
  readonly ipc: PageContents['ipc'] = {
    on: (channel, listener) => this.heard.on(channel, listener),
    handle: (channel, listener) => void this.handlers.set(channel, listener),
  };

  send(_channel: string, event: unknown): void {
    this.told.push(event);
  }

  isDestroyed(): boolean {
    return false;
  }

  /** The preload's work for the page. */
  fromPage(channel: string, frame: PageFrame | null = this.mainFrame): void {
    this.heard.emit(channel, { senderFrame: frame });
  }

  askFromPage(method: string, input: unknown, frame: PageFrame | null = this.mainFrame): Promise<unknown> {
    return this.handlers.get(askChannel)?.({ senderFrame: frame }, method, input) ?? Promise.reject();
  }
}

/** Node's own message channel instead of Electron's: the same, except that messages come without an envelope. */
export async function openDesktopDoor(
  inspector: InspectorHandle,
): Promise<Door & { contents: StandInContents; asked: string[] }> {
  const contents = new StandInContents();
  const asked: string[] = [];
  const ports: MessagePort[] = [];
  const note = (method: string) => async () => {
    asked.push(method);
    return done(null);
  };
  openPageDoor({
    contents,
    asks: Object.fromEntries(desktopMethods.map((method) => [method, note(method)])) as unknown as DesktopAsks,
    onOpen: () => {
      const { port1, port2 } = new MessageChannel();
      ports.push(port1);
      const end = {
        on: (event: string, listener: (value: never) => void) =>
          port2.on(event, (data: unknown) => listener({ data } as never)),
        postMessage: (text: string) => port2.postMessage(text),
        start: () => port2.start(),
      };
      serveWindow(inspector, portOver(end as TextPort));
    },
    report: () => undefined,
  });
  return {
    contents,
    asked,
    async openPage() {
      contents.emit('did-navigate');
      for (const port of ports.splice(0)) port.close();
      contents.fromPage(openChannel);
      const port = ports[0] as MessagePort;
      return {
        post: (text) => port.postMessage(text),
        onMessage: (listener) => void port.on('message', listener),
        close: async () => port.close(),
      };
    },
    async close() {
      for (const port of ports) port.close();
    },
  };
}

export type Page = BirpcReturn<InspectorApi, WindowApi>;

/** The page's side of the contract, as the renderer has it. */
export function connectPage(end: PageEnd, onBatch: (batch: Batch) => void | Promise<void> = () => undefined): Page {
  return createBirpc<InspectorApi, WindowApi>(
    { batch: onBatch },
    {
      post: (text: string) => end.post(text),
      on: (listener) => end.onMessage(listener),
      serialize: (value) => JSON.stringify(value),
      deserialize: (text: string) => JSON.parse(text),
    },
  );
}
