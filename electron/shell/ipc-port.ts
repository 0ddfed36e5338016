// The desktop door: turns the IPC of one window into ports for the dispatch. Owns the check of who is speaking.
// Each page load that listens is a port of its own; a reload ends the one before it.

import type { Port } from '../hosts/port.ts';
import { isAppAddress } from './app-address.ts';
import { openChannel, textChannel } from './channel.ts';

/** The parts of Electron's WebContents that the door uses; its own type fits. */
export interface PageContents {
  readonly ipc: {
    on(channel: string, listener: (event: PageMessage, ...args: unknown[]) => void): unknown;
  };
  readonly mainFrame: PageFrame;
  send(channel: string, text: string): void;
  isDestroyed(): boolean;
  on(event: 'destroyed' | 'render-process-gone', listener: () => void): unknown;
}
export interface PageFrame {
  readonly url: string;
  /** Tells frames apart: wrappers of the same frame may be different objects. */
  readonly routingId: number;
  readonly processId: number;
}
export interface PageMessage {
  /** null when the frame is already gone. */
  readonly senderFrame: PageFrame | null;
}

/** Calls `onPort` for each page load of the window that opens the door. */
export function openIpcDoor(contents: PageContents, onPort: (port: Port) => void): void {
  let current: IpcPort | null = null;
  const end = () => {
    current?.end();
    current = null;
  };
  contents.ipc.on(openChannel, (event) => {
    if (!isOurPage(event, contents)) return;
    end();
    current = createPort(contents);
    onPort(current.port);
  });
  contents.ipc.on(textChannel, (event, text) => {
    if (isOurPage(event, contents) && typeof text === 'string') current?.receive(text);
  });
  contents.on('destroyed', end);
  contents.on('render-process-gone', end);
}

/** Our page in the window's own frame: a frame inside it, or a page that got there by some hole, is not heard. */
function isOurPage({ senderFrame }: PageMessage, { mainFrame }: PageContents): boolean {
  return (
    senderFrame !== null &&
    senderFrame.routingId === mainFrame.routingId &&
    senderFrame.processId === mainFrame.processId &&
    isAppAddress(senderFrame.url)
  );
}

interface IpcPort {
  port: Port;
  receive(text: string): void;
  end(): void;
}

function createPort(contents: PageContents): IpcPort {
  let onMessage: (text: string) => void = () => undefined;
  let onClose: () => void = () => undefined;
  let open = true;
  return {
    port: {
      post(text) {
        if (open && !contents.isDestroyed()) contents.send(textChannel, text);
      },
      onMessage(listener) {
        onMessage = listener;
      },
      onClose(listener) {
        onClose = listener;
      },
    },
    receive: (text) => onMessage(text),
    end() {
      open = false;
      onClose();
    },
  };
}
