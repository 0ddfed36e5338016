// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the tests are about the notation of variables.

import { describe, expect, it } from 'vitest';
import { toBase64 } from '../text/base64.ts';
import { readJsonc } from './jsonc.ts';
import { readServersText } from './read-servers.ts';

const only = (text: string) => {
  const { servers, problems } = readServersText(text);
  expect(problems).toEqual([]);
  expect(servers).toHaveLength(1);
  return servers[0]!;
};
const transportOf = (text: string) => only(text).config.transport;
const base64 = (text: string) => toBase64(new TextEncoder().encode(text));

describe('command lines', () => {
  it('reads a runner, its variables and its quotes', () => {
    const read = only('GITHUB_TOKEN=ghp_0123456789abcdefghij LOG=1 npx -y "@scope/my server" --root \'a b\'');
    expect(read.name).toBe('my server');
    expect(read.config.transport).toEqual({
      kind: 'stdio',
      command: 'npx',
      args: ['-y', '@scope/my server', '--root', 'a b'],
      env: { GITHUB_TOKEN: 'ghp_0123456789abcdefghij', LOG: '1' },
    });
    expect(read.config.secrets).toEqual(['env:GITHUB_TOKEN']);
  });

  it('sets the variables of an env command', () => {
    expect(transportOf('env A=1 B=2 uvx mcp-server-git')).toMatchObject({ command: 'uvx', env: { A: '1', B: '2' } });
  });

  it('reads docker, and reports a missing -i', () => {
    expect(only('docker run -i --rm -e TOKEN mcp/github').remark).toBe('');
    expect(only('docker run --rm mcp/github').remark).toContain('-i');
  });

  it('keeps Windows paths', () => {
    expect(transportOf('"C:\\Program Files\\nodejs\\npx.cmd" -y x')).toMatchObject({
      command: 'C:\\Program Files\\nodejs\\npx.cmd',
      args: ['-y', 'x'],
    });
    expect(transportOf('C:\\tools\\server.exe D:\\data')).toMatchObject({
      command: 'C:\\tools\\server.exe',
      args: ['D:\\data'],
    });
    expect(transportOf('\\\\nas\\tools\\server.exe')).toMatchObject({ command: '\\\\nas\\tools\\server.exe' });
  });

  it('keeps shell syntax as plain words, and says so', () => {
    const read = only('node a.js "; rm -rf ~" $(id) --inspect');
    expect(read.config.transport).toMatchObject({ args: ['a.js', '; rm -rf ~', '$(id)', '--inspect'] });
    expect(read.remark).toContain('no shell');
  });

  it('joins continued lines, and separates others', () => {
    expect(transportOf('npx -y \\\n  some-server \\\n  --x')).toMatchObject({ args: ['-y', 'some-server', '--x'] });
    expect(readServersText('https://a.example/mcp\nhttps://b.example/mcp').servers.map(({ name }) => name)).toEqual([
      'a.example',
      'b.example',
    ]);
  });

  it('reports errors', () => {
    expect(readServersText('node "a').problems).toEqual(['A quotation mark is not closed.']);
    expect(readServersText('A=1').problems[0]).toContain('no command');
    expect(readServersText('ftp://x/y').problems[0]).toContain('ftp://');
    expect(readServersText('  ')).toEqual({ servers: [], problems: [] });
  });
});

describe('URLs', () => {
  it('recognizes Streamable HTTP, and HTTP+SSE by its path', () => {
    expect(transportOf('https://example.com/mcp')).toEqual({
      kind: 'http',
      url: 'https://example.com/mcp',
      headers: {},
    });
    expect(transportOf('https://example.com/sse?x=1')).toMatchObject({ kind: 'sse' });
    expect(only('https://example.com/sse').remark).toContain('/sse');
    expect(readServersText('http://').problems).toHaveLength(1);
  });

  it('warns about a secret in the URL', () => {
    expect(only('https://example.com/mcp?api_key=abcdef123456').remark).toContain('secret');
    expect(only('https://example.com/mcp?page=2').remark).toBe('');
  });
});

describe('JSON', () => {
  const files = '{"command":"npx","args":["-y","files"]}';

  it.each([
    ['a whole file', `{"mcpServers":{"files":${files}}}`],
    ['the inner object', `{"files":${files}}`],
    ['one server in the middle of a file', `"files": ${files},`],
    ['VS Code', `{"servers":{"files":${files}},"inputs":[]}`],
    ['VS Code settings', `{"editor.fontSize":12,"mcp":{"servers":{"files":${files}}}}`],
    [
      'Zed',
      `{"theme":"x","context_servers":{"files":{"source":"custom","enabled":true,"command":"npx","args":["-y","files"]}}}`,
    ],
    [
      'Zed before',
      `{"context_servers":{"files":{"command":{"path":"npx","args":["-y","files"],"env":{}},"settings":{}}}}`,
    ],
    ['comments and trailing commas', `{ // mine\n "mcpServers": { /* here */ "files": ${files}, }, }`],
    ['Markdown', `\`\`\`json\n{"mcpServers":{"files":${files}}}\n\`\`\``],
    ['a list of words', '{"files":{"type":"local","command":["npx","-y","files"]}}'],
  ])('reads %s', (_, text) => {
    const read = only(text);
    expect(read.name).toBe('files');
    expect(read.config.transport).toEqual({ kind: 'stdio', command: 'npx', args: ['-y', 'files'], env: {} });
  });

  it('names a single server after its program', () => {
    expect(only(files).name).toBe('files');
    expect(only('{"type":"http","url":"https://example.com/mcp"}').name).toBe('example.com');
  });

  it('reads the projects of Claude Code', () => {
    const { servers } = readServersText(
      `{"mcpServers":{"a":${files}},"projects":{"/home/me/x":{"mcpServers":{"b":${files}}}}}`,
    );
    expect(servers.map(({ name, remark }) => [name, remark])).toEqual([
      ['a', ''],
      ['b', 'For the project /home/me/x.'],
    ]);
  });

  it('reads remote servers in all spellings', () => {
    const kinds = (entry: string) => transportOf(`{"mcpServers":{"x":${entry}}}`);
    expect(kinds('{"type":"streamable-http","url":"https://e.example/a","headers":{"X-Team":"1"}}')).toEqual({
      kind: 'http',
      url: 'https://e.example/a',
      headers: { 'X-Team': '1' },
    });
    expect(kinds('{"serverUrl":"https://e.example/sse"}')).toMatchObject({ kind: 'sse' });
    expect(kinds('{"httpUrl":"https://e.example/sse"}')).toMatchObject({ kind: 'http' });
    expect(kinds('{"type":"sse","url":"https://e.example/events"}')).toMatchObject({ kind: 'sse' });
  });

  it('turns VS Code inputs into secrets to fill in', () => {
    const read = only(
      '{"servers":{"gh":{"type":"http","url":"https://e.example/mcp","headers":{"Authorization":"Bearer ${input:tok}"}}},"inputs":[{"id":"tok","type":"promptString","description":"GitHub token","password":true}]}',
    );
    expect(read.config.secrets).toEqual(['header:Authorization']);
    expect(read.config.transport).toMatchObject({ headers: { Authorization: '' } });
    expect(read.remark).toBe('Fill in Authorization, as “Bearer …”: GitHub token.');
    expect(transportOf('{"servers":{"a":{"command":"x","args":["--key=${input:apiKey}"]}}}')).toMatchObject({
      args: ['--key=${API_KEY}'],
    });
  });

  it('keeps references in one notation, and does not treat them as secrets', () => {
    const read = only(
      '{"mcpServers":{"a":{"command":"x","env":{"API_TOKEN":"${env:MY_TOKEN}","B_TOKEN":"${B:-no}"}}}}',
    );
    expect(read.config.transport).toMatchObject({ env: { API_TOKEN: '${MY_TOKEN}', B_TOKEN: '${B:-no}' } });
    expect(read.config.secrets).toBeUndefined();
    expect(only('{"a":{"command":"x","cwd":"${workspaceFolder}/y"}}').remark).toContain('${workspaceFolder}');
  });

  it('suggests secrets in variables, headers and arguments', () => {
    const read = only(
      '{"a":{"command":"x","args":["--api-key","s3cr3tvalue"],"env":{"OPENAI_API_KEY":"abc","PORT":8080,"DEBUG":true}}}',
    );
    expect(read.config.secrets).toEqual(['env:OPENAI_API_KEY']);
    expect(read.config.transport).toMatchObject({ env: { PORT: '8080', DEBUG: 'true' } });
    expect(read.remark).toContain('An argument seems to be a secret');
  });

  it('keeps disabled servers, and reports what it left out', () => {
    const read = only('{"a":{"command":"x","disabled":true,"envFile":".env","alwaysAllow":[]}}');
    expect(read.remark).toBe('It is switched off there. Left out: envFile.');
  });

  it('names the server and the invalid field, and reads the others', () => {
    const { servers, problems } = readServersText(
      '{"mcpServers":{"good":{"command":"x"},"a":{"args":[]},"b":{"command":5},"c":{"url":"nonsense"},"d":{"command":"x","args":"y"},"e":{"type":"ws","url":"https://e.example"},"f":{"command":"x","env":{"A":{}}}}}',
    );
    expect(servers.map(({ name }) => name)).toEqual(['good']);
    expect(problems).toEqual([
      '“a”: it needs a "command" or a "url".',
      '“b”: its "command" is not a text.',
      '“c”: This is not a valid http:// or https:// address.',
      '“d”: its "args" must be a list of texts.',
      '“e”: the type "ws" is not known; Misfire speaks stdio, http and sse.',
      '“f”: "A" in its "env" is not a text.',
    ]);
  });

  it('reports the position of a JSON error', () => {
    const problem = (text: string) => readServersText(text).problems[0];
    expect(problem('{"mcpServers": {\n  "a": {"command": "x"}\n  "b": {}\n}}')).toBe(
      'This is not valid JSON. Line 3, column 3: a comma or “}” is missing before “"”.',
    );
    expect(problem('{"a": {"command": "x"}')).toContain('never closed');
    expect(problem("{'a': 1}")).toContain('double quotes');
    expect(problem('{“a”: 1}')).toContain('double quotes');
    expect(problem('{"a": {"command": "C:\\Users"}}')).toContain('backslash');
    expect(problem('{"a": [1, 2}')).toContain('comma or “]”');
    expect(problem('{"hello": 1}')).toContain('mcpServers');
    expect(readJsonc('['.repeat(5000)).ok).toBe(false);
  });

  it('handles __proto__', () => {
    const { servers } = readServersText('{"mcpServers":{"__proto__":{"command":"x","env":{"__proto__":"1"}}}}');
    expect(servers[0]?.name).toBe('__proto__');
    expect(({} as { command?: string }).command).toBeUndefined();
  });
});

describe('commands that add a server elsewhere', () => {
  it('reads claude mcp add', () => {
    expect(
      only(
        'claude mcp add airtable --scope user --env AIRTABLE_API_KEY=YOUR_KEY -- npx -y airtable-mcp-server --verbose',
      ),
    ).toMatchObject({
      name: 'airtable',
      config: {
        transport: {
          command: 'npx',
          args: ['-y', 'airtable-mcp-server', '--verbose'],
          env: { AIRTABLE_API_KEY: 'YOUR_KEY' },
        },
        secrets: ['env:AIRTABLE_API_KEY'],
      },
    });
    expect(
      only('claude mcp add --transport http api https://e.example/mcp \\\n  --header "Authorization: Bearer abcdefgh"'),
    ).toMatchObject({
      name: 'api',
      config: {
        transport: { kind: 'http', url: 'https://e.example/mcp', headers: { Authorization: 'Bearer abcdefgh' } },
        secrets: ['header:Authorization'],
      },
    });
    expect(transportOf('claude mcp add -t sse old https://e.example/events')).toMatchObject({ kind: 'sse' });
    expect(transportOf('claude mcp add seq npx -y @x/seq')).toMatchObject({ command: 'npx', args: ['-y', '@x/seq'] });
    expect(transportOf('claude mcp add-json w \'{"type":"stdio","command":"x"}\'')).toMatchObject({ command: 'x' });
    expect(readServersText('claude mcp add lonely').problems).toHaveLength(1);
  });

  it('reads code --add-mcp', () => {
    const read = only(`code --add-mcp '{"name":"play","command":"npx","args":["@playwright/mcp@latest"]}'`);
    expect(read).toMatchObject({ name: 'play', config: { transport: { command: 'npx' } } });
    expect(only(`code-insiders --add-mcp "{\\"name\\":\\"play\\",\\"command\\":\\"npx\\"}"`).name).toBe('play');
  });
});

describe('install links', () => {
  const config = '{"command":"npx","args":["-y","pg"],"env":{"Ü":"ä"}}';

  it('decodes Cursor and VS Code links and runs nothing', () => {
    const cursor = `cursor://anysphere.cursor-deeplink/mcp/install?name=post%20gres&config=${encodeURIComponent(base64(config))}`;
    expect(only(cursor)).toMatchObject({
      name: 'post gres',
      config: { transport: { command: 'npx', args: ['-y', 'pg'], env: { Ü: 'ä' } } },
    });
    const named = encodeURIComponent('{"name":"pg","command":"npx","args":["-y","pg"]}');
    expect(only(`vscode:mcp/install?${named}`).name).toBe('pg');
    expect(only(`https://vscode.dev/redirect?url=${encodeURIComponent(`vscode:mcp/install?${named}`)}`).name).toBe(
      'pg',
    );
    expect(
      only(`https://insiders.vscode.dev/redirect/mcp/install?name=pg&config=${encodeURIComponent(config)}`).name,
    ).toBe('pg');
    expect(only(`https://cursor.com/en/install-mcp?name=pg&config=${base64(config)}`).name).toBe('pg');
  });

  it('reports a damaged link', () => {
    expect(readServersText('cursor://anysphere.cursor-deeplink/mcp/install?name=a&config=%zz').problems[0]).toContain(
      'damaged',
    );
    expect(readServersText('vscode:mcp/install?%7B%22a').problems[0]).toContain('not JSON');
  });
});
