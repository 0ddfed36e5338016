// The settings files of all clients, one row per file. Each client's file in `shared/clients` describes its own; find-servers.ts reads them.

import type { ClientSettings, SettingsFile } from '../../../shared/clients/client.ts';
import { clients } from '../../../shared/clients/clients.ts';

export interface ClientRow extends SettingsFile {
  /** As `misfire watch` shows it: `Cursor (project)`. */
  client: string;
  /** Without its location: `Cursor`. A file that several clients read has its own name. */
  name: string;
  /** The client that it belongs to. */
  owner: string;
  settings: ClientSettings;
}

export const clientTable: readonly ClientRow[] = clients.flatMap(({ name: clientName, settings }) => {
  if (!settings) return [];
  const owner = settings.name ?? clientName;
  return settings.files.map((file) => {
    const part = file.part ?? (file.managed ? 'managed' : file.base === 'project' ? 'project' : '');
    const name = file.label ?? owner;
    return { ...file, client: part === '' || file.label ? name : `${name} (${part})`, name, owner, settings };
  });
});

/** The client that a row with this name belongs to. */
export const settingsOwner = (client: string): string =>
  clientTable.find((row) => row.client === client)?.owner ?? client;
