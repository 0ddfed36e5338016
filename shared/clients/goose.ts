// Goose.

import { passGoose } from '../seen/rules/goose.ts';
import { GooseReader, isGoose } from '../transcripts/readers/goose.ts';
import { defineClient } from './client.ts';

export const goose = defineClient({
  id: 'goose',
  name: 'Goose',
  settings: {
    program: 'goose',
    format: 'yaml',
    key: 'extensions',
    order: ['user'],
    off: { member: 'enabled', value: false },
    address: { fillsDollarNames: true },
    files: [
      { on: 'darwin', base: 'config', path: 'goose/config.yaml', general: true },
      { on: 'linux', base: 'config', path: 'goose/config.yaml', general: true },
      { on: 'win32', base: 'appdata', path: 'Block/goose/config/config.yaml', general: true },
    ],
  },
  transcripts: {
    places: [{ base: 'data', folder: 'goose/sessions', path: [/^sessions\.db$/] }],
    fits: isGoose,
    reader: () => new GooseReader(),
  },
  seen: { version: 'source of 2026-04-03', basis: 'source', pass: passGoose },
  // `DEFAULT_EXTENSION_TIMEOUT` in crates/goose/src/config.
  limits: { call: { ms: 300_000, advice: 'In Goose, raise timeout of this extension (seconds).' } },
});
