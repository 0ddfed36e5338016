// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the language of shells.
// The environment and the words of a watched server, compared byte for byte with those of the same server started without Misfire.
// Only Linux shows both to a test (/proc).

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bridgeLauncherFor, launcherFor, launchShell } from '../../setup/launcher.ts';
import { wrapProgram } from '../testing/test-peers.ts';

let data: string;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'misfire-environment-'));
  writeFileSync(places().launchFile, launchShell);
});
afterEach(() => rmSync(data, { recursive: true, force: true }));

const places = () => ({
  runtime: process.execPath,
  isApp: false,
  file: wrapProgram,
  bridge: join(data, 'bridge.cjs'),
  dataDir: data,
  launchFile: join(data, 'misfire-launch.sh'),
});
/** The command line of a client's entry, as Misfire writes it. */
const entry = (command: readonly string[], server = 'files', program = places()): string[] => {
  const launcher = launcherFor('linux', program, server, 'Cursor');
  return [launcher.command, ...launcher.args, ...command];
};
/** The same by hand. */
const byHand = (command: readonly string[]): string[] => [
  process.execPath,
  wrapProgram,
  '--data',
  data,
  '--',
  ...command,
];

function run([command = '', ...args]: readonly string[], env: NodeJS.ProcessEnv = {}, cwd = '/') {
  const { stdout, stderr, status, signal } = spawnSync(command, args, { env, cwd, input: '' });
  return { out: stdout.toString('latin1'), err: stderr.toString('latin1'), status, signal };
}

/** Prints its environment. Its own program, so that no shell changes anything. */
const showEnvironment = ['/bin/cat', '/proc/self/environ'];
const variables = (found: { out: string }): string[] => found.out.split('\0').slice(0, -1).sort();

const awkward: Record<string, NodeJS.ProcessEnv> = {
  'no variables': {},
  'NODE_OPTIONS that no Node takes': { NODE_OPTIONS: '--require=/missing.js', PATH: '/usr/bin:/bin' },
  'NODE_OPTIONS with spaces, quotes and a line break': { NODE_OPTIONS: `--title="a 'b' \\" c"\n--no-such-option` },
  'an empty NODE_OPTIONS': { NODE_OPTIONS: '', NODE_DEBUG: '' },
  'variables that make Node talk, write or listen': {
    NODE_DEBUG: '*',
    NODE_DEBUG_NATIVE: '*',
    NODE_PENDING_DEPRECATION: '1',
    NODE_EXTRA_CA_CERTS: '/missing.pem',
    NODE_CHANNEL_FD: '3',
    NODE_UNIQUE_ID: '1',
    NODE_ICU_DATA: '/missing',
    OPENSSL_CONF: '/missing.cnf',
    UV_THREADPOOL_SIZE: '0',
  },
  'what clients made with Electron set': {
    ELECTRON_RUN_AS_NODE: '1',
    ELECTRON_NO_ASAR: '',
    ELECTRON_ENABLE_LOGGING: '1',
  },
  'what shells set': { PWD: '/not/here', OLDPWD: '/not/there', SHLVL: '41', _: 'underscore', PPID: '1', IFS: 'x' },
  'names that no shell takes': {
    'a.b': '1',
    '2c': '2',
    'd e': '3',
    'f-g': '4',
    'npm_config_//host/:_auth': 'x',
    '%': 'y',
  },
  'names of ours': {
    MISFIRE_ENVIRON_0: '1 1',
    MISFIRE_ENVIRON_1: 'QT0xAA==',
    MISFIRE_ENVIRON_8: 'x',
    MISFIRE_MOVED_A: 'b',
    MISFIRE_START_0: 'exit 3',
  },
  'names of JavaScript': { __proto__x: '1', constructor: '2', toString: '3', ...JSON.parse('{"__proto__":"4"}') },
  'values with line breaks and other variables in them': {
    A: 'x\nNODE_OPTIONS=y\nexport NODE_DEBUG=z',
    B: '$A `B` * "\'',
  },
  'long values': { A: 'a'.repeat(120_000), B: 'b '.repeat(60_000), C: 'ü'.repeat(60_000), NODE_OPTIONS: '--bad' },
};

describe.skipIf(process.platform !== 'linux')('the environment of a watched server', () => {
  for (const [what, env] of Object.entries(awkward))
    it(`is the client’s own through its entry: ${what}`, () => {
      const watched = run(entry(showEnvironment), env);
      expect(variables(watched)).toEqual(variables(run(showEnvironment, env)));
      expect([watched.err, watched.status]).toEqual(['', 0]);
    });

  for (const what of [
    'what shells set',
    'names that no shell takes',
    'names of ours',
    'names of JavaScript',
    'long values',
  ])
    it(`is the client’s own by hand: ${what}`, () => {
      const { NODE_OPTIONS: _, ...env } = awkward[what] as NodeJS.ProcessEnv;
      const watched = run(byHand(showEnvironment), env);
      expect(variables(watched)).toEqual(variables(run(showEnvironment, env)));
      expect([watched.err, watched.status]).toEqual(['', 0]);
    });

  it('may name settings of OpenSSL that no Node starts with', () => {
    const settings = join(data, 'openssl.cnf');
    writeFileSync(settings, '[not closed\n');
    const watched = run(entry(showEnvironment), { OPENSSL_CONF: settings });
    expect([variables(watched), watched.err, watched.status]).toEqual([[`OPENSSL_CONF=${settings}`], '', 0]);
  });

  it('is handed over without /proc too, but for what the shell itself changes', () => {
    const elsewhere = entry(showEnvironment);
    const withoutProc = launchShell.replace('/proc/$$ -ef /proc/self', '1 -gt 2');
    expect(withoutProc).not.toBe(launchShell);
    writeFileSync(places().launchFile, withoutProc);
    const env = {
      NODE_OPTIONS: '--require=/missing.js',
      NODE_DEBUG: '',
      ELECTRON_RUN_AS_NODE: '1',
      A: 'x\ny',
      PWD: '/',
    };
    const watched = run(elsewhere, env);
    expect(variables(watched)).toEqual(variables(run(showEnvironment, env)));
    expect([watched.err, watched.status]).toEqual(['', 0]);
    const long = run(elsewhere, { ...env, B: 'b '.repeat(60_000), C: 'c'.repeat(100_000) });
    expect([variables(long).map((each) => each.length), long.err]).toEqual([[5, 120_002, 100_002, 22, 11, 34, 5], '']);
  });

  it('keeps values and names that are not UTF-8, through its entry and by hand', () => {
    // A client of another language: it sets what Node cannot.
    const script =
      'A=$(printf "x\\377\\200y\\n.") B=$(printf "\\351"); A=${A%.}; export A B; exec env "odd.name=it\'s" "raw.odd=$(printf "\\377")" "$(printf "\\370")=1" "$@"';
    const client = (command: readonly string[]) => ['/bin/sh', '-c', script, 'client', ...command];
    const own = { MISFIRE_START_0: 'exit 3', misfire_v0: 'x', misfire_start: 'exit 4' };
    const env = { PATH: '/usr/bin:/bin', PWD: '/', SHLVL: '7', OLDPWD: '/not/there', C: "it's ü", ...own };
    const bare = variables(run(client(showEnvironment), env));
    expect(bare).toEqual(expect.arrayContaining(['A=x\xff\x80y\n', 'raw.odd=\xff', '\xf8=1']));
    for (const start of [entry, byHand]) {
      const watched = run(client(start(showEnvironment)), env);
      expect(variables(watched)).toEqual(bare);
      expect([watched.err, watched.status]).toEqual(['', 0]);
    }
    // What the shells in between set is not the client's.
    const few = ['/bin/sh', '-c', 'exec env -i "B=$(printf "\\351")" "$@"', 'client'];
    for (const start of [entry, byHand])
      expect(variables(run([...few, ...start(showEnvironment)]))).toEqual(['B=\xe9']);
  });

  it('has each name once, with the value that getenv finds', () => {
    const twice = Buffer.from('A=1\0A=2\0B=3\0no value\0').toString('base64');
    const script = 'export MISFIRE_ENVIRON_0="$$ 1" MISFIRE_ENVIRON_1="$1"; shift; exec "$@"';
    const found = run(['/bin/sh', '-c', script, 'entry', twice, ...byHand(showEnvironment)]);
    expect(variables(found)).toEqual(['A=1', 'B=3']);
  });

  it('keeps a bridge from NODE_OPTIONS, and leaves it the certificates', () => {
    writeFileSync(
      join(data, 'bridge.cjs'),
      'console.log(JSON.stringify([process.env.NODE_OPTIONS, process.env.NODE_EXTRA_CA_CERTS]))',
    );
    const { command, args } = bridgeLauncherFor('linux', places(), { server: 'a', client: 'b', isOld: false });
    const env = { NODE_OPTIONS: '--require=/missing.js', NODE_EXTRA_CA_CERTS: '/dev/null' };
    expect(run([command, ...args, 'http://127.0.0.1/'], env)).toMatchObject({ out: '[null,"/dev/null"]\n', status: 0 });
  });

  it('gets no PWD from the entry when Misfire is gone', () => {
    const gone = { ...places(), file: '/missing/wrap.cjs' };
    expect(variables(run(entry(showEnvironment, 'files', gone), { A: '1' }))).toEqual(['A=1']);
    const env = { A: '1', PWD: '/', NODE_OPTIONS: '--bad' };
    expect(variables(run(entry(showEnvironment, 'files', gone), env))).toEqual(['A=1', 'NODE_OPTIONS=--bad', 'PWD=/']);
  });

  it('starts in a folder that is gone', () => {
    const folder = join(data, 'gone');
    mkdirSync(folder);
    const script = 'rmdir "$1"; shift; exec "$@"';
    const found = run(['/bin/sh', '-c', script, 'client', folder, ...byHand(showEnvironment)], { A: '1' }, folder);
    expect([found.status, found.err]).toEqual([0, '']);
    expect(variables(found)).toContain('A=1');
  });
});

describe.skipIf(process.platform !== 'linux')('the words of a watched server', () => {
  const showWords = ['/bin/sh', '-c', 'exec cat /proc/$$/cmdline', 'words'];
  const wordsOf = (command: readonly string[]) => run(command, { PATH: '/usr/bin:/bin' }).out;

  it('are the client’s own: empty, with line breaks, with quotes, long, and as Misfire’s own', () => {
    const server = ['', ' ', 'a\nb\n', `'"\\`, '$HOME', '--', '--name', '-e', 'x'.repeat(120_000), 'ü\ufffd'];
    // The words of cat itself: the shell is gone by then.
    const shown = (words: readonly string[]) => ['/bin/sh', '-c', 'for word; do printf "%s|" "$word"; done', ...words];
    const bare = wordsOf(shown(['words', ...server]));
    for (const start of [entry, byHand]) expect(wordsOf(start(shown(['words', ...server])))).toBe(bare);
  });

  it('pass when they are not UTF-8', () => {
    const script = 'a=$(printf "\\377\\n.") b=$(printf "\\303"); exec "$@" "${a%.}" "" "it\'s" "$b=%s\\\\" "ü"';
    const client = (command: readonly string[]) => ['/bin/sh', '-c', script, 'client', ...command];
    const shown = ['/bin/sh', '-c', 'for word; do printf "%s|" "$word"; done; echo "$#"', 'words', '-x'];
    const bare = wordsOf(client(shown));
    expect(bare).toBe("-x|\xff\n||it's|\xc3=%s\\|\xc3\xbc|6\n");
    for (const start of [entry, byHand]) expect(wordsOf(client(start(shown)))).toBe(bare);
    expect(wordsOf(client(byHand(showWords)))).toContain('cat\0/proc/');
  });

  it('reach a server that is called --, in a folder of the PATH', () => {
    const folder = join(data, 'bin');
    mkdirSync(folder);
    writeFileSync(join(folder, '--'), '#!/bin/sh\necho "started with $1"\n', { mode: 0o755 });
    const env = { PATH: `${folder}:/usr/bin:/bin` };
    for (const start of [entry, byHand])
      expect(run(start(['--', 'x']), env)).toMatchObject({ out: 'started with x\n', err: '', status: 0 });
  });

  it('start under an entry that is called --', () => {
    expect(run(entry(['/bin/echo', 'up'], '--'))).toMatchObject({ out: 'up\n', err: '', status: 0 });
    // As the version before wrote it.
    const own = ['--name', '--', '--client', '--', '--data', data, '--', '/bin/echo', 'up'];
    expect(run([process.execPath, wrapProgram, ...own])).toMatchObject({ out: 'up\n', err: '', status: 0 });
  });
});
