import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nearestScript } from './nearest-script.ts';
import { StdioTransport } from './stdio.ts';
import { EventLog } from './testing/test-peers.ts';

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'misfire-nearest-')));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function keep(...names: string[]): void {
  for (const name of names) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), '');
  }
}

const missing = (path: string): string[] => [`python3: can't open file '${path}': [Errno 2] No such file or directory`];
const nearest = (wanted: string): string | null => nearestScript(missing(join(folder, wanted)), folder);

describe('the file that was meant', () => {
  it.each<[wanted: string, there: string[], meant: string]>([
    ['sevrer.py', ['server.py', 'client.py'], 'server.py'],
    ['Server.py', ['server.py'], 'server.py'],
    ['server.js', ['server.ts', 'readme.md'], 'server.ts'],
    ['index.js', ['dist/index.js', 'package.json'], 'dist/index.js'],
    ['main.py', ['src/main.py', 'maim.py'], 'src/main.py'],
    ['gardn/main.py', ['garden/main.py'], 'garden/main.py'],
  ])('for %s next to %j is %s', (wanted, there, meant) => {
    keep(...there);
    expect(nearest(wanted)).toBe(join(folder, meant));
  });

  it.each<[wanted: string, there: string[]]>([
    ['server.py', ['client.py', 'utils.py', 'server.json']],
    ['main.py', ['a/b/main.py', 'node_modules/main.py', '.cache/main.py']],
    ['a.js', ['index.js', 'bcd.js']],
    ['one/two/three/main.py', ['main.py']],
  ])('for %s is none of %j', (wanted, there) => {
    keep(...there);
    expect(nearest(wanted)).toBeNull();
  });

  it("is searched from the server's working folder if the path is relative", () => {
    keep('garden.jar');
    const said = ['Error: Unable to access jarfile gardn.jar'];
    expect(nearestScript(said, folder)).toBe(join(folder, 'garden.jar'));
  });

  it('is not searched if no script is missing', () => {
    keep('server.py');
    expect(nearestScript(['ValueError: sevrer.py'], folder)).toBeNull();
  });
});

it('is recorded with the exit of a real process', async () => {
  keep('server.js');
  const log = new EventLog();
  const command = { command: process.execPath, args: ['sevrer.js'], env: {}, cwd: folder };
  const transport = new StdioTransport(command, log.onEvents);
  await transport.start();
  await log.until((event) => event.lane === 'life' && event.event === 'exited');
  await transport.close();
  expect(log.events.at(-1)).toMatchObject({ event: 'exited', code: 1, nearest: join(folder, 'server.js') });
});
