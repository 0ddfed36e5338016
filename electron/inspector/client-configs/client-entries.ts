// The entries of all clients on this machine, each with its position in its file. Read-only; watch-setup.ts and client-variables.ts change
// entries.

import type { UnreadableSettings } from '../../../shared/api/watching.ts';
import type { SettingsFormat } from '../../../shared/clients/client.ts';
import type { Ambiguity } from './ambiguous-entry.ts';
import type { Machine } from './base-folder.ts';
import { findEntries } from './entry-edit.ts';
import { findFiles } from './find-servers.ts';
import type { PlacedEntry } from './ignored-entry.ts';
import { readSettings } from './settings-file.ts';
import { readSpans } from './span-tree.ts';

export interface ClientEntry extends PlacedEntry {
  /** `cursor/tracker`, as the command line names it. */
  id: string;
  format: SettingsFormat;
  ambiguity: Ambiguity | null;
  /** Of the whole file. */
  text: string;
}

export interface ClientEntries {
  found: ClientEntry[];
  unreadable: UnreadableSettings[];
}

export async function findClientEntries(machine: Machine, folder?: string | undefined): Promise<ClientEntries> {
  const found: ClientEntry[] = [];
  const unreadable: UnreadableSettings[] = [];
  const ids = new Set<string>();
  for (const { row, path, project } of await findFiles({ ...machine, folder })) {
    const read = await readSettings(path);
    if (read.kind === 'absent' || (read.kind === 'text' && read.text.trim() === '')) continue;
    const format = row.settings.format ?? 'json';
    const spans = read.kind === 'text' ? readSpans(read.text, format) : ({ ok: false, ...read } as const);
    if (!spans.ok || read.kind !== 'text') {
      unreadable.push({ client: row.client, path, problem: spans.ok ? '' : spans.problem });
      continue;
    }
    for (const { path: at, name, entry, ambiguity } of findEntries(spans.root)) {
      let id = `${slug(row.client)}/${name}`;
      for (let count = 2; ids.has(id); count += 1) id = `${slug(row.client)}/${name}#${count}`;
      ids.add(id);
      found.push({ id, row, path, project, format, at, server: name, entry, ambiguity, text: read.text });
    }
  }
  return { found, unreadable };
}

export const slug = (client: string): string =>
  client
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, '-')
    .replace(/^-+|-+$/g, '');
