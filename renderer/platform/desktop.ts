// The desktop window's transport: what the preload script exposes, and no more.

import type { DesktopBridge, DesktopEvent } from '../../shared/api/desktop.ts';
import { askThrough, desktopFiles, readFile } from './desktop-files.ts';
import type { HostEvent, Platform } from './platform.ts';
import { createLink } from './rpc.ts';

declare global {
  interface Window {
    misfireDesktop?: DesktopBridge;
  }
}

export function connectDesktop(bridge: DesktopBridge): Platform {
  const ask = askThrough(bridge);
  const link = createLink(
    { post: (text) => bridge.post(text), onText: (listener) => bridge.onMessage(listener) },
    {
      ...desktopFiles(ask),
      setLooks: (looks) => void ask('setLooks', looks),
      zoom: async (factor) => {
        const answer = await ask('zoom', factor === undefined ? {} : { factor });
        return answer.ok ? answer.value.factor : 1;
      },
    },
  );
  bridge.onLink((isUp) => {
    link.setStatus(isUp ? 'connected' : 'reconnecting');
    if (!isUp) link.dropCalls();
  });
  bridge.onEvent(async (event) => {
    if (event.kind === 'command') link.runCommand(event.command);
    else link.tell(await hostEvent(event));
  });
  return link.platform;

  async function hostEvent(event: Exclude<DesktopEvent, { kind: 'command' }>): Promise<HostEvent> {
    if (event.kind !== 'file') return event;
    const opened = await readFile(ask, event.file);
    if (opened.outcome === 'opened') return { kind: 'file', file: opened.file };
    const reason = opened.outcome === 'failed' ? opened.reason : '';
    return { kind: 'told', words: `${event.file.name} was not opened. ${reason}` };
  }
}
