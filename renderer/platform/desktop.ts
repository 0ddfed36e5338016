// The desktop window's carrier: two functions that the preload script offers, and no more.

import { browserFiles } from './browser-files.ts';
import type { Platform } from './platform.ts';
import { createLink } from './rpc.ts';

export interface DesktopBridge {
  post(text: string): void;
  onMessage(listener: (text: string) => void): void;
}

declare global {
  interface Window {
    misfireDesktop?: DesktopBridge;
  }
}

export function connectDesktop(bridge: DesktopBridge): Platform {
  const carrier = { post: (text: string) => bridge.post(text), onText: bridge.onMessage };
  const link = createLink(carrier, browserFiles);
  link.setStatus('connected');
  return link.platform;
}
