// Zed.

import { passZed } from '../seen/rules/zed.ts';
import { defineClient } from './client.ts';

export const zed = defineClient({
  id: 'zed',
  name: 'Zed',
  settings: {
    program: 'zed',
    key: 'context_servers',
    order: ['project', 'user'],
    off: { member: 'enabled', value: false },
    entry: (run) => ({ source: 'custom', ...run }),
    files: [
      // It follows XDG on macOS too.
      { on: 'darwin', base: 'config', path: 'zed/settings.json', general: true },
      { on: 'linux', base: 'config', path: 'zed/settings.json', general: true },
      { on: 'win32', base: 'appdata', path: 'Zed/settings.json', general: true },
      { base: 'project', path: '.zed/settings.json', general: true },
    ],
  },
  seen: { version: 'source of 2026-08-22', basis: 'source', pass: passZed },
  // `context_server_timeout` in crates/settings_content.
  limits: {
    call: { ms: 60_000, advice: 'In Zed, raise timeout of this server, or context_server_timeout (seconds).' },
  },
});
