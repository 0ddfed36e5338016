// The browser's transport: a WebSocket to the page's own origin, reopened as long as the page is open.

import { keyProtocol, socketPath, socketProtocol } from '../../shared/api/web-door.ts';
import { browserFiles } from './browser-files.ts';
import type { Platform } from './platform.ts';
import { createLink } from './rpc.ts';

const firstDelay = 250;
const longestDelay = 5_000;

export function connectWeb(location: Pick<Location, 'protocol' | 'host'>, key: string): Platform {
  const address = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${socketPath}`;
  let socket: WebSocket | null = null;
  let deliver: (text: string) => void = () => {};
  let delay = firstDelay;

  const carrier = {
    post: (text: string) => {
      if (socket?.readyState !== WebSocket.OPEN) throw new Error('The socket is not open.');
      socket.send(text);
    },
    onText: (listener: (text: string) => void) => {
      deliver = listener;
    },
  };
  const link = createLink(carrier, { ...browserFiles, setLooks: () => undefined, zoom: null });

  const open = () => {
    const opened = new WebSocket(address, [socketProtocol, keyProtocol(key)]);
    socket = opened;
    opened.onopen = () => {
      delay = firstDelay;
      link.setStatus('connected');
    };
    opened.onmessage = (event) => deliver(String(event.data));
    opened.onclose = () => {
      if (socket !== opened) return;
      socket = null;
      link.setStatus('reconnecting');
      link.dropCalls();
      setTimeout(open, delay);
      delay = Math.min(delay * 2, longestDelay);
    };
  };
  open();
  return link.platform;
}
