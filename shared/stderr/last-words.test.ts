import { describe, expect, it } from 'vitest';
import { hintsIn } from './hints.ts';
import { lastWords, wantOf } from './last-words.ts';

const help = [
  'Usage: acme-mcp [--access-token=<token>] [--host=<host>]',
  '       acme-mcp auth [login|logout]',
  '',
  'Authentication:',
  '  --access-token <token>  Required for self-hosted instances',
  ...Array.from({ length: 60 }, (_, index) => `  --option-${index}  Something that must not fail`),
  'Examples:',
  '  acme-mcp --access-token=T --invalid-ok',
];

describe('the most informative stderr line', () => {
  it('is no line of the code that a traceback in a box shows', () => {
    expect(
      lastWords([
        '│ ValueError: no beds │',
        '│   211 │   │   except Exception as error: │',
        '│ ❱ 212 │   │   raise │',
        'Beds.raise_exception(',
      ]),
    ).toBe('ValueError: no beds');
  });
  it('may come before a page of help', () => {
    expect(lastWords(['acme 1.0', 'Error: No access token was provided.', ...help])).toBe(
      'Error: No access token was provided.',
    );
  });

  it('is the cause, not the framework that reports it', () => {
    const lines = ['NoSuchBedError: oak', 'UnexpectedToolError: Error executing', 'tool dig'];
    expect(lastWords(lines)).toBe('NoSuchBedError: oak');
  });

  it('is no line about progress, but may be a warning', () => {
    expect(lastWords(['INFO: garden: digging bed 4', '{"level":30,"msg":"digging"}'])).toBe('');
    expect(lastWords(['WARN low water', 'INFO: garden: digging bed 4'])).toBe('WARN low water');
  });

  it('may come after it', () => {
    const said = 'acme.py: error: the following arguments are required: --db';
    expect(lastWords(['usage: acme.py [-h] --db DB', said])).toBe(said);
    expect(lastWords([...help, said])).toBe(said);
  });

  it('is the error of Go’s flags before their help', () => {
    const usage = [
      'Usage of gardend:',
      '  -log-level string',
      '    \tLog level: debug, info, warn, error (default "info")',
    ];
    for (const said of [
      'flag provided but not defined: -nope',
      'flag needs an argument: -port',
      'invalid value "x" for flag -port: parse error',
    ]) {
      expect(lastWords([said, ...usage])).toBe(said);
      expect(wantOf(said)).toBe('usage');
    }
    expect(wantOf('Please provide a database URL as a command-line argument')).toBe('usage');
    expect(wantOf("Error: invalid --local-timezone 'Nowhere/Land': not a known timezone name")).toBe('usage');
  });

  it('is npm’s error, not the path of its log', () => {
    const said =
      "npm error 404  The requested resource 'no-such-mcp@*' could not be found or you do not have permission.";
    const lines = [
      'npm error code E404',
      'npm error 404 Not Found - GET https://registry.npmjs.org/no-such-mcp',
      'npm error 404',
      said,
      'npm error 404',
      'npm error 404 Note that you can also install from a',
      'npm error 404 tarball, folder, http url, or git url.',
      'npm error A complete log of this run can be found in: /root/.npm/_logs/2026-11-16-debug-0.log',
    ];
    expect(lastWords(lines)).toBe(said);
  });
});

describe('the names of Python’s errors', () => {
  it('are not network codes', () => {
    expect(wantOf('SyntaxError: Unexpected token \'h\', "host=a" is not valid JSON', true)).toBe('change');
    expect(wantOf('json.decoder.JSONDecodeError: Expecting value: line 1 column 1 (char 0)', true)).toBe('change');
    expect(wantOf("FileNotFoundError: [Errno 2] No file: 'a.toml'", true)).toBe('change');
    const fixes = hintsIn(["ModuleNotFoundError: No module named 'yaml'"]);
    expect(fixes).toHaveLength(1);
    expect(fixes[0]?.words).toContain('lacks the Python package “yaml”');
    expect(hintsIn(['Error: getaddrinfo ENOTFOUND api.example'])[0]?.words).toContain('could not reach something');
  });

  it('distinguish a missing package from one of another version', () => {
    const fixes = hintsIn(["ModuleNotFoundError: No module named 'mcp.server.context'"]);
    expect(fixes.map(({ words }) => words)).toEqual([
      'The server says that its Python package “mcp” has no “mcp.server.context”: most likely another version of “mcp” is installed than it was written for. Install the one that it asks for.',
    ]);
  });
});
