// What reaches the disk: uses every known secret with a server that repeats its input and issues tokens. Afterwards the data folder,
// including the log, its journal and the settings, contains them only in the vault. Unmarked values in an argument or an address are in the
// list of servers too, and nowhere else.

import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { spellingsOf } from '../../../shared/mask/testing/planted-forms.ts';
import { filesBelow } from '../testing/files-below.ts';
import { Desk } from '../testing/signing-in.ts';

const canary = {
  authorization: 'canary-authorization-71c4',
  cookie: 'canary-cookie-93ab',
  apiKey: 'canary-api-key-55e0',
  variable: 'canary-variable-18d2',
  argument: 'canary-argument-64f7',
  user: 'canary-userinfo-20bb',
  query: 'canary-query-37aa',
  session: 'canary-session-0b5cd2f1-6a0f',
  jwt: `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJjYW5hcnkifQ.${'canaryJwtSignature0001'}`,
  access: 'canary-access-token-88f1',
  refresh: 'canary-refresh-token-99e3',
};

/** Repeats headers and address in each response, in several forms, and issues tokens. */
function startEcho() {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const message = body === '' ? {} : (JSON.parse(body) as { id?: number; method?: string });
    response.setHeader('mcp-session-id', canary.session);
    response.setHeader('content-type', 'application/json');
    if (request.method !== 'POST' || message.id === undefined) return void response.writeHead(202).end();
    const seen = JSON.stringify({ url: request.url, headers: request.headers });
    const forms = [
      seen,
      encodeURIComponent(seen),
      Buffer.from(seen).toString('base64'),
      Buffer.from(seen).toString('hex'),
    ];
    const given = { access_token: canary.access, refresh_token: canary.refresh, text: `signed ${canary.jwt}` };
    const info = { name: 'echo', version: '1' };
    const result = { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: info };
    const answer =
      message.method === 'initialize'
        ? { result }
        : { error: { code: -32000, message: `No: ${request.headers.authorization}`, data: { forms, given } } };
    response.end(JSON.stringify({ jsonrpc: '2.0', id: message.id, ...answer }));
  });
  return new Promise<typeof server>((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

const printer = `
console.error(process.argv.slice(1).join(' '), process.env.KEY, Buffer.from(String(process.env.KEY)).toString('base64'));
process.stdin.on('data', (line) => {
  const { id } = JSON.parse(line);
  console.log(JSON.stringify({ jsonrpc: '2.0', id, error: { code: 1, message: 'got ' + process.argv.join(' ') + process.env.KEY } }));
});
`;

test('no known secret is on disk outside the vault', async () => {
  const echo = await startEcho();
  const { port } = echo.address() as AddressInfo;
  Object.assign(process.env, {
    MISFIRE_TEST_ARG_TOKEN: canary.argument,
    MISFIRE_TEST_URL_PASSWORD: canary.user,
    MISFIRE_TEST_URL_TOKEN: canary.query,
  });
  const desk = await new Desk().open();
  try {
    const web = await desk.add({
      name: 'web',
      transport: {
        kind: 'http',
        url: `http://ann:\${MISFIRE_TEST_URL_PASSWORD}@127.0.0.1:${port}/mcp?token=\${MISFIRE_TEST_URL_TOKEN}`,
        headers: {
          Authorization: `Bearer ${canary.authorization}`,
          Cookie: `sid=${canary.cookie}`,
          'X-Api-Key': canary.apiKey,
        },
      },
      secrets: ['header:Authorization', 'header:Cookie', 'header:X-Api-Key'],
    });
    const row = await desk.call(web, 'canary-free: anything');
    expect(row.outcome).not.toBe('answered');
    await desk.add({
      name: 'local',
      transport: {
        kind: 'stdio',
        command: process.execPath,
        args: ['-e', printer, '--', `--token=\${MISFIRE_TEST_ARG_TOKEN}`],
        env: { KEY: canary.variable },
      },
      secrets: ['env:KEY'],
    });
    expect((await desk.rows()).length).toBeGreaterThan(3);
    // Checked while the log is open, with its journal, and again after closing.
    expect(leftOnDisk(desk)).toEqual([]);
    await desk.inspector.close();
    expect(leftOnDisk(desk)).toEqual([]);
    expect(readFileSync(join(desk.folder, 'secrets.json'), 'latin1')).toContain(canary.authorization);
    await desk.open();
  } finally {
    await desk.close();
    echo.closeAllConnections();
    echo.close();
  }
});

const typed = {
  option: 'canary-typed-option-41aa',
  follows: 'canary-typed-word-52bb',
  user: 'canary-typed-user-63cc',
  query: 'canary-typed-query-74dd',
  variable: 'canary-typed-variable-85ee',
  header: 'canary-typed-header-96ff',
};

test('values typed into arguments, addresses, variables and headers are only in the list of servers', {
  timeout: 120_000,
}, async () => {
  const echo = await startEcho();
  const { port } = echo.address() as AddressInfo;
  const desk = await new Desk().open();
  try {
    const web = await desk.add({
      name: 'web',
      transport: {
        kind: 'http',
        url: `http://ann:${typed.user}@127.0.0.1:${port}/mcp?api_key=${typed.query}`,
        headers: { 'X-Api-Key': typed.header },
      },
    });
    await desk.call(web, 'canary-free: anything');
    await desk.add({
      name: 'local',
      transport: {
        kind: 'stdio',
        command: process.execPath,
        args: ['-e', printer, '--', `--token=${typed.option}`, '--password', typed.follows],
        env: { API_KEY: typed.variable, KEY: 'nothing' },
      },
    });
    await desk.inspector.close();
    const list = readFileSync(join(desk.folder, 'servers.json'), 'utf8');
    for (const secret of Object.values(typed)) expect(list).toContain(secret);
    if (process.platform !== 'win32') expect(statSync(join(desk.folder, 'servers.json')).mode & 0o777).toBe(0o600);
    expect(leftOnDisk(desk, typed, /^servers\.json$/)).toEqual([]);
    await desk.open();
  } finally {
    await desk.close();
    echo.closeAllConnections();
    echo.close();
  }
});

function leftOnDisk(desk: Desk, secrets: Record<string, string> = canary, but = /^secrets\.json$/): string[] {
  const kept = filesBelow(desk.folder)
    .filter(({ name }) => !but.test(name))
    .map(({ text }) => text)
    .join('\n');
  // The log is among them, and contains the traffic.
  expect(kept).toContain('canary-free: anything');
  return Object.entries(secrets).flatMap(([name, secret]) =>
    spellingsOf(secret).some((one) => kept.includes(one)) ? [name] : [],
  );
}
