// What a window began and only that window can go on with: imports and transcripts, which it sends or asks for in parts, and exports,
// which it fetches in parts. A window that is gone or was reloaded has forgotten them, so they are ended, and half a file does not stay
// in the log. The inputs and answers of parts say `import` or `export`, whichever method they belong to.

import type { Answer, InspectorApi } from '../../shared/contract/api.ts';

export interface WindowWork {
  /** Called for every answered call of the window. */
  note(input: unknown, answer: Answer<unknown>): void;
  /** The window is gone. */
  end(): Promise<void>;
}

type Ender = Pick<InspectorApi, 'cancelImport' | 'cancelExport'>;

export function createWindowWork(api: Ender): WindowWork {
  const kinds = [
    { name: 'import', open: new Set<number>(), cancel: (id: number) => api.cancelImport({ import: id }) },
    { name: 'export', open: new Set<number>(), cancel: (id: number) => api.cancelExport({ export: id }) },
  ];
  let isGone = false;
  const endAll = async () => {
    const ended = kinds.flatMap(({ open, cancel }) => [...open].map(cancel));
    for (const { open } of kinds) open.clear();
    await Promise.all(ended);
  };
  return {
    note(input, answer) {
      const value = answer.ok ? answer.value : null;
      for (const { name, open } of kinds) {
        const [begun, continued] = [numberIn(value, name), numberIn(input, name)];
        if (begun !== null) open.add(begun);
        if (continued !== null && isLast(value)) open.delete(continued);
      }
      // Begun before the window went, answered after.
      if (isGone) void endAll();
    },
    end() {
      isGone = true;
      return endAll();
    },
  };
}

function numberIn(value: unknown, name: string): number | null {
  const found = isRecord(value) ? value[name] : null;
  return typeof found === 'number' ? found : null;
}

/** A failed part and a cancellation have no value. The last part of an import has its recording. */
const isLast = (value: unknown): boolean =>
  !isRecord(value) || value.done === true || (value.recording ?? null) !== null;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
