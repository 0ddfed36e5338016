import { describe, expect, it } from 'vitest';
import { readServer, suggestName } from './command-line.ts';
import { splitWords } from './split-words.ts';

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

  it('keeps shell syntax as plain text', () => {
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

  it('reports an unclosed quotation mark', () => {
    expect(splitWords('node "a')).toBeNull();
  });
});

describe('readServer', () => {
  it('distinguishes a URL from a command', () => {
    expect(readServer(' https://example.com/mcp ')).toEqual({ kind: 'http', url: 'https://example.com/mcp' });
    expect(readServer('KEY=1 npx -y @scope/server-files@1.2.0 .')).toEqual({
      kind: 'stdio',
      command: 'npx',
      args: ['-y', '@scope/server-files@1.2.0', '.'],
      env: { KEY: '1' },
    });
    expect(readServer('A=1')).toMatchObject({ kind: 'wrong' });
  });
});

describe('a local address without its scheme', () => {
  it.each(['localhost:3000/mcp', '127.0.0.1:8080', '[::1]:80/', 'localhost/mcp'])('%s is not a program', (text) => {
    expect(readServer(text)).toEqual({ kind: 'http', url: `http://${text}` });
  });
  it.each(['localhost', 'localhost:3000 --x', 'localhost-server/run', 'C:\\127.0.0.1:3'])('%s is one', (text) => {
    expect(readServer(text).kind).toBe('stdio');
  });
});

describe('suggestName', () => {
  it('names the server, not its runner', () => {
    expect(suggestName(readServer('npx -y @scope/server-files@1.2.0 .'))).toBe('files');
    expect(suggestName(readServer('python3 tools/orders.py'))).toBe('orders');
    expect(suggestName(readServer('http://127.0.0.1:8080/mcp'))).toBe('127.0.0.1:8080');
  });
});

describe('a suggested name', () => {
  it.each([
    ['node /home/me/acme-mcp/dist/index.js', 'acme-mcp'],
    ['node ./build/index.js', 'node server'],
    ['python /srv/weather/src/server.py', 'weather'],
    ['python -m mcp_server_git --repository /x', 'git'],
    ['uv --directory /home/me/tools run main.py', 'uv server'],
    ['npx -y @modelcontextprotocol/server-filesystem@2025.8.21 /home/me', 'filesystem'],
    ['uvx mcp-server-time@latest', 'time'],
    ['docker run -i --rm -e API_KEY=sk-live-1234 ghcr.io/acme/orders-mcp:1.2', 'orders-mcp'],
    ['docker run -e API_KEY -v /home/me:/data --name box mcp/fetch', 'fetch'],
    ['API_KEY=abc node server.js', 'node server'],
    ['node /home/me/index.js --token=abc', 'me'],
    ['https://api.acme.dev/mcp', 'api.acme.dev'],
  ])('%s: %s', (line, name) => expect(suggestName(readServer(line))).toBe(name));
});
