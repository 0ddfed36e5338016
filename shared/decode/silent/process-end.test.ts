import { describe, expect, it } from 'vitest';
import { decode } from '../decode.ts';
import { context } from '../testing/account-fixtures.ts';

const ended = (stderr: string[], code: number, isStart = true) =>
  decode(
    { method: isStart ? 'initialize' : 'tools/call', process: { code, signal: null, stderr, isStart } },
    context(),
  );

describe('a missing script', () => {
  it.each([
    ["python3: can't open file '/srv/garden/main.py': [Errno 2] No such file or directory", '/srv/garden/main.py'],
    ["Error: Cannot find module '/srv/garden/dist/index.js'", '/srv/garden/dist/index.js'],
    ['error: Module not found "file:///srv/garden/main.ts".', '/srv/garden/main.ts'],
    ['Error: Unable to access jarfile garden.jar', 'garden.jar'],
    ['bash: /srv/garden/start.sh: No such file or directory', '/srv/garden/start.sh'],
    ['sh: 0: cannot open start.sh: No such file', 'start.sh'],
    ['Can\'t open perl script "garden.pl": No such file or directory', 'garden.pl'],
    ['ruby: No such file or directory -- garden.rb (LoadError)', 'garden.rb'],
  ])('is named with its path: %s', (line, path) => {
    const failure = ended([line], 1);
    expect(failure?.sentence).toBe(`${path} does not exist: correct the command of acme`);
    expect(failure?.remedy).toEqual([
      `Correct the path of the script: “${path}” does not exist where the server runs.`,
    ]);
    expect(failure).toMatchObject({ owner: 'settings', retry: { verdict: 'after_fix' } });
  });

  it('is named with the file that was probably intended', () => {
    const stderr = ["python3: can't open file '/srv/garden/mian.py': [Errno 2] No such file or directory"];
    const process = { code: 2, signal: null, stderr, isStart: true, nearest: '/srv/garden/main.py' };
    const failure = decode({ method: 'initialize', process }, context());
    expect(failure?.remedy[0]).toContain('Did you mean “/srv/garden/main.py”?');
    expect(failure?.evidence).toContainEqual(
      expect.objectContaining({ path: 'process.nearest', value: '/srv/garden/main.py' }),
    );
    const other = { ...process, stderr: ['ValueError: no garden'] };
    const unrelated = decode({ method: 'initialize', process: other }, context());
    expect(JSON.stringify(unrelated)).not.toContain('main.py');
  });

  it('is not a package that a server file imports', () => {
    const failure = ended(["Error: Cannot find module '/srv/garden/lib/soil.js'", 'Require stack:', '- /srv/x.js'], 1);
    expect(failure?.sentence).not.toContain('does not exist');
  });
});

describe('a server that says what to do before it can start', () => {
  const why = 'Error: unable to open the garden: no bed is selected and none is defined.';
  it('is quoted', () => {
    const failure = ended(
      [why, "Configure a bed with 'garden set-bed <name>'", 'Usage:', '  garden-server [flags]'],
      1,
    );
    expect(failure?.remedy[0]).toBe("The server suggests: “Configure a bed with 'garden set-bed <name>'”");
    expect(failure?.owner).toBe('settings');
  });
  it('is not quoted from a page of help further down', () => {
    expect(
      ended([why, '', 'Usage:', '  Run garden-server --port 8080 to serve it'], 1)?.remedy.join(' '),
    ).not.toContain('suggests');
  });
});

describe('what the settings name and does not exist', () => {
  it.each([
    ['npm error code E404', "npm error 404  '@acme/mcp-garden@*' is not in this registry."],
    ['Warning: Cannot access directory /srv/beds, skipping', 'Error: None of the specified directories are accessible'],
    ["Error accessing directory /srv/beds: Error: ENOENT: no such file or directory, stat '/srv/beds'"],
  ])('is fixed in the settings: %s', (...stderr) => {
    expect(ended(stderr, 1)).toMatchObject({ owner: 'settings', retry: { verdict: 'after_fix' } });
  });

  it.each([
    ['npm has no package @acme/mcp-garden', "npm error 404  '@acme/mcp-garden@*' is not in this registry."],
    [
      'npm has no package weather-mpc',
      'npm error 404 Not Found - GET https://registry.npmjs.org/weather-mpc - Not found',
    ],
    ['npm has no package @a/b', 'npm ERR! 404 Not Found - GET https://registry.npmjs.org/@a%2fb - Not found'],
    [
      'PyPI has no package mcp-gardn',
      '  ╰─▶ Because mcp-gardn was not found in the package registry and you require it',
    ],
    [
      '/srv/beds does not exist',
      'Warning: Cannot access directory /srv/beds, skipping',
      'Error: None of the specified directories are accessible',
    ],
    ['/srv/beds does not exist', 'Error accessing directory /srv/beds: Error: ENOENT: no such file or directory'],
  ])('is named: %s', (sentence, ...stderr) => {
    expect(ended(stderr, 1)?.sentence).toBe(sentence);
  });

  it.each([
    ["fatal: cannot change to '/srv/beds': No such file or directory", '/srv/beds'],
    ['ERROR:garden.server:/srv/beds does not exist', '/srv/beds'],
    ['bash: line 1: cd: /srv/beds: No such file or directory', '/srv/beds'],
    ["FileNotFoundError: [Errno 2] No such file or directory: '/srv/my beds/a.json'", '/srv/my beds/a.json'],
    ["Error: ENOENT: no such file or directory, open '/srv/a.json'", '/srv/a.json'],
    ['open /srv/a.yaml: no such file or directory', '/srv/a.yaml'],
    ['Error: Config file not found: ./garden.json', './garden.json'],
    ["The system cannot find the path specified: 'C:\\beds\\west'", 'C:\\beds\\west'],
  ])('is a path that the last line says is missing: %s', (line, path) => {
    expect(ended([line], 1)).toMatchObject({
      sentence: `${path} does not exist`,
      owner: 'settings',
      remedy: [`Correct ${path} in the arguments or variables of the server, or create it where the server runs.`],
      fix: { kind: 'setting', wrong: { kind: 'path', name: path } },
    });
  });

  it.each([
    '/srv/beds is not a valid Git repository',
    "Error: ENOENT: no such file or directory, open '/srv/node_modules/garden/beds.json'",
    'dial unix /var/run/docker.sock: connect: no such file or directory',
    '/usr/bin/env: ‘gardend’: No such file or directory',
  ])('is no path that exists or that no setting names: %s', (line) => {
    expect(ended([line], 1)?.sentence).not.toContain('does not exist');
  });

  it('is no path before the last line, without which the server went on', () => {
    const failure = ended(['Config file /srv/a.json not found', 'TypeError: boom'], 1);
    expect(failure?.sentence).not.toContain('does not exist');
  });

  it('is not named after a folder that was only skipped', () => {
    const failure = ended(['Warning: Cannot access directory /srv/beds, skipping', 'TypeError: boom'], 1);
    expect(failure?.sentence).not.toContain('does not exist');
  });
});

describe('a process that exits with 0 while a call is open', () => {
  it('is not explained by its last log line', () => {
    const failure = ended(['[Registry] Registered tool: water (core)'], 0);
    expect(failure?.sentence).toBe('acme exited normally (code 0) as it started');
    expect(failure).toMatchObject({ quote: null, certainty: 'a guess' });
    expect(ended(['Fatal: the well is empty'], 0)?.quote?.text).toBe('Fatal: the well is empty');
  });

  it('may have lost its input', () => {
    expect(ended([], 0, false)?.remedy.join(' ')).toContain('closed its input too early');
  });
});

describe('the output of a server before it exits', () => {
  it('is read from an object printed over several lines', () => {
    const failure = ended(['Server error: [', '  {', '    "message": "Garden URL cannot be empty",', '  }', ']'], 1);
    expect(failure).toMatchObject({ owner: 'settings', quote: { text: 'Garden URL cannot be empty' } });
  });
  it('does not include its documentation link', () => {
    const failure = ended(
      ['garden-server is deprecated.', 'Use the garden program.', 'Docs: https://garden.example'],
      1,
    );
    expect(failure?.sentence).toBe('acme ended (exit code 1): garden-server is deprecated');
    expect(failure?.remedy[0]).toContain('no longer maintained');
  });
});

describe('a missing variable in the middle of a call', () => {
  const inCall = (stderr: string[]) => ended(stderr, 1, false);
  const ofProcess = (stderr: string[]) => decode({ process: { code: 1, signal: null, stderr } }, context());
  const python = ['Traceback (most recent call last):', '  File "<frozen os>", line 679, in __getitem__'];

  it('is named on the call as on the process', () => {
    const stderr = ['ready', 'Error: LATE_TOKEN is not set', '    at call (index.js:3:1)'];
    for (const failure of [inCall(stderr), ofProcess(stderr)])
      expect(failure).toMatchObject({
        sentence: 'Set LATE_TOKEN for acme',
        short: 'Set LATE_TOKEN',
        quote: { text: 'Error: LATE_TOKEN is not set', path: 'stderr[1]' },
        owner: 'settings',
        fix: { kind: 'setting', variables: ['LATE_TOKEN'] },
        retry: { verdict: 'after_fix' },
      });
  });

  it('may be named before the advice to provide it', () => {
    const failure = inCall(['Error: LATE_TOKEN is not set', 'Please provide an access token.']);
    expect(failure?.fix).toEqual({ kind: 'setting', variables: ['LATE_TOKEN'] });
  });

  it.each([
    ['a warning before another error', ['LATE_TOKEN is not set, using the default', 'TypeError: x is not a function']],
    ['a warning alone', ['WARN LATE_TOKEN is not set', 'panic: index out of range']],
    ['the key of another mapping', ["KeyError: 'PRICE_LIST'"]],
  ])('is not %s', (_, stderr) => {
    for (const failure of [inCall(stderr), ofProcess(stderr)]) expect(failure?.sentence).not.toContain('Set ');
  });

  it('is the key that Python did not find in the environment', () => {
    const line = "    value = self._data[self.encodekey(key)] # os.environ['LATE_TOKEN']";
    expect(inCall([...python, line, "KeyError: 'LATE_TOKEN'"])?.short).toBe('Set LATE_TOKEN');
  });
});

describe('a native module that does not load', () => {
  it.each([
    [
      'Error: Could not locate the bindings file. Tried:\n → /srv/node_modules/better-sqlite3/build/better_sqlite3.node',
      'better-sqlite3',
    ],
    ['Error: Could not load the "sharp" module using the linux-x64 runtime', 'sharp'],
    [
      "The module '/srv/node_modules/canvas/build/canvas.node' was compiled against a different Node.js version using\n" +
        'NODE_MODULE_VERSION 115. This version of Node.js requires\nNODE_MODULE_VERSION 127.',
      'canvas',
    ],
    ['Error: No native build was found for platform=linux arch=x64', 'a package'],
  ])('is rebuilt, without suggesting a variable: %j', (text, name) => {
    const failure = ended(text.split('\n'), 1);
    expect(failure?.remedy[0]).toContain(`A compiled part of ${name} does not fit`);
    expect(failure?.remedy[0]).toContain('npm rebuild');
    expect(failure?.sentence).not.toContain('Set NODE');
  });
});
