// Standard input as programs and people give it to commands: late, in parts that split a character, typed, empty, or closed.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'vitest';
import { startHere } from '../../../launch/testing/run-here.ts';
import { ordinary, test } from '../testing/desk.ts';

const answer = Buffer.from('{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"chemin à définir"}}\n');

/** In the middle of the two bytes of "à". */
const half = answer.indexOf(Buffer.from('à')) + 1;

test.for([['decode', '-'], ['decode'], ['decode', '/dev/stdin'], ['seen', '-'], ['import', '-']] as const)(
  '%j waits for input that comes late and in parts',
  async (args, { desk }) => {
    const command = startHere([...args, '--json'], { data: desk.path('data') });
    await nextTurn();
    command.stdin.write(answer.subarray(0, half));
    await nextTurn();
    command.stdin.end(answer.subarray(half));
    const { stdout, stderr } = await command.ended;
    expect(stderr).toBe('');
    expect(stdout).toContain(args[0] === 'import' ? '"failedCalls":1' : 'chemin à définir');
  },
);

test('call gives the same late input to every argument that reads it', async ({ desk }) => {
  const server = desk.server('echo', ordinary);
  const command = startHere(['call', server, 'echo', '--arg-file', '-', 'again=@-', '--raw'], {
    data: desk.path('data'),
  });
  await nextTurn();
  command.stdin.end('{"names":["a"]}');
  const { stdout } = await command.ended;
  const { params } = JSON.parse(JSON.parse(stdout).result.content[0].text);
  expect(params.arguments).toEqual({ names: ['a'], again: '{"names":["a"]}' });
});

test('says that it waits for a person, and that nothing came', async ({ desk }) => {
  expect(await desk.run(['seen'], { tty: 80 })).toMatchObject({
    code: 2,
    stderr:
      'Reading what you type or paste. Ctrl-D ends it.\nmisfire: stdin is empty. Give the JSON of one response, as a file or on stdin.\n',
  });
  expect(await desk.run(['decode', '-'])).toMatchObject({ code: 2, stderr: 'misfire: stdin is empty.\n' });
});

test('reports input that was closed before its end', async ({ desk }) => {
  const command = startHere(['decode', '-', '--json'], { data: desk.path('data') });
  await nextTurn();
  command.stdin.destroy(new Error('read EIO'));
  expect(await command.ended).toMatchObject({
    code: 2,
    stdout: '',
    stderr: 'misfire: stdin cannot be read: read EIO.\n',
  });
});
