// Lists of clients in docs and in the help of commands are the same as the one in shared/clients/clients.ts. A new client fails here until
// they name it.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Client } from '../shared/clients/client.ts';
import { clientNamed, clients, transcriptClientIds } from '../shared/clients/clients.ts';
import { seenClientIds } from '../shared/seen/seen.ts';
import { settingsOwner } from './inspector/client-configs/client-table.ts';

const read = (file: string): string => readFileSync(join(import.meta.dirname, '..', file), 'utf8');

/** The rows of the table whose head begins with these words. */
function tableIn(file: string, head: string): string[] {
  const [, after = ''] = read(file).split(`\n| ${head}`);
  return after
    .split('\n')
    .slice(2)
    .join('\n')
    .split('\n\n')[0]!
    .split('\n')
    .filter((line) => line.startsWith('|'));
}
/** The clients in the first column, by any of their names. */
const clientsIn = (rows: readonly string[]): (string | undefined)[] =>
  rows.map((row) => clientNamed(row.split(' | ')[0]!.replace(/[|`]/g, '').trim())?.name).toSorted();
const namesInOrder = (member: keyof Client): string[] =>
  clients.filter((client) => client[member] !== undefined).map(({ name }) => name);
const namesWith = (member: keyof Client): string[] => namesInOrder(member).toSorted();

it('has each id once, in kebab-case, and no name for two clients', () => {
  expect(clients.filter(({ id }) => !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(id))).toEqual([]);
  for (const { id, name, alsoKnownAs = [] } of clients)
    for (const each of [id, name, ...alsoKnownAs]) expect(clientNamed(each)?.id, each).toBe(id);
});

it('lists measured clients before those that are only known from their source', () => {
  const bases = clients.flatMap(({ seen }) => seen?.basis ?? []);
  expect(bases).toEqual(bases.toSorted());
});

it('docs/clients.md has one row for each client', () => {
  const yes = (has: unknown) => (has ? 'yes' : '');
  const rows = clients.map(({ id, name, settings, transcripts, logs, hooks, telemetry, seen, opening }) => [
    name,
    `\`${id}\``,
    yes(settings),
    [transcripts && 'transcripts', logs && 'logs'].filter(Boolean).join(', '),
    yes(hooks?.setUp),
    yes(telemetry),
    seen?.version ?? '',
    (opening?.probe ? ['server/discover', 'initialize'] : opening ? ['initialize'] : [])
      .map((method) => `\`${method}\``)
      .join(', '),
  ]);
  expect(tableIn('docs/clients.md', 'client | id |')).toEqual(
    rows.map((cells) => `| ${cells.join(' | ')} |`.replaceAll('  ', ' ')),
  );
});

it('the tables of docs/transcripts.md name the clients that have each', () => {
  const file = 'docs/transcripts.md';
  expect(clientsIn(tableIn(file, 'client | file | measured'))).toEqual(namesWith('transcripts'));
  expect(clientsIn(tableIn(file, 'client | file | what'))).toEqual(namesWith('logs'));
  expect(clientsIn(tableIn(file, 'client | exported'))).toEqual(namesWith('telemetry'));
  const hooked = clients.filter(({ hooks }) => hooks?.setUp).map(({ name }) => name);
  expect(clientsIn(tableIn(file, 'client | settings'))).toEqual(hooked.toSorted());
});

it.each([
  ['docs/models.md', 'answer'],
  ['docs/report-cards.md', 'rule'],
])('the table of measured clients in %s names the measured versions', (file, head) => {
  const [, cells = ''] = new RegExp(`\\n\\| ${head} \\| (.* \\d[\\d.]* .*) \\|\\n`).exec(read(file)) ?? [];
  const named = cells.split(' | ').map((cell) => /^(.*) (\d[\d.]*)$/.exec(cell) ?? []);
  const versions = named.flatMap(([, name = '', version]) => {
    const client = clientNamed(name);
    return client === undefined ? [] : [[client.name, version]];
  });
  expect(versions.length).toBeGreaterThan(4);
  expect(versions).toEqual(versions.map(([name = '']) => [name, clientNamed(name)?.seen?.version]));
});

it.each([
  ['electron/features/seen/commands/add-commands.ts', seenClientIds.join(', ')],
  ['electron/features/transcripts/commands/add-commands.ts', transcriptClientIds().join(', ')],
  ['electron/features/watch/commands/add-commands.ts', new Intl.ListFormat('en-GB').format(namesInOrder('telemetry'))],
  ['docs/library.md', seenClientIds.map((id) => `\`${id}\``).join(', ')],
])('%s names the clients that it accepts', (file, ids) => {
  expect(read(file)).toContain(ids);
});

it('names the client that a settings file belongs to', () => {
  expect(settingsOwner('Cursor (project)')).toBe('Cursor');
  expect(settingsOwner('.mcp.json')).toBe('Claude Code');
  expect(settingsOwner('GitHub Copilot (project)')).toBe('GitHub Copilot');
});
