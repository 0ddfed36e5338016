// birpc over JSON text, shared by the desktop and the web adapter. Turns a broken transport into a response.

import { createBirpc } from 'birpc';
import { type Answer, refused } from '../../shared/api/answer.ts';
import type { Batch, InspectorApi, Method, WindowApi } from '../../shared/contract/api.ts';
import type { HostAbilities, HostEvent, LinkStatus, Platform } from './platform.ts';

interface Carrier {
  post(text: string): void;
  onText(listener: (text: string) => void): void;
}

export interface Link {
  platform: Platform;
  setStatus(status: LinkStatus): void;
  /** A choice in the host's menu. */
  runCommand(command: string): void;
  tell(event: HostEvent): void;
  /** The transport is gone: resolves every open call now. */
  dropCalls(): void;
}

const lost = refused(
  'not_connected',
  'Misfire lost the connection to its host. It is reconnecting; try again in a moment.',
);

/** birpc would time out after a minute; opening a huge log may take longer, and a dead transport is detected separately. */
const callTimeout = 10 * 60_000;

export function createLink(carrier: Carrier, host: HostAbilities): Link {
  const batchListeners = new Set<(batch: Batch) => Promise<void>>();
  const commandListeners = new Set<(command: string) => void>();
  const statusListeners = new Set<(status: LinkStatus) => void>();
  const hostListeners = new Set<(event: HostEvent) => void>();
  const undelivered: HostEvent[] = [];
  let status: LinkStatus | null = null;
  const rpc = createBirpc<InspectorApi, WindowApi>(
    {
      batch: async (batch) => {
        await Promise.all([...batchListeners].map((listener) => listener(batch)));
      },
    },
    {
      post: (text: string) => carrier.post(text),
      on: (listener) => carrier.onText(listener),
      serialize: (value) => JSON.stringify(value),
      deserialize: (text: string) => JSON.parse(text),
      timeout: callTimeout,
    },
  );
  const call = async (method: Method, input: unknown): Promise<Answer<unknown>> => {
    if (status !== 'connected') return lost;
    try {
      return (await rpc.$call(method, input as never)) as Answer<unknown>;
    } catch {
      return lost;
    }
  };
  return {
    platform: {
      ...host,
      call: call as Platform['call'],
      onBatch(listener) {
        batchListeners.add(listener);
        return () => batchListeners.delete(listener);
      },
      onCommand(listener) {
        commandListeners.add(listener);
        return () => commandListeners.delete(listener);
      },
      onHostEvent(listener) {
        hostListeners.add(listener);
        for (const event of undelivered.splice(0)) listener(event);
        return () => hostListeners.delete(listener);
      },
      onStatus(listener) {
        statusListeners.add(listener);
        if (status) listener(status);
        return () => statusListeners.delete(listener);
      },
    },
    setStatus(next) {
      if (next === status) return;
      status = next;
      for (const listener of statusListeners) listener(next);
    },
    runCommand(command) {
      for (const listener of commandListeners) listener(command);
    },
    tell(event) {
      if (hostListeners.size === 0) undelivered.push(event);
      for (const listener of hostListeners) listener(event);
    },
    dropCalls() {
      void rpc.$rejectPendingCalls();
    },
  };
}
