// Methods of watching other programs: their entries and hooks.

import { z } from 'zod';
import { method, returns } from '../../api/method.ts';
import type { HookChange, HookClient, UnreadableSettings, WatchChange, WatchEntry } from '../../api/watching.ts';
import type { SpoolLimits } from '../../capture/spool.ts';

export const watchMethods = {
  /** Which entries of other programs are watched, can be, or cannot. Read-only. */
  watchEntries: method(
    z.object({ folder: z.string().max(4000).optional() }),
    returns<{ entries: WatchEntry[]; unreadable: UnreadableSettings[] }>(),
  ),
  /** The exact change that watching an entry would make. */
  planWatch: method(z.object({ entry: z.string().max(600) }), returns<WatchChange>()),
  /** Makes that change. */
  startWatch: method(z.object({ entry: z.string().max(600) }), returns<WatchEntry>()),
  /** Puts the entry back as it was. `exact`: the file has its original bytes again; otherwise only the entry's command is restored. */
  undoWatch: method(z.object({ entry: z.string().max(600) }), returns<{ exact: boolean }>()),
  /** Which programs on this machine can report their calls to `misfire hook`, and which do. Read-only. */
  hookClients: method(z.object({}), returns<{ clients: HookClient[] }>()),
  /** The exact change that setting up the hook would make. */
  planHook: method(z.object({ client: z.string().max(200) }), returns<HookChange>()),
  /** Makes that change. */
  setUpHook: method(z.object({ client: z.string().max(200) }), returns<HookChange>()),
  /** Removes the hook again, byte for byte where nothing else changed. */
  undoHook: method(z.object({ client: z.string().max(200) }), returns<{ exact: boolean }>()),
  /** How much of watched clients' traffic is recorded in the background; without values it only reads the setting. `problem`: why nothing, or not everything, was recorded; '' otherwise. */
  spoolLimits: method(
    z.object({
      maxBytes: z.number().int().min(1_000_000).max(1e12).optional(),
      maxAgeHours: z.number().min(1).max(100_000).optional(),
    }),
    returns<SpoolLimits & { problem: string }>(),
  ),
};
