import { describe, expect, it } from 'vitest';
import { readServer, splitWords, suggestName } from '../../shared/command-line.ts';
import { readForm } from './command-line.ts';

const form = { line: '', name: '', env: '', headers: '', cwd: '', timeoutSeconds: '60' };

describe('splitWords', () => {
  it('splits at spaces and keeps quoted words whole', () => {
    expect(splitWords(`node "my server.js" --name 'a "b"' c\\ d ""`)).toEqual([
      'node',
      'my server.js',
      '--name',
      'a "b"',
      'c d',
      '',
    ]);
  });

  it('leaves what a shell would obey as it is', () => {
    expect(splitWords('echo $(id) ; rm -rf ~ | cat `x`')).toEqual([
      'echo',
      '$(id)',
      ';',
      'rm',
      '-rf',
      '~',
      '|',
      'cat',
      '`x`',
    ]);
  });

  it('keeps backslashes of Windows paths', () => {
    expect(splitWords('C:\\tools\\server.exe "C:\\Program Files\\x"')).toEqual([
      'C:\\tools\\server.exe',
      'C:\\Program Files\\x',
    ]);
  });

  it('says when a quotation mark is open', () => {
    expect(splitWords('node "a')).toBeNull();
  });
});

describe('readServer', () => {
  it('tells an address from a command', () => {
    expect(readServer(' https://example.com/mcp ')).toEqual({ kind: 'http', url: 'https://example.com/mcp' });
    expect(readServer('KEY=1 npx -y @scope/server-files@1.2.0 .')).toEqual({
      kind: 'stdio',
      command: 'npx',
      args: ['-y', '@scope/server-files@1.2.0', '.'],
      env: { KEY: '1' },
    });
    expect(readServer('http://')).toMatchObject({ kind: 'wrong' });
    expect(readServer('A=1')).toMatchObject({ kind: 'wrong' });
  });
});

describe('suggestName', () => {
  it('names the server, not what runs it', () => {
    expect(suggestName(readServer('npx -y @scope/server-files@1.2.0 .'))).toBe('server-files');
    expect(suggestName(readServer('python3 tools/orders.py'))).toBe('orders');
    expect(suggestName(readServer('http://127.0.0.1:8080/mcp'))).toBe('127.0.0.1:8080');
  });
});

describe('readForm', () => {
  it('makes a configuration', () => {
    expect(readForm({ ...form, line: 'node a.js', env: 'TOKEN=x=y\n', timeoutSeconds: '2.5' })).toEqual({
      config: {
        name: 'a',
        callTimeoutMs: 2500,
        transport: { kind: 'stdio', command: 'node', args: ['a.js'], env: { TOKEN: 'x=y' } },
      },
    });
    expect(readForm({ ...form, line: 'http://x/mcp', headers: 'Authorization: Bearer t' })).toMatchObject({
      config: { transport: { kind: 'http', headers: { Authorization: 'Bearer t' } } },
    });
  });

  it('says what is wrong', () => {
    expect(readForm({ ...form, line: 'node a.js', env: 'nonsense' })).toEqual({
      problem: '“nonsense” has no equals sign.',
    });
    expect(readForm({ ...form, line: 'node a.js', timeoutSeconds: 'soon' })).toHaveProperty('problem');
  });
});
