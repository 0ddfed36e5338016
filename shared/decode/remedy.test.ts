import { describe, expect, it } from 'vitest';
import { decode } from './decode.ts';
import { context, toolError } from './fixtures.ts';

const adviceOn = (text: string): readonly string[] => decode(toolError(text), context())?.remedy ?? [];

describe('the first thing to do', () => {
  it.each([
    ['GITHUB_TOKEN environment variable is required', 'Set GITHUB_TOKEN in the environment of this server'],
    ['Unauthorized. Please set BRAVE_API_KEY.', 'Set BRAVE_API_KEY in the environment of this server'],
    ['command not found: kubectl', 'Install the program or package that the message names'],
    ['spawn git ENOENT', 'Install the program or package that the message names'],
    ["ENOENT: no such file or directory, open '/tmp/x'", 'Check the path in the arguments'],
    ['SQLITE_ERROR: no such table: users', 'Check the name of the table'],
    ['User 42 not found', 'Check the name or id in the arguments'],
    ['{"ok":false,"error":"missing_scope","needed":"channels:read"}', 'Add the scope channels:read to the app'],
  ])('for "%s" names what it is about', (text, advice) => {
    expect(adviceOn(text)[0]).toContain(advice);
  });

  it('takes no name of a code for a variable', () => {
    expect(adviceOn('MISSING_PARAMETER: name is required').join(' ')).not.toContain('environment');
    expect(adviceOn('SQLITE_ERROR: access token required').join(' ')).not.toContain('SQLITE_ERROR in');
  });
});
