// The measured subject: a page that shows a server's messages, and how to find out what it has shown and stored.

import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';

export interface Subject {
  name: string;
  /** Opens the page and waits until it is connected to the bursting server. */
  open(page: Page): Promise<void>;
  /** The element with the visible rows. */
  list: string;
  /** How many notifications it has stored. */
  kept(page: Page): Promise<number>;
  /** A clickable element in the list. */
  clickable: string;
  stop(): Promise<void>;
}

export function burstCommand(controlPort: number): { command: string; args: string[] } {
  return {
    command: process.execPath,
    args: [fileURLToPath(new URL('burst-server.ts', import.meta.url)), String(controlPort)],
  };
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

/** Sends a command to the bursting server; resolves when it is done. */
export async function order(controlPort: number, path: string): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${controlPort}${path}`, { method: 'POST' });
  return answer.text();
}
