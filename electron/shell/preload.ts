// The desktop page's only access beyond itself: text to and from the inspector, and the requests in shared/api/desktop.ts. Runs
// in the sandbox; the main process validates the requests.

import { contextBridge, ipcRenderer } from 'electron';
import type { DesktopBridge } from '../../shared/api/desktop.ts';
import { askChannel, eventChannel, openChannel, portChannel } from './link/channel.ts';

/** The page's own kind of port; Electron's types for it are those of the main process. */
type PagePort = (typeof MessagePort)['prototype'] & { onmessage: ((event: { data: unknown }) => void) | null };

let port: PagePort | null = null;
let onText: (text: string) => void = () => undefined;
let onLink: (isUp: boolean) => void = () => undefined;
let onEvent: Parameters<DesktopBridge['onEvent']>[0] = () => undefined;

ipcRenderer.on(portChannel, (event) => {
  const [given] = event.ports;
  if (!given) return;
  // The end of the previous port may be reported late or never. Requests over it are lost either way.
  if (port) onLink(false);
  port = given as PagePort;
  port.onmessage = ({ data }) => {
    if (port === given && typeof data === 'string') onText(data);
  };
  // The inspector's process ended; another port comes once it runs again.
  given.addEventListener('close', () => {
    if (port !== given) return;
    port = null;
    onLink(false);
  });
  onLink(true);
});

ipcRenderer.on(eventChannel, (_event, message) => onEvent(message));

const bridge: DesktopBridge = {
  post(text) {
    if (typeof text !== 'string') return;
    if (!port) throw new Error('There is no inspector to talk to.');
    port.postMessage(text);
  },
  onMessage(listener) {
    if (typeof listener !== 'function') return;
    onText = listener;
    ipcRenderer.send(openChannel);
  },
  onLink(listener) {
    if (typeof listener === 'function') onLink = listener;
  },
  ask: (method, input) => ipcRenderer.invoke(askChannel, method, input),
  onEvent(listener) {
    if (typeof listener === 'function') onEvent = listener;
  },
};
contextBridge.exposeInMainWorld('misfireDesktop', bridge);
