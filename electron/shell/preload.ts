// The only thing the desktop page can reach beyond itself: text to and from the inspector's door. Runs in the sandbox.
// It forwards nothing but strings, on two channels with fixed names.

import { contextBridge, ipcRenderer } from 'electron';
import { openChannel, textChannel } from './channel.ts';

let listener: ((text: string) => void) | null = null;

ipcRenderer.on(textChannel, (_event, text: unknown) => {
  if (typeof text === 'string') listener?.(text);
});

contextBridge.exposeInMainWorld('misfireDesktop', {
  post(text: unknown): void {
    if (typeof text === 'string') ipcRenderer.send(textChannel, text);
  },
  /** Opens the door: messages flow from here on, and only to the newest listener. */
  onMessage(next: unknown): void {
    if (typeof next !== 'function') return;
    listener = next as (text: string) => void;
    ipcRenderer.send(openChannel);
  },
});
