// Attacks on `misfire mcp` by the agent that it serves: each request gets one answer, nothing runs and nothing is read that a person did
// not allow, and the next request is served.

import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempFolder } from '../../../inspector/testing/temp-folder.ts';
import { startHere } from '../../../launch/testing/run-here.ts';

const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const request = (method: string, params: string, id = '7') =>
  `{"jsonrpc":"2.0","id":${id},"method":"${method}","params":${params}}`;
const tool = (name: string, args: string) => request('tools/call', `{"name":"${name}","arguments":${args}}`);
const hello = request(
  'initialize',
  '{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"agent","version":"1"}}',
  '0',
);

interface Answer {
  id: unknown;
  error?: { code: number; message: string };
  result?: { isError?: boolean; content: { text: string }[] };
}

/** What comes between the handshake and the answer to a last ping. */
async function attack(...lines: string[]): Promise<Answer[]> {
  const mcp = startHere(['mcp'], { data: join(tempFolder(), 'data') });
  for (const line of [
    hello,
    '{"jsonrpc":"2.0","method":"notifications/initialized"}',
    ...lines,
    request('ping', '{}', '"last"'),
  ])
    mcp.stdin.write(`${line}\n`);
  const answers: Answer[] = [];
  for (let found = false; !found; ) {
    const answer = JSON.parse(await mcp.line()) as Answer;
    found = answer.id === 'last';
    if (!found && answer.id !== 0) answers.push(answer);
  }
  // Tools answer in their own time.
  const isCall = lines.some((line) => line.includes('tools/call') && line.includes('"arguments"'));
  if (isCall && answers.length === 0) answers.push(JSON.parse(await mcp.line()));
  mcp.stdin.end();
  expect((await mcp.ended).code).toBe(0);
  return answers;
}

test.for<[what: string, line: string, code: number, id: unknown]>([
  ['text', 'hello', -32700, null],
  ['half a message', '{"jsonrpc":"2.0","id":7', -32700, null],
  ['a list', '[]', -32600, null],
  ['a batch', `[${request('ping', '{}')},${request('ping', '{}', '8')}]`, -32600, null],
  ['null', 'null', -32600, null],
  ['an empty object', '{}', -32600, null],
  ['another version', '{"jsonrpc":"1.0","id":7,"method":"ping"}', -32600, 7],
  ['no method', '{"jsonrpc":"2.0","id":7}', -32600, 7],
  ['a method that is a number', '{"jsonrpc":"2.0","id":7,"method":9}', -32600, 7],
  ['an id that is an object', request('ping', '{}', '{"a":1}'), -32600, null],
  ['an id of 3,000 levels', request('ping', '{}', deep(3000)), -32600, null],
  ['an id that is null', request('ping', '{}', 'null'), -32600, null],
  ['params of 100,000 levels', request('tools/call', deep(100_000)), -32600, 7],
  ['a message of 12 MB', request('ping', `{"x":"${'y'.repeat(12_000_000)}"}`), -32600, null],
  ['a name that is an object', request('tools/call', '{"name":{"a":1}}'), -32602, 7],
  ['no name', '{"jsonrpc":"2.0","id":7,"method":"tools/call"}', -32602, 7],
  ['a tool that does not exist', tool('__proto__', '{}'), -32602, 7],
  ['a lone surrogate as a name', tool('\\ud800', '{}'), -32602, 7],
  ['a file as a resource', request('resources/read', '{"uri":"file:///etc/passwd"}'), -32601, 7],
])('answers %s with an error', async ([, line, code, id]) => {
  const answers = await attack(line);
  expect(answers).toHaveLength(1);
  expect(answers[0]).toMatchObject({ id, error: { code } });
  expect(answers[0]?.error?.message.length).toBeLessThan(2000);
});

test('repeats an id digit for digit that no double holds', async () => {
  const mcp = startHere(['mcp'], { data: join(tempFolder(), 'data') });
  mcp.stdin.write(`${request('ping', '{}', '12345678901234567890')}\n`);
  expect(await mcp.line()).toContain('"id":12345678901234567890,');
  mcp.stdin.end();
  await mcp.ended;
});

test('passes over notifications and responses that fit nothing, and answers both requests of one id', async () => {
  const nothing = await attack(
    '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":{"a":1}}}',
    '{"jsonrpc":"2.0","id":99,"result":{}}',
    '{"jsonrpc":"2.0","id":99,"error":{"code":1,"message":"x"}}',
    '',
  );
  expect(nothing).toEqual([]);
  expect(await attack(request('ping', '{}'), request('ping', '{}'))).toHaveLength(2);
});

test.for<[what: string, line: string, words: RegExp]>([
  ['a limit below one', tool('failures', '{"limit":-1}'), /limit/],
  ['a limit without end', tool('failures', '{"limit":1e9}'), /limit/],
  ['prototype keys', tool('failures', '{"__proto__":{"limit":1},"constructor":1}'), /Nothing has been recorded/],
  ['a cursor of 100,000 letters', tool('failures', `{"cursor":"${'x'.repeat(100_000)}"}`), /cursor/],
  ['a time beyond all calendars', tool('failures', '{"since":"99999999999999999999d"}'), /is not a time/],
  ['arguments of 5,000 levels', tool('failures', `{"server":${deep(5000)}}`), /server/],
  ['a path as an id', tool('explain', '{"id":"../../etc/passwd"}'), /no failure or call/],
  ['an offset below zero', tool('evidence', '{"id":"1","part":"answer","offset":-5}'), /offset/],
  ['a part that is a prototype', tool('evidence', '{"id":"1","part":"__proto__"}'), /part/],
  ['a wait of years', tool('wait', '{"timeout":1e12}'), /timeout/],
  [
    'a call that it never made',
    tool('fix', '{"id":"own-99","values":{"/x":1}}'),
    /no call "own-99" of this run\. The tool failures/,
  ],
  ['an address as a server', tool('call', '{"server":"http://169.254.169.254/","method":"ping"}'), /no server/],
  ['a shell as a server', tool('doctor', '{"server":"; id"}'), /no server/],
  ['a command as a server to provoke', tool('probe', '{"server":"$(id)"}'), /no server/],
])('says what is wrong with %s', async ([, line, words]) => {
  const [answer] = await attack(line);
  expect(answer?.result?.content[0]?.text).toMatch(words);
  expect(({} as Record<string, unknown>).limit).toBeUndefined();
});

test('starts no command and reads no settings file that an agent names', async () => {
  const folder = tempFolder();
  const [mark, file] = [join(folder, 'ran'), join(folder, 'servers.json')];
  writeFileSync(file, JSON.stringify({ mcpServers: { x: { command: 'touch', args: [mark] } } }));
  for (const server of [`touch ${mark}`, `${file}#x`, file]) {
    const [answer] = await attack(tool('call', JSON.stringify({ server, method: 'ping' })));
    expect(answer?.result?.content[0]?.text).toContain('There is no server');
  }
  expect(existsSync(mark)).toBe(false);
});
