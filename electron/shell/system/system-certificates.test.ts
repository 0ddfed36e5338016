// A real server with a certificate of its own authority, and another process that trusts it or not.

import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const canMake = spawnSync('openssl', ['version']).status === 0;
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'misfire-certificates-'));
  if (!canMake) return;
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '1',
      '-keyout',
      'key.pem',
      '-out',
      'authority.pem',
      ...subject,
    ],
    { cwd: folder, stdio: 'ignore' },
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Node itself reads the variable at its start, the packaged app does not. So it is set only once the process runs. */
const asking = (port: number, extra: string | null) => `
  import { get } from 'node:https';
  import { trustSystemCertificates } from ${JSON.stringify(join(import.meta.dirname, 'system-certificates.ts'))};
  console.log(JSON.stringify(trustSystemCertificates({ NODE_EXTRA_CA_CERTS: ${JSON.stringify(extra ?? undefined) ?? 'undefined'} })));
  get('https://localhost:${port}/', (answer) => console.log(answer.statusCode)).on('error', ({ code }) => console.log(code));`;

test.skipIf(!canMake)('trusts an authority that the user names, and no others', async () => {
  const server = createServer(
    { key: readFileSync(join(folder, 'key.pem')), cert: readFileSync(join(folder, 'authority.pem')) },
    (_request, answer) => answer.end('hello'),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const ask = async (extra: string | null) => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', asking(port, extra)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    for await (const text of child.stdout) said += text;
    return said.trim().split('\n');
  };
  expect(await ask(join(folder, 'authority.pem'))).toEqual(['[]', '200']);
  expect(await ask(null)).toEqual(['[]', 'DEPTH_ZERO_SELF_SIGNED_CERT']);
  const [problems] = await ask(join(folder, 'no such file'));
  expect(problems).toContain('could not be read');
  server.close();
});
