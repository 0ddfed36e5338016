import { expect, it } from 'vitest';
import { tellCause } from './incident-cause.ts';

const ended = { kind: 'process', server: 'brave', hadAnswered: false, code: 1, signal: null, afterMs: 900 } as const;

it('names one of several variables that would do, and the line that names them', () => {
  const said = 'Error: a key is required via --key, A_KEY, or A_KEY_FILE.';
  const cause = tellCause({ ...ended, stderr: [said, 'Invalid configuration'] });
  expect(cause.title).toBe('brave needs A_KEY or A_KEY_FILE.');
  // The card does not restart the server before each of these has a value.
  expect(cause.variables).toEqual([{ name: 'A_KEY' }]);
  expect(cause.line).toEqual({ text: said, number: 1, of: 2 });
});

it('ends a sentence in one mark', () => {
  const error = 'ECONNREFUSED: Nothing is listening at 127.0.0.1:9. Is the server running?';
  const cause = tellCause({
    kind: 'address',
    server: 'refused',
    hadAnswered: false,
    stderr: [],
    url: 'http://127.0.0.1:9/mcp',
    error,
    remedy: [],
  });
  expect(cause.text).toBe('Nothing is listening at 127.0.0.1:9. Is the server running?');
});
