import { describe, expect, it } from 'vitest';
import { decode } from '../decode.ts';
import { context } from '../testing/fixtures.ts';

const ended = (stderr: string[], code: number, isStart = true) =>
  decode(
    { method: isStart ? 'initialize' : 'tools/call', process: { code, signal: null, stderr, isStart } },
    context(),
  );

describe('a script that is not there', () => {
  it.each([
    ["python3: can't open file '/srv/garden/main.py': [Errno 2] No such file or directory", '/srv/garden/main.py'],
    ["Error: Cannot find module '/srv/garden/dist/index.js'", '/srv/garden/dist/index.js'],
    ['error: Module not found "file:///srv/garden/main.ts".', '/srv/garden/main.ts'],
    ['Error: Unable to access jarfile garden.jar', 'garden.jar'],
  ])('is named with its path: %s', (line, path) => {
    const failure = ended([line], 1);
    expect(failure?.sentence).toBe(`${path} does not exist: correct the command of acme`);
    expect(failure?.remedy).toEqual([
      `Correct the path of the script: “${path}” does not exist where the server runs.`,
    ]);
    expect(failure).toMatchObject({ owner: 'settings', retry: { verdict: 'after_fix' } });
  });

  it('is not a package that a file of the server asks for', () => {
    const failure = ended(["Error: Cannot find module '/srv/garden/lib/soil.js'", 'Require stack:', '- /srv/x.js'], 1);
    expect(failure?.sentence).not.toContain('does not exist');
  });
});

describe('a process that exits with 0 while a call is open', () => {
  it('is not explained by what it logged last', () => {
    const failure = ended(['[Registry] Registered tool: water (core)'], 0);
    expect(failure?.sentence).toBe('acme exited normally (code 0) as it started');
    expect(failure).toMatchObject({ quote: null, certainty: 'a guess' });
    expect(ended(['Fatal: the well is empty'], 0)?.quote?.text).toBe('Fatal: the well is empty');
  });

  it('may have lost its input', () => {
    expect(ended([], 0, false)?.remedy.join(' ')).toContain('closed its input too early');
  });
});

describe('what a server says before it ends', () => {
  it('is read out of an object that was printed over several lines', () => {
    const failure = ended(['Server error: [', '  {', '    "message": "Garden URL cannot be empty",', '  }', ']'], 1);
    expect(failure).toMatchObject({ owner: 'settings', quote: { text: 'Garden URL cannot be empty' } });
  });
  it('is not where its documentation is', () => {
    const failure = ended(
      ['garden-server is deprecated.', 'Use the garden program.', 'Docs: https://garden.example'],
      1,
    );
    expect(failure?.sentence).toBe('acme ended (exit code 1): garden-server is deprecated');
    expect(failure?.remedy[0]).toContain('no longer maintained');
  });
});
