// Files and clipboard with browser APIs: a download, the browser's file dialog, the page's clipboard. A host with better functions
// (native dialogs, the chosen path) replaces them.

import type { FileAbilities } from './platform.ts';

/** The browser reads the content after the click; a minute is more than enough. */
const keptFor = 60_000;

export const browserFiles: FileAbilities = {
  async saveFile({ name, type, content }) {
    const address = URL.createObjectURL(new Blob([content], { type }));
    const link = document.createElement('a');
    link.href = address;
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), keptFor);
    return { outcome: 'saved', where: null };
  },
  openFile({ accept }) {
    return new Promise((resolve) => {
      const input = document.createElement('input');
      input.type = 'file';
      input.accept = accept.join(',');
      input.addEventListener('cancel', () => resolve({ outcome: 'cancelled' }));
      input.addEventListener('change', () => {
        const [file] = input.files ?? [];
        resolve(file ? { outcome: 'opened', file } : { outcome: 'cancelled' });
      });
      input.click();
    });
  },
  async copyText(text) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      return false;
    }
  },
};
