import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, test } from 'vitest';
import { serverConfigSchema } from '../../../../shared/server/server-config.ts';
import { SavedServers } from '../../../inspector/connections/saved-servers.ts';
import { testRun } from '../../../launch/testing/run-here.ts';
import { UsageError } from '../terminal/exit-codes.ts';
import { findServer } from './find-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'misfire-find-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const file = join(folder, 'mcp.json');
writeFileSync(
  file,
  JSON.stringify({
    mcpServers: {
      files: { command: 'node', args: ['server.js'], env: { KEY: 'x' }, cwd: 'sub' },
      web: { type: 'http', url: 'https://example.com/mcp', headers: { Authorization: 'Bearer x' } },
      odd: { something: 1 },
      old: { type: 'sse', url: 'http://127.0.0.1:2/sse' },
    },
  }),
);
const single = join(folder, 'one.json');
writeFileSync(single, JSON.stringify({ servers: { only: { serverUrl: 'http://127.0.0.1:1/' } } }));
const editor = join(folder, 'editor.json');
writeFileSync(
  editor,
  `{
    // As VS Code writes it.
    "inputs": [{ "id": "token", "description": "Your token" }],
    "servers": {
      "plain": { "type": "stdio", "command": "node", "args": ["a.js"], },
      "asks": { "command": "node", "env": { "TOKEN": "\${input:token}" } },
    },
  }`,
);
writeFileSync(join(folder, 'broken.json'), '{"mcpServers": {');
const config = serverConfigSchema.parse({
  name: 'My server',
  transport: { kind: 'http', url: 'http://127.0.0.1:9/mcp' },
});
new SavedServers(folder).save([
  { id: 'my-server', colour: 0, config },
  { id: 'closient', colour: 1, config: { ...config, name: 'Shop', sample: 'closient' } },
]);

const run = testRun();
const find = (text: string) => findServer(run, text, folder);

test.each([
  ['an address', 'https://example.com/mcp', { name: 'example.com', transport: { kind: 'http' } }],
  [
    'a command line',
    'API_KEY=x node "my server.js" --v',
    { transport: { kind: 'stdio', command: 'node', args: ['my server.js', '--v'], env: { API_KEY: 'x' } } },
  ],
  ['a saved name', 'My server', { name: 'My server', transport: { url: 'http://127.0.0.1:9/mcp' } }],
  ['a saved id', 'my-server', { name: 'My server' }],
  ['a saved sample, where it lies today', 'Shop', { sample: 'closient', transport: { kind: 'http-command' } }],
  ['a sample', 'sample:erlmcp', { sample: 'erlmcp', transport: { kind: 'stdio' } }],
  [
    'an entry on stdio',
    `${file}#files`,
    { name: 'files', transport: { kind: 'stdio', command: 'node', cwd: join(folder, 'sub') } },
  ],
  ['an entry over HTTP', `${file}#web`, { transport: { kind: 'http', headers: { Authorization: 'Bearer x' } } }],
  ['an entry over the older HTTP', `${file}#old`, { transport: { kind: 'sse' } }],
  ['an entry among comments', `${editor}#plain`, { transport: { kind: 'stdio', args: ['a.js'] } }],
  ['a file with one server', single, { name: 'only', transport: { kind: 'http' } }],
])('%s', (_name, text, expected) => {
  expect(find(text)).toMatchObject(expected);
});

describe('what is no server', () => {
  test.each([
    ['', 'No server given.'],
    ['sample:nobody', 'Unknown sample "nobody".'],
    ['node "unclosed', 'A quotation mark is not closed.'],
    [`${file}#nobody`, 'has no server "nobody". It has: files, web, old.'],
    [`${file}#odd`, '“odd”: it needs a "command" or a "url".'],
    [file, 'has 3 servers. Say which'],
    [`${join(folder, 'missing.json')}#x`, 'There is no file'],
    [`${join(folder, 'servers.json')}#x`, 'There is no "mcpServers" in this JSON'],
    [`${editor}#asks`, 'Fill in TOKEN: Your token.'],
    [join(folder, 'broken.json'), 'This is not valid JSON.'],
    ['https://', 'This is not a valid http:// or https:// address.'],
  ])('%s', (text, message) => {
    expect(() => find(text)).toThrow(UsageError);
    expect(() => find(text)).toThrow(message);
  });

  it('is not a file that only ends like one', () => {
    expect(find('run config.json --fast')).toMatchObject({ transport: { command: 'run' } });
  });
});
