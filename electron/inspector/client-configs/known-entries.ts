// What clients make of their entries: which ones they ignore, and in which order they read their files. Read-only.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { SettingsOrder } from '../../../shared/api/watching.ts';
import { claudeCode } from '../../../shared/clients/claude-code.ts';
import { baseFolder, type Machine } from './base-folder.ts';
import { policyFiles } from './circumstances.ts';
import type { ClientEntry } from './client-entries.ts';
import { findFiles } from './find-servers.ts';
import { findIgnored, isBelow, scopeOf } from './ignored-entry.ts';
import { clientVersion } from './installed-version.ts';

/** Why its client ignores an entry; entries that count are not in the map. */
export function ignoredEntries(
  found: readonly ClientEntry[],
  machine: Machine,
  folder: string | undefined,
): Promise<Map<ClientEntry, string>> {
  const { platform, home } = machine;
  const policies = policyFiles(platform, claudeCode.name).map(({ path }) => path);
  const [{ base, path }] = claudeCode.settings.files;
  const claudeFile = join(baseFolder(base, machine), path);
  return findIgnored(found, { home, claudeFile, policies, folder });
}

/** The files that each client with an entry reads, highest precedence first. */
export async function settingsOrders(
  found: readonly ClientEntry[],
  machine: Machine,
  folder: string | undefined,
): Promise<SettingsOrder[]> {
  const owners = new Map(found.map(({ row }) => [row.owner, row.settings]));
  const files = await findFiles({ ...machine, folder });
  return [...owners].flatMap(([client, settings]) => {
    if (!settings.order) return [];
    const own = files.filter(({ row, project }) => {
      const isHere = project === null || folder === undefined || isBelow(folder, project);
      return row.owner === client && isHere;
    });
    const places = settings.order.flatMap((scope) =>
      own
        .filter(({ row }) => scopeOf({ row, at: [] }) === (scope === 'local' ? 'user' : scope))
        .map(({ path, project }) => ({
          scope,
          path,
          isThere: existsSync(path),
          isNear: project === null || project === folder,
        }))
        // Parent folders are searched too; only existing files are listed.
        .filter(({ isThere, isNear }) => isThere || isNear)
        .sort((one, other) => Number(other.path.endsWith('.jsonc')) - Number(one.path.endsWith('.jsonc')))
        .map(({ isNear: _near, ...file }) => file),
    );
    const version = clientVersion(settings.program, machine);
    return [{ client, version, checkedWith: settings.checkedWith ?? null, files: places }];
  });
}
