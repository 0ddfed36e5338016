// The main process's side of one window: checks the sender, answers requests of the page to the shell, and sends messages to it.
// Traffic with the inspector does not pass here: each page load gets its own port to that process.

import { z } from 'zod';
import { type DesktopEvent, type DesktopMethod, desktopInputs, desktopMethods } from '../../../shared/api/desktop.ts';
import { type Answer, refused } from '../../../shared/contract/api.ts';
import { isAppAddress } from './app-address.ts';
import { askChannel, eventChannel, openChannel } from './channel.ts';

/** The parts of Electron's WebContents that are used here; its own type fits. */
export interface PageContents {
  readonly ipc: {
    on(channel: string, listener: (event: PageMessage, ...args: unknown[]) => void): unknown;
    handle(channel: string, listener: (event: PageMessage, ...args: unknown[]) => Promise<unknown>): void;
  };
  readonly mainFrame: PageFrame;
  send(channel: string, event: DesktopEvent): void;
  isDestroyed(): boolean;
  on(event: 'destroyed' | 'render-process-gone' | 'did-navigate', listener: () => void): unknown;
}
export interface PageFrame {
  readonly url: string;
  /** Identifies frames: wrappers of the same frame may be different objects. */
  readonly routingId: number;
  readonly processId: number;
}
export interface PageMessage {
  /** null if the frame is already gone. */
  readonly senderFrame: PageFrame | null;
}

export type DesktopAsks = {
  [M in DesktopMethod]: (input: z.output<(typeof desktopInputs)[M]>) => Promise<Answer<unknown>>;
};

export interface PageDoor {
  readonly isOpen: boolean;
  /** Sent at once to a page that listens, otherwise to the next one. */
  tell(event: DesktopEvent): void;
}

interface PageDoorOptions {
  contents: PageContents;
  asks: DesktopAsks;
  /** A page load listens: it needs a port to the inspector. */
  onOpen(): void;
  report(problem: unknown): void;
}

export function openPageDoor({ contents, asks, onOpen, report }: PageDoorOptions): PageDoor {
  let isOpen = false;
  let waiting: DesktopEvent[] = [];
  const close = () => {
    isOpen = false;
  };
  contents.ipc.on(openChannel, (event) => {
    if (!isOurPage(event, contents)) return;
    isOpen = true;
    onOpen();
    for (const message of waiting) contents.send(eventChannel, message);
    waiting = [];
  });
  contents.ipc.handle(askChannel, async (event, method, input) => {
    if (!isOurPage(event, contents)) return refused('refused', 'Only the window of Misfire may ask.');
    try {
      return await answer(asks, method, input);
    } catch (problem) {
      report(problem);
      return refused('internal', 'Misfire has a bug: this request failed. Choose Help, Show logs for the details.');
    }
  });
  contents.on('destroyed', close);
  contents.on('render-process-gone', close);
  contents.on('did-navigate', close);
  return {
    get isOpen() {
      return isOpen;
    },
    tell(event) {
      if (isOpen && !contents.isDestroyed()) contents.send(eventChannel, event);
      else waiting.push(event);
    },
  };
}

async function answer(asks: DesktopAsks, method: unknown, input: unknown): Promise<Answer<unknown>> {
  const known = desktopMethods.find((one) => one === method);
  if (known === undefined) return refused('refused', 'There is no such question.');
  const checked = desktopInputs[known].safeParse(input);
  if (!checked.success) return refused('bad_input', z.prettifyError(checked.error));
  // `desktopInputs[known]` made the value, so it fits; the compiler cannot follow that through the union.
  return (asks[known] as (input: unknown) => Promise<Answer<unknown>>)(checked.data);
}

/** Only our page in the window's own frame: messages of an inner frame or another page are ignored. */
function isOurPage({ senderFrame }: PageMessage, { mainFrame }: PageContents): boolean {
  return (
    senderFrame !== null &&
    senderFrame.routingId === mainFrame.routingId &&
    senderFrame.processId === mainFrame.processId &&
    isAppAddress(senderFrame.url)
  );
}
