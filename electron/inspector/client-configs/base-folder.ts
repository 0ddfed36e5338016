// Where the paths of clients begin on this machine.

import { isAbsolute, join } from 'node:path';
import type { Base, OperatingSystem } from '../../../shared/clients/client.ts';

export interface Machine {
  platform: NodeJS.Platform;
  home: string;
  env: Readonly<Record<string, string | undefined>>;
}

export const platformOf = (platform: NodeJS.Platform): OperatingSystem =>
  platform === 'darwin' || platform === 'win32' ? platform : 'linux';

export function baseFolder(base: Base, { home, env }: Pick<Machine, 'home' | 'env'>): string {
  const given = (name: string): string | null => {
    const value = env[name];
    // The XDG specification says to ignore paths that are not absolute.
    return value && isAbsolute(value) ? value : null;
  };
  if (typeof base === 'object') return (base.variable && given(base.variable)) || join(home, base.folder);
  switch (base) {
    case 'home':
      return home;
    case 'support':
      return join(home, 'Library', 'Application Support');
    case 'library':
      return join(home, 'Library');
    case 'appdata':
      return given('APPDATA') ?? join(home, 'AppData', 'Roaming');
    case 'localappdata':
      return given('LOCALAPPDATA') ?? join(home, 'AppData', 'Local');
    case 'config':
      return given('XDG_CONFIG_HOME') ?? join(home, '.config');
    case 'data':
      return given('XDG_DATA_HOME') ?? join(home, '.local', 'share');
    case 'cache':
      return given('XDG_CACHE_HOME') ?? join(home, '.cache');
    case 'machine':
      return '';
    default:
      return base satisfies never;
  }
}
