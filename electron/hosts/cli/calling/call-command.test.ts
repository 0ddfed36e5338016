// `misfire call` by the name of a tool, prompt or resource: reading arguments, checking them, and hiding nothing of what came.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunOptions, runHere } from '../../../launch/testing/run-here.ts';

/** `echo` answers with its arguments; `late` writes noise once its input has ended; `loud` writes noise, stderr and a response to nothing; `ask` wants an answer of a person. */
const server = `
import { createInterface } from 'node:readline';
const write = (text) => process.stdout.write(text + '\\n');
const send = (message) => write(JSON.stringify({ jsonrpc: '2.0', ...message }));
const text = (value) => ({ content: [{ type: 'text', text: JSON.stringify(value) }] });
const number = { type: 'integer', minimum: 1, maximum: 30 };
const tools = [
  { name: 'echo', description: 'Answers with its arguments.', inputSchema: { type: 'object', required: ['city'], properties: { city: { type: 'string' }, nights: number, tags: { type: 'array' }, wet: { type: 'boolean' } } } },
  { name: 'sum', inputSchema: { type: 'object' }, outputSchema: { type: 'object', properties: { total: { type: 'integer' } } } },
  { name: 'loud', inputSchema: { type: 'object' } },
  { name: 'late', inputSchema: { type: 'object' } },
  { name: 'ask', inputSchema: { type: 'object' } },
  { name: 'a/b', inputSchema: { type: 'object' } },
  { name: 'lock', description: 'Add a lock to the gate.', inputSchema: { type: 'object', required: ['password'], properties: { password: { type: 'string' } } } },
];
let asked = null;
let isLate = false;
if (process.env.EARLY) process.stderr.write('starting\\nreading\\nlistening\\n');
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params, result } = JSON.parse(line);
  if (method === 'initialize') send({ id, result: { protocolVersion: '2025-11-25', capabilities: { tools: {}, prompts: {}, resources: {} }, serverInfo: { name: 's', version: '1' } } });
  else if (method === 'tools/list') send({ id, result: { tools } });
  else if (method === 'prompts/list') send({ id, result: { prompts: [{ name: 'greet', arguments: [{ name: 'who', required: true }] }] } });
  else if (method === 'prompts/get') send({ id, result: { messages: [{ role: 'user', content: { type: 'text', text: 'Hello ' + params.arguments.who } }] } });
  else if (method === 'resources/list') send({ id, result: { resources: [{ uri: 'note://one', name: 'one' }] } });
  else if (method === 'resources/templates/list') send({ id, result: { resourceTemplates: [] } });
  else if (method === 'resources/read') send({ id, result: { contents: [{ uri: params.uri, text: 'a note' }] } });
  else if (method === 'tools/call' && params.name === 'loud') {
    write('loading the index…');
    process.stderr.write('disk is nearly full\\n');
    send({ id: 'nothing-asked', result: {} });
    send({ id, result: text('done') });
  } else if (method === 'tools/call' && params.name === 'sum') send({ id, result: { ...text({ total: 'three' }), structuredContent: { total: 'three' } } });
  else if (method === 'tools/call' && params.name === 'ask') {
    asked = id;
    send({ id: 'q1', method: 'elicitation/create', params: { message: 'Where to?', requestedSchema: { type: 'object', required: ['city', 'nights'], properties: { city: { type: 'string' }, nights: number, note: { type: 'string' } } } } });
  } else if (id === 'q1') send({ id: asked, result: text(result) });
  else if (method === 'tools/call') {
    isLate = params.name === 'late';
    send({ id, result: text(params.arguments) });
  } else if (id !== undefined) send({ id, result: {} });
}
if (isLate) write('what the buffer held');
`;

let folder: string;
let mine: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'misfire-cli-call-'));
  writeFileSync(join(folder, 'server.mjs'), server);
  const command = { command: process.execPath, args: [join(folder, 'server.mjs')] };
  const early = { ...command, env: { EARLY: '1' } };
  writeFileSync(join(folder, 'mcp.json'), JSON.stringify({ mcpServers: { mine: command, early } }));
  mine = `${join(folder, 'mcp.json')}#mine`;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const call = (args: string[], options: RunOptions = {}) =>
  runHere(['call', mine, ...args], { data: join(folder, 'data'), cwd: folder, ...options });
const echoed = (stdout: string) => JSON.parse(JSON.parse(stdout).content[0].text);

describe('arguments', () => {
  it('are read as text, as JSON and from files, and fitted to the types of the schema', async () => {
    writeFileSync(join(folder, 'city.txt'), 'Oslo');
    writeFileSync(join(folder, 'tags.json'), '["a","b"]');
    const { stdout, code } = await call(['echo', 'city=@city.txt', 'nights=3', 'tags:=@tags.json', 'wet=true']);
    expect(echoed(stdout)).toEqual({ city: 'Oslo', nights: 3, tags: ['a', 'b'], wet: true });
    expect(code).toBe(0);
  });

  it('keep text that looks like a number where the schema wants text', async () => {
    expect(echoed((await call(['echo', 'city=1234'])).stdout)).toEqual({ city: '1234' });
  });

  it('come from a file or stdin, and words add to them', async () => {
    writeFileSync(join(folder, 'args.json'), '{"city":"Oslo","nights":2}');
    const file = await call(['echo', '--arg-file', 'args.json', 'nights:=5']);
    expect(echoed(file.stdout)).toEqual({ city: 'Oslo', nights: 5 });
    const stdin = await call(['echo', '--arg-file', '-'], { input: '{"city":"Bergen"}' });
    expect(echoed(stdin.stdout)).toEqual({ city: 'Bergen' });
    expect(echoed((await call(['echo', '{"city":"Rome"}'])).stdout)).toEqual({ city: 'Rome' });
  });

  it('that do not fit are not sent, and the form’s words say why', async () => {
    const { code, stdout, stderr } = await call(['echo', 'nights=99']);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain('- city is required');
    expect(stderr).toContain('- nights 99 > maximum 30');
    expect((await call(['echo', 'town=Oslo'])).stderr).toContain(
      '- city is required\n- town is not listed. The tool lists: city, nights, tags, wet\n',
    );
    const forced = await call(['echo', 'nights=99', '--no-check']);
    expect(echoed(forced.stdout)).toEqual({ nights: 99 });
  });

  it.each([
    [['echo', 'Oslo'], '"Oslo" is not an argument. Write name=text'],
    [['echo', 'nights:=many'], 'nights is not JSON'],
    [['echo', 'city=@no-such-file'], 'There is no file no-such-file.'],
    [['ecko', 'city=Oslo'], 'The server has no tool "ecko". Did you mean "echo"?'],
    [['greet', '--prompt'], '- who is required'],
    [['echo', '--tool', '--prompt'], '--tool and --prompt exclude each other'],
  ])('%j: says what is wrong', async (args, words) => {
    const { code, stderr } = await call(args as string[]);
    expect(stderr).toContain(words);
    expect(code).toBe(2);
  });
});

describe('names', () => {
  it('without one, what the server offers is listed with what it takes', async () => {
    const { code, stdout, stderr } = await call([]);
    expect(stdout).toContain('tool\techo\tcity= [nights=] [tags:=] [wet=]\tAnswers with its arguments.');
    // The word after "password=" is no password.
    expect(stdout).toContain('tool\tlock\tpassword=\tAdd a lock to the gate.');
    expect(stdout).toContain('prompt\tgreet\twho=');
    expect(stdout).toContain('resource\tnote://one');
    expect(stderr).toContain('7 tools, 1 prompt, 1 resource.');
    expect(code).toBe(0);
    const table = await call([], { env: { MISFIRE_FORCE_TTY: '50', NO_COLOR: '1' } });
    expect(table.stdout.split('\n').filter((line) => line.length > 50)).toEqual([]);
    // A long list of arguments leaves room for what the tool does.
    const wide = await call([], { env: { MISFIRE_FORCE_TTY: '66', NO_COLOR: '1' } });
    expect(wide.stdout).toMatch(/echo +city= .*… {2}Answers with its arguments\.$/m);
  });

  it('of prompts and resources work alike, and a slash can be part of a tool’s name', async () => {
    const [prompt, resource, tool, method] = await Promise.all([
      call(['greet', '--prompt', 'who=Ada']),
      call(['note://one']),
      call(['a/b', '--tool', 'x=1']),
      call(['prompts/get', 'name=greet', 'arguments:={"who":"Bo"}']),
    ]);
    expect(JSON.parse(prompt.stdout).messages[0].content.text).toBe('Hello Ada');
    expect(JSON.parse(resource.stdout).contents[0].text).toBe('a note');
    expect(echoed(tool.stdout)).toEqual({ x: '1' });
    expect(JSON.parse(method.stdout).messages[0].content.text).toBe('Hello Bo');
  });
});

it('says what a result has where its output schema promises something else', async () => {
  const { code, stdout } = await call(['sum']);
  expect([code, stdout]).toEqual([1, expect.stringContaining('- total must be integer, and is "three"\n')]);
});

it('says how a list is written', async () => {
  const { code, stderr } = await call(['echo', 'city=Oslo', 'tags=a']);
  expect([code, stderr]).toEqual([2, expect.stringContaining(`- tags must be array. Write tags:='["a"]'.`)]);
});

describe('what else came', () => {
  it('is shown beside the answer: noise, stderr and unmatched responses', async () => {
    const [people, programs] = await Promise.all([call(['loud']), call(['loud', '--json'])]);
    expect(echoed(people.stdout)).toBe('done');
    expect(people.stderr).toContain('Not a message, on stdout:\n  loading the index…');
    expect(people.stderr).toContain('Cline CLI closes the connection to a server that prints this.');
    expect(people.stderr).toContain('On stderr since the call:\n  disk is nearly full');
    expect(people.stderr).toContain('Unmatched response:\n  {"jsonrpc":"2.0","id":"nothing-asked","result":{}}');
    expect(JSON.parse(programs.stdout).beside).toEqual({
      stdout: ['loading the index…'],
      atEnd: [],
      stderr: ['disk is nearly full'],
      unmatched: ['{"jsonrpc":"2.0","id":"nothing-asked","result":{}}'],
      asked: [],
    });
  });

  it('is only what came since the call, although the server wrote to stderr before', async () => {
    const early = `${join(folder, 'mcp.json')}#early`;
    const { stdout } = await runHere(['call', early, 'loud', '--json'], { data: join(folder, 'data'), cwd: folder });
    expect(JSON.parse(stdout).beside.stderr).toEqual(['disk is nearly full']);
  });

  it('says of noise that came at the end of the connection that it came then, and of no client that it minds', async () => {
    const [people, programs] = await Promise.all([call(['late']), call(['late', '--json'])]);
    expect(people.stderr).toContain(
      'Not a message, on stdout, when the connection was closed:\n  what the buffer held',
    );
    expect(people.stderr).not.toContain('Cline');
    expect(JSON.parse(programs.stdout).beside).toMatchObject({ stdout: [], atEnd: ['what the buffer held'] });
  });

  it('with --raw the response is printed as it came', async () => {
    const { stdout } = await call(['echo', 'city=Oslo', '--raw']);
    expect(stdout).toMatch(/^\{"jsonrpc":"2\.0","id":\d+,"result":\{"content":\[.*\}\n$/);
  });

  it('a failure shows its code', async () => {
    const { stdout, code } = await runHere(['call', 'sample:erlmcp', 'no-such-tool', '--no-check']);
    expect(stdout).toMatch(/^Code: -?\d+/m);
    expect(code).toBe(1);
  });
});

it('a question of the server is answered on a terminal, and asked again where the answer does not fit', async () => {
  const env = { MISFIRE_FORCE_TTY: '80', NO_COLOR: '1' };
  const answered = await call(['ask'], { env, input: 'Oslo\n99\n4\n\n' });
  expect(answered.stderr).toContain('Where to?');
  expect(answered.stderr).toContain('nights 99 > maximum 30');
  expect(echoed(answered.stdout)).toEqual({ action: 'accept', content: { city: 'Oslo', nights: 4 } });
  const declined = await call(['ask'], { env, input: '' });
  expect(echoed(declined.stdout)).toEqual({ action: 'decline' });
  expect(declined.stderr).not.toContain('Misfire declined');
});

it('asks no question if the output is a pipe', async () => {
  const { stdout, stderr } = await call(['ask'], { input: 'Oslo\n4\n\n' });
  expect(echoed(stdout)).toMatchObject({ action: 'decline' });
  expect(stderr).toContain(
    'The server asked with elicitation/create, and Misfire declined. To answer, pass --answer FILE, or call it on a terminal.',
  );
  writeFileSync(join(folder, 'answers.json'), '{"elicitation":{"action":"accept","content":{}}}');
  expect((await call(['ask', '--answer', 'answers.json'])).stderr).not.toContain('declined');
});
