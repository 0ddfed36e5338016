// Files and clipboard through the desktop shell: native dialogs, and "saved" only when the bytes are on disk.

import type {
  DesktopBridge,
  DesktopFile,
  DesktopInput,
  DesktopMethod,
  DesktopResults,
} from '../../shared/api/desktop.ts';
import type { Answer } from '../../shared/contract/api.ts';
import type { FileAbilities, Opened, Saved } from './platform.ts';

const partSize = 4 * 1024 * 1024;

type AskDesktop = <M extends DesktopMethod>(method: M, input: DesktopInput<M>) => Promise<Answer<DesktopResults[M]>>;

export const askThrough = (bridge: DesktopBridge): AskDesktop =>
  ((method: DesktopMethod, input: unknown) => bridge.ask(method, input)) as AskDesktop;

export function desktopFiles(ask: AskDesktop): FileAbilities {
  return {
    saveFile: ({ name, type, content }) => save(ask, name, new Blob([content], { type })),
    async openFile({ accept }): Promise<Opened> {
      const chosen = await ask('chooseOpen', { accept: [...accept] });
      if (!chosen.ok) return { outcome: 'failed', reason: chosen.error.message };
      return chosen.value === null ? { outcome: 'cancelled' } : readFile(ask, chosen.value);
    },
    copyText: async (text) => (await ask('copyText', { text })).ok,
  };
}

async function save(ask: AskDesktop, name: string, content: Blob): Promise<Saved> {
  const chosen = await ask('chooseSave', { name });
  if (!chosen.ok) return { outcome: 'failed', reason: chosen.error.message };
  if (chosen.value === null) return { outcome: 'cancelled' };
  const { file } = chosen.value;
  for (let from = 0; from < content.size; from += partSize) {
    const bytes = new Uint8Array(await content.slice(from, from + partSize).arrayBuffer());
    const written = await ask('savePart', { file, bytes });
    if (!written.ok) return { outcome: 'failed', reason: written.error.message };
  }
  const ended = await ask('endSave', { file, keep: true });
  if (!ended.ok) return { outcome: 'failed', reason: ended.error.message };
  return { outcome: 'saved', where: ended.value.path, show: () => void ask('showInFolder', { file }) };
}

/** A file chosen in the shell, like any other file of the page. */
export async function readFile(ask: AskDesktop, { file, name }: DesktopFile): Promise<Opened> {
  const parts: Blob[] = [];
  for (let from = 0; ; ) {
    const part = await ask('readPart', { file, from });
    if (!part.ok) return { outcome: 'failed', reason: part.error.message };
    const { bytes } = part.value;
    if (bytes.length === 0) return { outcome: 'opened', file: new File(parts, name) };
    // The browser stores blobs outside of the page's memory.
    parts.push(new Blob([bytes as Uint8Array<ArrayBuffer>]));
    from += bytes.length;
  }
}
