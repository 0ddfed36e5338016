import { describe, expect, it } from 'vitest';
import { missingVariables } from './missing-variable.ts';

describe('the variables that a server reports as missing', () => {
  it.each([
    [['acme 2.4.1', 'Error: ACME_API_KEY is not set', '    at main (index.js:3:1)'], ['ACME_API_KEY']],
    [['Please set SLACK_BOT_TOKEN and SLACK_TEAM_ID environment variables'], ['SLACK_BOT_TOKEN', 'SLACK_TEAM_ID']],
    [['Missing required environment variable: GITHUB_TOKEN'], ['GITHUB_TOKEN']],
    [['BRAVE_API_KEY environment variable is required'], ['BRAVE_API_KEY']],
    [["KeyError: 'OPENAI_KEY'"], ['OPENAI_KEY']],
    [['\u001b[31m[ERROR]\u001b[39m \u001b[1mACME_TOKEN\u001b[22m is not set'], ['ACME_TOKEN']],
    [['Error: No access token.', 'Log in first, or pass `--token` / `ACME_TOKEN`.', 'Usage: acme'], ['ACME_TOKEN']],
    // Error codes look similar.
    [['TypeError [ERR_INVALID_ARG_TYPE]: The "path" argument must be of type string. Received undefined'], []],
    [['ERR_MODULE_NOT_FOUND: required by x'], []],
    // A hint about verbosity is not a requirement.
    [['Error: out of memory', 'Set LOG_LEVEL=debug for more information'], []],
    [['listening'], []],
  ])('%j', (lines, names) => expect(missingVariables(lines)?.names ?? []).toEqual(names));

  it.each([
    ['Error: A key is required via --key, A_KEY, --key-file, or A_KEY_FILE.', ['A_KEY'], 'A_KEY or A_KEY_FILE'],
    ['Set A_KEY, B_KEY or C_KEY', ['A_KEY'], 'A_KEY, B_KEY or C_KEY'],
    ['A_USER, A_HOST and A_PASSWORD are required', ['A_USER', 'A_HOST', 'A_PASSWORD'], 'A_USER, A_HOST and A_PASSWORD'],
    ['A_KEY is required, or the server cannot start', ['A_KEY'], 'A_KEY'],
  ])('distinguishes any of several from all of them: %s', (line, names, words) =>
    expect(missingVariables([line, 'Invalid configuration'])).toEqual({ names, words, line }),
  );

  it('handles a long line quickly', () => {
    expect(missingVariables([`${'A_'.repeat(200_000)}B is missing`])).toBeNull();
    expect(missingVariables([`missing ${'A'.repeat(200_000)}`])).toBeNull();
  });
});
