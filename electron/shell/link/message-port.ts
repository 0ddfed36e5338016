// One end of an Electron message channel as a port for the dispatch. Text only; it ends with the page.

import type { Port } from '../../hosts/port.ts';

/** The parts of Electron's MessagePortMain that are used; its own type fits. */
export interface TextPort {
  on(event: 'message', listener: (event: { data: unknown }) => void): unknown;
  on(event: 'close', listener: () => void): unknown;
  postMessage(text: string): void;
  start(): void;
}

export function portOver(end: TextPort): Port {
  let open = true;
  let onMessage: (text: string) => void = () => undefined;
  let onClose: () => void = () => undefined;
  end.on('message', ({ data }) => {
    if (typeof data === 'string') onMessage(data);
  });
  end.on('close', () => {
    open = false;
    onClose();
  });
  return {
    post(text) {
      if (open) end.postMessage(text);
    },
    onMessage(listener) {
      onMessage = listener;
      end.start();
    },
    onClose(listener) {
      onClose = listener;
    },
  };
}
