import { chmodSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DoctorReport } from '../../../shared/server/connecting.ts';
import { answering, soleBreak, TestDoctor } from '../../inspector/testing/test-doctor.ts';
import { liveGroups } from '../../transports/process-groups.ts';

let bench: TestDoctor;
beforeEach(() => {
  bench = new TestDoctor();
});
afterEach(async () => {
  await bench.end();
  expect(liveGroups()).toEqual([]);
});

const brokenOf = ({ checks }: DoctorReport) => checks.find(({ state }) => state === 'broken')!;
const warningOf = ({ checks }: DoctorReport) => checks.find(({ state }) => state === 'warning')!;
const evidenceOf = (report: DoctorReport) => brokenOf(report).evidence.join('\n');
const fixesOf = ({ fixes }: DoctorReport) => fixes.map(({ words }) => words).join('\n');
const command = (name: string, more: object = {}) => ({ kind: 'stdio', command: name, args: [], env: {}, ...more });
const answer = (result: string) =>
  bench.node(
    `process.stdin.once('data', (data) => { const { id } = JSON.parse(data); console.log(JSON.stringify({ jsonrpc: '2.0', id, ...${result} })); });`,
  );

describe('a command', () => {
  it('is healthy when it works, and the attempt is in the log', async () => {
    const report = await bench.diagnose(bench.node(answering));
    expect(soleBreak(report)).toBe('none');
    expect(report.checks.map(({ id }) => id)).toEqual([
      'variables',
      'command',
      'permission',
      'spawn',
      'early_exit',
      'first_bytes',
      'handshake',
      'version',
      'other_era',
    ]);
    expect(bench.events.some((event) => event.lane === 'out' && event.text.includes('initialize'))).toBe(true);
    // One as any client connects, one as clients of the other era do.
    expect(new Set(bench.events.map(({ epoch }) => epoch)).size).toBe(2);
  });

  it('variables: names the one that is not set, and where it is used', async () => {
    const transport = command('node', { args: ['--key=$' + '{NO_SUCH_KEY}'] });
    const report = await bench.diagnose(transport);
    expect(soleBreak(report)).toBe('variables');
    expect(brokenOf(report).words).toContain('NO_SUCH_KEY');
    expect(evidenceOf(report)).toContain('not set, used in argument 1');
    expect(bench.events).toEqual([]);
  });

  it('variables: a value that was meant to be JSON is a warning that names its place, and no part of it', async () => {
    const env = {
      OK: '{"a":[1]}',
      TEXT: '[section]',
      HEADERS: '{"x-key":"acme-4711",}',
      LIST: "['a']",
      CUT: '{name:1}',
    };
    const report = await bench.diagnose({ ...bench.node(answering), env });
    expect(report.verdict).toBe('warnings');
    const { words, evidence } = warningOf(report);
    expect(words).toBe('The values of HEADERS, LIST, CUT look like JSON and are not.');
    expect(evidence.map((line) => line.split(' ')[0])).toEqual(['HEADERS', 'LIST', 'CUT']);
    expect(evidence[2]).toMatch(/^CUT {2}Line 1, column 2: /);
    expect(evidence.join()).not.toContain('acme-4711');
    expect(fixesOf(report)).toContain('Correct the value of HEADERS, LIST, CUT.');
    const ended = await bench.diagnose({ ...bench.node('process.exit(1)'), env });
    expect(ended.broken).toBe('early_exit');
    expect(ended.fixes[0]?.words).toContain('Correct the value of HEADERS, LIST, CUT.');
  });

  it('command: shows the PATH that was searched, and a similar name', async () => {
    bench.file('my-server', '#!/bin/sh\n', 0o755);
    const env = { PATH: `${bench.folder}:/no/such/folder` };
    const report = await bench.diagnose(command('my-sever', { env }));
    expect(soleBreak(report)).toBe('command');
    expect(evidenceOf(report)).toContain(`PATH  ${bench.folder}\n`);
    expect(evidenceOf(report)).toContain('/no/such/folder  (no such folder)');
    expect(report.fixes[0]).toEqual({ words: expect.stringContaining('“my-server”'), action: 'edit_server' });
    expect(bench.events).toEqual([]);
  });

  it('command: says what to install', async () => {
    const report = await bench.diagnose(command('uvx', { env: { PATH: bench.folder } }));
    expect(soleBreak(report)).toBe('command');
    expect(fixesOf(report)).toMatch(/docs\.astral\.sh\/uv|full path/);
    expect(fixesOf(report)).toContain('shorter PATH');
  });

  it('command: distinguishes a whole line from a command, and a missing file from a missing command', async () => {
    expect(fixesOf(await bench.diagnose(command('npx -y server')))).toContain('“npx” as the command');
    const report = await bench.diagnose(command('./nothing', { cwd: bench.folder }));
    expect(soleBreak(report)).toBe('command');
    expect(brokenOf(report).words).toContain(join(bench.folder, 'nothing'));
    expect(fixesOf(await bench.diagnose(command('~/nothing')))).toContain('need a shell');
  });

  it('permission: not executable', async () => {
    const file = bench.file('server.py', 'print(1)\n');
    const report = await bench.diagnose(command(file));
    expect(soleBreak(report)).toBe('permission');
    expect(evidenceOf(report)).toContain('0644');
    expect(fixesOf(report)).toContain('python3');
    expect(fixesOf(report)).toContain('chmod +x');
  });

  it('permission: a folder', async () => {
    mkdirSync(join(bench.folder, 'server'));
    const report = await bench.diagnose(command(join(bench.folder, 'server')));
    expect(soleBreak(report)).toBe('permission');
    expect(brokenOf(report).words).toContain('folder');
  });

  it.each([
    ['that does not exist', '#!/no/such/python\n', '/no/such/python'],
    ['that is not in PATH', '#!/usr/bin/env no-such-interpreter\n', 'no-such-interpreter'],
    ['with a Windows line end', '#!/bin/sh\r\necho\r\n', 'Windows'],
  ])('permission: an interpreter %s', async (_, text, named) => {
    const report = await bench.diagnose(command(bench.file('server', text, 0o755)));
    expect(soleBreak(report)).toBe('permission');
    expect(brokenOf(report).words).toContain(named);
    expect(evidenceOf(report)).toContain('#!');
  });

  it('permission: an interpreter that is a link to nothing, or that cannot be opened', async () => {
    const [gone, circle] = [join(bench.folder, 'python3'), join(bench.folder, 'circle')];
    symlinkSync('/no/such/python', gone);
    symlinkSync(circle, circle);
    const run = async (interpreter: string) =>
      brokenOf(await bench.diagnose(command(bench.file('server', `#!${interpreter}\n`, 0o755)))).words;
    expect(await run(gone)).toContain('a link to “/no/such/python”, which does not exist.');
    expect(await run(circle)).toContain('which this user cannot open (ELOOP).');
  });

  it('spawn: a working folder that does not exist', async () => {
    const report = await bench.diagnose(command('node', { cwd: join(bench.folder, 'nowhere') }));
    expect(soleBreak(report)).toBe('spawn');
    expect(brokenOf(report).words).toContain('nowhere');
    expect(report.fixes[0]?.words).toContain('working folder');
  });

  it.skipIf(process.platform !== 'linux')('spawn: more arguments than the system accepts', async () => {
    const report = await bench.diagnose(command(process.execPath, { args: ['x'.repeat(200_000)] }));
    expect(soleBreak(report)).toBe('spawn');
    expect(brokenOf(report).words).toContain('longer than');
  });

  it('early_exit: a script that does not exist, and the file that was probably meant', async () => {
    const there = bench.file('garden.js', '');
    const wanted = there.replace('garden.js', 'gadren.js');
    const report = await bench.diagnose(command(process.execPath, { args: [wanted] }));
    expect(soleBreak(report)).toBe('early_exit');
    expect(report.fixes[0]?.words).toContain('gadren.js” does not exist');
    expect(report.fixes[0]?.words).toContain(`Did you mean “${there}”?`);
  });

  it('early_exit: exit code, last lines, and what they mean', async () => {
    const report = await bench.diagnose(
      bench.node(`console.error('starting'); console.error('Error: ACME_API_KEY is required'); process.exit(3);`),
    );
    expect(soleBreak(report)).toBe('early_exit');
    expect(brokenOf(report).words).toMatch(
      /^\S+ needs ACME_API_KEY: it exited with code 3 before it answered: Error: ACME_API_KEY is required\.$/,
    );
    expect(evidenceOf(report)).toContain('stderr  Error: ACME_API_KEY is required');
    expect(report.fixes[0]).toEqual({ words: expect.stringContaining('ACME_API_KEY'), action: 'edit_server' });
  });

  it('early_exit: shows the same text as the card', async () => {
    const said = ["Error: Cannot find module './tools.js'", '    at main (index.js:3:1)'];
    const report = await bench.diagnose(
      bench.node(`console.error(${JSON.stringify(said.join('\n'))}); process.exit(1);`),
    );
    const server = brokenOf(report).words.split(' ')[0] ?? '';
    const card = decode(
      { process: { code: 1, signal: null, stderr: said, isStart: true }, method: 'initialize' },
      { server, receivedAt: 0 },
    );
    expect(brokenOf(report).words).toBe(card?.explanation);
    expect(report.fixes.slice(0, -1).map(({ words }) => words)).toEqual(card?.remedy);
  });

  it('early_exit: a missing module, and a signal', async () => {
    const module = await bench.diagnose(bench.node(`import 'no-such-package-at-all';`));
    expect(soleBreak(module)).toBe('early_exit');
    expect(module.fixes[0]?.words).toContain('no-such-package-at-all');
    const killed = await bench.diagnose(bench.node(`process.kill(process.pid, 'SIGKILL');`));
    expect(soleBreak(killed)).toBe('early_exit');
    expect(brokenOf(killed).words).toContain('SIGKILL');
    expect(killed.fixes[0]?.words).toContain('memory');
  });

  it('first_bytes: an echo is not a server', async () => {
    const report = await bench.diagnose(bench.node('process.stdin.pipe(process.stdout);'));
    expect(soleBreak(report)).toBe('first_bytes');
    expect(brokenOf(report).words).toContain('only repeats what it is sent');
  });

  it('first_bytes: JSON over several lines', async () => {
    const report = await bench.diagnose(
      bench.node(
        `process.stdin.on('data', () => console.log(JSON.stringify({ jsonrpc: '2.0', id: 1, result: {} }, null, 2)));`,
      ),
      { patience: { answerMs: 1_500 } },
    );
    expect(soleBreak(report)).toBe('first_bytes');
    expect(brokenOf(report).words).toContain('several lines');
  });

  it('first_bytes: an address below a banner or on stderr, of a server that may speak HTTP', async () => {
    const served = 'HTTP server listening on port 3333';
    for (const write of [`console.error('${served}')`, `console.log('\\n${served}')`]) {
      const report = await bench.diagnose(
        bench.node(`console.log('\\nConfiguration:'); ${write}; setInterval(() => {}, 1000);`),
        {
          patience: { answerMs: 1_500 },
        },
      );
      expect(soleBreak(report)).toBe('first_bytes');
      expect(brokenOf(report).words).toContain('may speak HTTP');
      expect(report.fixes[0]?.words).toContain('its address');
    }
  });

  it('first_bytes: a banner is a warning, as text and as bytes, and the checks continue', async () => {
    const report = await bench.diagnose(bench.node(`console.log('Welcome to ACME 1.0');${answering}`));
    expect(report).toMatchObject({ verdict: 'warnings', broken: null });
    expect(report.checks.map(({ state }) => state)).toEqual([...Array(5).fill('ok'), 'warning', 'ok', 'ok', 'ok']);
    expect(warningOf(report).words).toContain('It breaks some clients, not all');
    const evidence = warningOf(report).evidence.join('\n');
    expect(evidence).toContain('as text  Welcome to ACME 1.0');
    expect(evidence).toContain('as bytes  57 65 6c 63 6f 6d 65');
    expect(fixesOf(report)).toContain('stderr');
  });

  it.each([
    ['a byte order mark', `process.stdout.write('\\ufeff{}\\n');`, 'byte order mark'],
    [
      'the framing of language servers',
      `process.stdout.write('Content-Length: 2\\r\\n\\r\\n{}\\n');`,
      'Content-Length',
    ],
    ['UTF-16', `process.stdout.write(Buffer.from('\\ufeff{}\\n', 'utf16le')); process.stdout.write('\\n');`, 'UTF-16'],
    ['an address', `console.log('Listening on http://localhost:3000');`, 'HTTP, not stdio'],
  ])('first_bytes: %s', async (_, source, named) => {
    // It responds in the end, so the result does not depend on how long a process takes to start.
    const report = await bench.diagnose(bench.node(`${source}${answering}`));
    expect(report.verdict).toBe('warnings');
    expect(warningOf(report)).toMatchObject({ id: 'first_bytes', words: expect.stringContaining(named) });
  });

  it('first_bytes: silence, and a message without its line break', async () => {
    // Only a timeout detects silence. These programs start at once and get thousands of times as long.
    const patience = { answerMs: 4_000 };
    const still = (name: string, says: string) =>
      command(bench.file(name, `#!/bin/sh\n${says}\nexec cat > /dev/null\n`, 0o755));
    const silent = await bench.diagnose(still('silent', 'echo ready >&2'), { patience });
    expect(soleBreak(silent)).toBe('first_bytes');
    expect(fixesOf(silent)).toContain('flush');
    expect(evidenceOf(silent)).toContain('ready');
    const endless = await bench.diagnose(still('endless', `printf '{"jsonrpc":"2.0"}'`), { patience });
    expect(soleBreak(endless)).toBe('first_bytes');
    expect(brokenOf(endless).words).toContain('line break');
  });

  it('first_bytes: names the network problem of a silent server, without guesses', async () => {
    const says = 'echo "getaddrinfo ENOTFOUND registry.acme.test" >&2';
    const path = bench.file('waiting', `#!/bin/sh\n${says}\nexec cat > /dev/null\n`, 0o755);
    const report = await bench.diagnose(command(path), { patience: { answerMs: 4_000 } });
    expect(soleBreak(report)).toBe('first_bytes');
    expect(brokenOf(report).words).toContain('it could not resolve registry.acme.test');
    expect(fixesOf(report)).toContain('Check DNS and proxy');
    expect(fixesOf(report)).not.toContain('flush');
  });

  it('early_exit: shows the line that says why, not the frames after it', async () => {
    const frames = Array.from({ length: 30 }, (_, at) => `    at step${at} (/srv/app/index.js:${at}:1)`);
    const said = ['loading', 'Error: The index at /srv/index.db is corrupt', ...frames].join('\n');
    const report = await bench.diagnose(bench.node(`console.error(${JSON.stringify(said)}); process.exit(1);`));
    expect(evidenceOf(report)).toContain('stderr  Error: The index at /srv/index.db is corrupt');
    expect(evidenceOf(report)).not.toContain('at step');
    expect(evidenceOf(report)).toMatch(/\d+ more lines of stderr/);
  });

  it('early_exit: names a host that does not resolve, in messages of several languages', async () => {
    const words = [
      'error: Failed to fetch: `https://pypi.acme.test/simple/x/`\n  Caused by: dns error\n  Caused by: failed to lookup address information: Temporary failure in name resolution',
      'dial tcp: lookup pypi.acme.test on 127.0.0.53:53: no such host',
      'curl: (6) Could not resolve host: pypi.acme.test',
    ];
    for (const said of words) {
      const report = await bench.diagnose(bench.node(`console.error(${JSON.stringify(said)}); process.exit(2);`));
      expect(fixesOf(report)).toContain('it could not resolve pypi.acme.test');
    }
  });

  it('handshake: waits for the whole timeout of the server', async () => {
    const slow = bench.node(
      `setTimeout(() => {}, 30_000); await new Promise((r) => setTimeout(r, 1_500));${answering}`,
    );
    const patience = { answerMs: 300 };
    expect(soleBreak(await bench.diagnose(slow, { patience }))).toBe('first_bytes');
    expect(soleBreak(await bench.diagnose(slow, { patience }, { handshakeTimeoutMs: 30_000 }))).toBe('none');
  });

  it('handshake: an error, a malformed response, another id', async () => {
    const refused = await bench.diagnose(answer(`{ error: { code: -32000, message: 'no licence' } }`));
    expect(soleBreak(refused)).toBe('handshake');
    expect(brokenOf(refused).words).toContain('no licence');
    const odd = await bench.diagnose(answer(`{ result: { hello: 1 } }`));
    expect(soleBreak(odd)).toBe('handshake');
    expect(evidenceOf(odd)).toContain('hello');
    const stray = await bench.diagnose(answer(`{ id: 'other', result: {} }`), { patience: { answerMs: 1_000 } });
    expect(soleBreak(stray)).toBe('handshake');
    expect(brokenOf(stray).words).toContain('"other"');
  });

  it('version: unknown, refused, and of the other era', async () => {
    const unknown = await bench.diagnose(answer(`{ result: { protocolVersion: '2031-01-01', capabilities: {} } }`));
    expect(soleBreak(unknown)).toBe('version');
    expect(brokenOf(unknown).words).toContain('2031-01-01');
    const only = await bench.diagnose(
      answer(`{ error: { code: -32022, message: 'no', data: { supported: ['2026-07-28'] } } }`),
    );
    expect(soleBreak(only)).toBe('version');
    expect(brokenOf(only).words).toContain('2026-07-28');
    const modern = await bench.diagnose(answer(`{ error: { code: -32601, message: 'Method not found' } }`));
    expect(soleBreak(modern)).toBe('version');
    expect(modern.fixes[0]?.action).toBe('detect_era');
  });

  it('keeps secrets out of its output', async () => {
    const secret = 'hunter2-hunter2';
    const transport = {
      ...bench.node(`console.error('bad key ' + process.env.ACME_TOKEN); process.exit(1);`),
      env: { ACME_TOKEN: secret },
    };
    const report = await bench.diagnose(transport, {}, { secrets: ['env:ACME_TOKEN'] });
    expect(evidenceOf(report)).toContain('bad key');
    expect(JSON.stringify(report)).not.toContain(secret);
  });

  it('can be stopped, and then nothing of it runs', async () => {
    const doctor = bench.doctor({ patience: { answerMs: 60_000 } });
    const server = bench.add(bench.node(`process.stdin.resume();`));
    const asked = doctor.diagnose({ server });
    const second = doctor.diagnose({ server });
    await expect.poll(() => bench.events.length).toBeGreaterThan(0);
    expect(await doctor.stopDiagnosis({ server })).toMatchObject({ ok: true });
    expect(await asked).toMatchObject({ ok: false, error: { code: 'refused' } });
    expect(await second).toMatchObject({ ok: false });
    expect(liveGroups()).toEqual([]);
    expect(bench.events.filter((event) => event.lane === 'life' && event.event === 'spawned')).toHaveLength(1);
  });
});

describe('a command that serves HTTP', () => {
  const serving = (source: string) => ({ ...bench.node(source), kind: 'http-command', headers: {} });

  it('first_bytes: it must print its address', async () => {
    const report = await bench.diagnose(serving(`console.log('Hello!'); process.stdin.resume();`));
    expect(soleBreak(report)).toBe('first_bytes');
    expect(evidenceOf(report)).toContain('Hello!');
  });

  it('tcp: it must listen there', async () => {
    const report = await bench.diagnose(
      serving(`console.log('{"url":"http://127.0.0.1:1/mcp"}'); process.stdin.resume();`),
    );
    expect(soleBreak(report)).toBe('tcp');
  });

  it('http_status: it must respond', async () => {
    const report = await bench.diagnose(
      serving(
        `import { createServer } from 'node:http'; const s = createServer((_, r) => r.writeHead(500).end('oops')); s.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ url: 'http://127.0.0.1:' + s.address().port })));`,
      ),
    );
    expect(soleBreak(report)).toBe('http_status');
    expect(evidenceOf(report)).toContain('oops');
  });
});

describe('on Windows', () => {
  it('finds commands by the extensions in PATHEXT', async () => {
    const options = { platform: 'win32' as const, env: { Path: `C:/nowhere;${bench.folder}`, PATHEXT: '.EXE;.CMD' } };
    const missing = await bench.diagnose(command('acme'), options);
    expect(soleBreak(missing)).toBe('command');
    expect(evidenceOf(missing)).toContain('.EXE;.CMD');
    chmodSync(bench.file('acme.cmd', 'rem'), 0o755);
    const found = await bench.diagnose(command('acme'), options);
    expect(found.checks.find(({ id }) => id === 'command')?.state).toBe('ok');
  });
});

import { decode } from '../../../shared/decode/decode.ts';
