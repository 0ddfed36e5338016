// What a window began and only that window can go on with: imports and transcripts, which it sends or asks for in parts, and exports,
// which it fetches in parts. A window that is gone or was reloaded has forgotten them, so they are ended, and half a file does not stay in the log.

import type { Answer, Input, InspectorApi, Method, Results } from '../../shared/contract/api.ts';

export interface WindowWork {
  /** Called for every answered call of the window. */
  note(method: Method, input: unknown, answer: Answer<unknown>): void;
  /** The window is gone. */
  end(): Promise<void>;
}

type Ender = Pick<InspectorApi, 'cancelImport' | 'cancelExport'>;

export function createWindowWork(api: Ender): WindowWork {
  const imports = new Set<number>();
  const exports = new Set<number>();
  let isGone = false;
  const endAll = async () => {
    const open = [...imports].map((id) => api.cancelImport({ import: id }));
    const fetched = [...exports].map((id) => api.cancelExport({ export: id }));
    imports.clear();
    exports.clear();
    await Promise.all([...open, ...fetched]);
  };
  return {
    note(method, input, answer) {
      if ((method === 'startImport' || method === 'readTranscript') && answer.ok)
        imports.add((answer.value as { import: number }).import);
      if (method === 'startExport' && answer.ok) exports.add((answer.value as { export: number }).export);
      if (method === 'importPart' && (!answer.ok || (input as Input<'importPart'>).last))
        imports.delete((input as Input<'importPart'>).import);
      if (method === 'transcriptPart' && (!answer.ok || (answer.value as Results['transcriptPart']).recording !== null))
        imports.delete((input as Input<'transcriptPart'>).import);
      if (method === 'cancelImport') imports.delete((input as Input<'cancelImport'>).import);
      if (method === 'exportPart' && (!answer.ok || (answer.value as { done: boolean }).done))
        exports.delete((input as Input<'exportPart'>).export);
      // Begun before the window went, answered after.
      if (isGone) void endAll();
    },
    end() {
      isGone = true;
      return endAll();
    },
  };
}
