// What the desktop remembers between starts besides the log: the window's position, the last folder, recent files, the theme. One
// small file in the data folder. An unreadable file counts as missing, and a failed write is ignored.

import { join } from 'node:path';
import { z } from 'zod';
import { readForeignText } from '../../foreign-files/foreign-file.ts';
import { replaceFile } from '../../inspector/saved/shared-file.ts';

const schema = z.object({
  bounds: z
    .object({ x: z.number().int(), y: z.number().int(), width: z.number().int(), height: z.number().int() })
    .optional(),
  maximized: z.boolean().optional(),
  fullScreen: z.boolean().optional(),
  zoom: z.number().min(-8).max(9).optional(),
  /** Where a file was last saved or opened. */
  folder: z.string().optional(),
  /** Newest first. */
  recent: z.array(z.string()).max(10).optional(),
  theme: z.enum(['system', 'light', 'dark']).optional(),
  /** Whether the user agreed to update checks. */
  updates: z.enum(['yes', 'no']).optional(),
});
export type Remembered = z.infer<typeof schema>;

export interface ShellState {
  readonly now: Remembered;
  change(part: Remembered): void;
}

export function openShellState(dataDir: string): ShellState {
  const path = join(dataDir, 'window.json');
  let now = read(path);
  return {
    get now() {
      return now;
    },
    change(part) {
      now = { ...now, ...part };
      try {
        replaceFile(path, `${JSON.stringify(now, null, 2)}\n`);
      } catch {
        // A full disk or a missing folder: the log reports it.
      }
    },
  };
}

function read(path: string): Remembered {
  try {
    return schema.parse(JSON.parse(readForeignText(path)));
  } catch {
    return {};
  }
}
