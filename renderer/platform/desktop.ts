// The desktop window's carrier: two functions that the preload script offers, and no more.

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
  const link = createLink({ post: (text) => bridge.post(text), onText: (listener) => bridge.onMessage(listener) });
  link.setStatus('connected');
  return link.platform;
}
