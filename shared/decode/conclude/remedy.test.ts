import { describe, expect, it } from 'vitest';
import type { Account } from '../../account/account.ts';
import type { Json } from '../../json/json.ts';
import { decode } from '../decode.ts';
import { answered, context, exchanged, rpcError, toolError } from '../testing/fixtures.ts';

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

describe('advice', () => {
  const steps = (text: string, more: Partial<Account> = {}) => decode(toolError(text, more), context())?.remedy ?? [];
  it('names each place once', () => {
    const list = ['ref', 'ref', 'size'].map((name) => ({
      code: 'invalid_type',
      path: [name],
      message: `${name} is bad`,
    }));
    const failure = decode(toolError(JSON.stringify(list)), context());
    expect(failure?.remedy[0]).toBe('Correct ref, size and call again.');
    expect(failure?.explanation.match(/ref \(/g)).toHaveLength(1);
  });
  it('does not say that nothing was sent where arguments were asked for', () => {
    const bare = { params: { name: 'draw', arguments: {} } };
    expect(steps('Invalid arguments: Required, Required', bare).join(' ')).not.toContain('Nothing was sent');
    expect(steps('The start is after the end', bare)).not.toContain(
      'Compare the arguments with the input schema in tools/list.',
    );
  });
  it('does not send whoever kept to the schema back to it', () => {
    const sent = { params: { name: 'read_query', arguments: { query: 'SELEC 1' } } };
    const inputSchema = { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] };
    const compare = 'Compare the arguments with the input schema in tools/list.';
    const said = 'Invalid argument: only SELECT queries are allowed';
    expect(steps(said, sent)).toContain(compare);
    expect(steps(said, { ...sent, inputSchema })).toEqual([
      'Go by the server’s words: the arguments fit the schema that the tool lists, and it wants more than that.',
    ]);
    expect(steps(said, { params: { name: 'read_query', arguments: { query: 1 } }, inputSchema })).toContain(compare);
  });
  it('speaks of tools, prompts and resources, not of methods, where those are unknown', () => {
    const answer = { jsonrpc: '2.0', id: 1, error: { code: -32601, message: 'Unknown tool: paint' } };
    const failure = decode(answered(answer, { target: 'paint' }), context());
    expect(failure?.remedy.join(' ')).not.toMatch(/method|capabilities/);
    expect(steps('Unknown prompt', { method: 'completion/complete' })).toEqual(['Pick a name from prompts/list.']);
  });
  it('says the same thing once', () => {
    expect(
      steps('getaddrinfo ENOTFOUND api.example.com').filter((step) => step.includes('the machine of the server')),
    ).toHaveLength(1);
  });
  it('speaks of paths only where the refusal does', () => {
    expect(steps('Your token lacks permission').join(' ')).not.toContain('path');
    expect(steps('Permission denied: /etc/hosts is outside of the allowed folders').join(' ')).toContain('path');
  });
  it('knows whether a token was sent', () => {
    const refused = (requestHeaders: Record<string, string>) =>
      decode(
        { method: 'ping', http: { ...exchanged(401, {}, '{"error":"invalid_token"}'), requestHeaders } },
        context(),
      );
    expect(refused({ accept: 'application/json' })?.remedy[0]).toMatch(/^No token was sent/);
    expect(refused({ authorization: 'Bearer x' })?.remedy.join(' ')).not.toContain('No token was sent');
    expect(refused({})?.remedy.join(' ')).not.toContain('No token was sent');
  });
  it('asks for the call that the message names', () => {
    const failure = decode(toolError('Nothing is configured. Use the open_shed tool first.'), context());
    expect(failure?.class).toBe('not_ready');
    expect(failure?.remedy[0]).toContain('first');
  });
  it('tells whose request was refused, also in an error of the protocol', () => {
    const failure = decode(rpcError(-32603, 'Drawing failed: Request failed with status code 403'), context());
    expect(failure?.explanation).toContain('A service that acme uses');
  });
});

describe('a line on stdout that begins as a message', () => {
  it('is no logging', () => {
    const failure = decode({ method: 'ping', noise: ['{"result":{"tools":[{"name":"dra'] }, context());
    expect(failure).toMatchObject({ class: 'invalid_response', title: 'Broken message' });
    expect(failure?.remedy.join(' ')).not.toContain('Logging');
  });
});

describe('a server that ends without a word while it starts', () => {
  it('is not told to repeat a call', () => {
    const process = { code: 1, signal: null, stderr: [], isStart: true };
    const failure = decode({ method: 'initialize', process }, context());
    expect(failure?.retry.verdict).toBe('after_fix');
    expect(failure?.remedy.join(' ')).not.toMatch(/repeat|the call/);
  });
});

it('sends whoever met a 405 to the address, not to what the server offers', () => {
  const failure = decode({ method: 'initialize', http: exchanged(405) }, context());
  expect(failure?.explanation).toBe('acme takes no POST at this address, which may not be its MCP endpoint.');
  expect(failure?.remedy[0]).toContain('Check the address');
});

describe('a service that could not be reached', () => {
  const hidden =
    'The server hides the cause. From its machine, test DNS, proxy, certificate and base URL of the service.';
  it.each(['fetch failed', 'Error: fetch failed', 'Could not load the report: fetch failed'])(
    'lists what “%s” can hide',
    (text) => {
      expect(adviceOn(text)).toEqual([hidden, 'Retry only if these are fine.']);
    },
  );
  it('speaks of a tool only where one was called', () => {
    const listing = rpcError(-32603, 'Bad gateway to the warehouse: upstream unreachable', undefined, {
      method: 'tools/list',
    });
    const steps = decode({ ...listing, target: undefined }, context())?.remedy.join(' ') ?? '';
    expect(steps).not.toContain('this tool');
    expect(steps).not.toContain('is down');
  });
});

describe('what was not found', () => {
  const found = (text: string, args: Json) =>
    decode(toolError(text, { target: 'load', params: { name: 'load', arguments: args } }), context());
  it('is a path on the machine of the server', () => {
    const failure = found('Upload failed: sourcePath does not exist', { folder: '/home/ada/garden' });
    expect(failure?.sentence).toBe('/home/ada/garden does not exist on the server’s machine');
    expect(failure?.remedy.join(' ')).not.toMatch(/\bid\b/);
  });
  it('is a web address', () => {
    const failure = found('GET https://plants.example/oak: status 404', { page: 'https://plants.example/oak' });
    expect(failure?.sentence).toBe('https://plants.example/oak answered 404: check the address');
    expect(failure?.remedy.join(' ')).not.toMatch(/\bid\b/);
  });
  it('stays an id where it is one', () => {
    expect(found('Tree 77 not found', { tree: '77' })?.remedy[0]).toBe('Check the name or id in the arguments.');
  });
  it('is in the settings where nothing was sent that names it', () => {
    const failure = found('Garden API Error: 404 Not Found', {});
    expect(failure?.remedy[0]).toContain('Nothing was sent that could be mistyped');
    expect(failure).toMatchObject({ owner: 'settings', certainty: 'likely', fix: { kind: 'setting' } });
  });
});
