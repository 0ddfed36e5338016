import { describe, expect, it } from 'vitest';
import type { Account } from '../../account/account.ts';
import type { Json } from '../../json/json.ts';
import type { HttpExchange } from '../../wire.ts';
import { decode } from '../decode.ts';
import { answered, context, exchanged, rpcError, toolError, toolResult } from '../testing/account-fixtures.ts';

const adviceOn = (text: string): readonly string[] => decode(toolError(text), context())?.remedy ?? [];

describe('the first step', () => {
  it.each([
    ['GITHUB_TOKEN environment variable is required', 'Set GITHUB_TOKEN in the environment of this server'],
    ['Unauthorized. Please set BRAVE_API_KEY.', 'Set BRAVE_API_KEY in the environment of this server'],
    ['command not found: kubectl', 'Install kubectl where the server runs'],
    ['spawn git ENOENT', 'Install git where the server runs'],
    ['/bin/sh: 1: ffmpeg: not found', 'Install ffmpeg where the server runs'],
    ["ModuleNotFoundError: No module named 'shears'", 'Install shears where the server runs'],
    ['pandoc is not installed', 'Install pandoc where the server runs'],
    ['The program is not installed', 'Install the program or package that the message names'],
    ["ENOENT: no such file or directory, open '/tmp/x'", 'Check the path in the arguments'],
    ['SQLITE_ERROR: no such table: users', 'Check the name of the table'],
    ['User 42 not found', 'Check the name or id in the arguments'],
    ['No session found for ID: s9', 'Start a new session with the tool that opens one'],
    ['No value specified for parameter 1', 'Pass a value for each placeholder of the statement'],
    ['{"error":"No bed is open","suggestion":"open_bed"}', 'Call open_bed, as the server suggests.'],
    ['PLANT_HOST and PLANT_USER are not set in the environment', 'Set PLANT_HOST'],
    ['{"ok":false,"error":"missing_scope","needed":"channels:read"}', 'Add the scope channels:read to the app'],
  ])('for "%s" names its subject', (text, advice) => {
    expect(adviceOn(text)[0]).toContain(advice);
  });

  it('does not mistake the name of a code for a variable', () => {
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
    expect(failure?.fix).toMatchObject({ missing: [{ path: '/ref' }, { path: '/size' }] });
    expect(failure?.remedy).toEqual(['Correct ref and size.']);
    expect(failure?.explanation.match(/ref \(/g)).toHaveLength(1);
  });
  it('does not claim that nothing was sent when arguments were requested', () => {
    const bare = { params: { name: 'draw', arguments: {} } };
    expect(steps('Invalid arguments: Required, Required', bare).join(' ')).not.toContain('Nothing was sent');
    expect(steps('The start is after the end', bare)).not.toContain(
      'Compare the arguments with the input schema in tools/list.',
    );
  });
  it('does not advise checking the schema when the arguments match it', () => {
    const sent = { params: { name: 'read_query', arguments: { query: 'SELEC 1' } } };
    const inputSchema = { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] };
    const compare = 'Compare the arguments with the input schema in tools/list.';
    const said = 'Invalid argument: only SELECT queries are allowed';
    const several = { params: { name: 'read_query', arguments: { query: 'SELEC 1', page: 2 } } };
    expect(steps(said, several)).toContain(compare);
    expect(steps(said, { ...several, inputSchema })).toEqual([
      'Go by the server’s words: the arguments fit the schema that the tool lists, and it wants more than that.',
    ]);
    // The only argument sent is the one to change.
    expect(decode(toolError(said, { ...sent, inputSchema }), context())?.sentence).toMatch(/^Fix query: /);
  });
  it('names tools, prompts and resources instead of methods when those are unknown', () => {
    const answer = { jsonrpc: '2.0', id: 1, error: { code: -32601, message: 'Unknown tool: paint' } };
    const failure = decode(answered(answer, { target: 'paint' }), context());
    expect(failure?.remedy.join(' ')).not.toMatch(/method|capabilities/);
    expect(steps('Unknown prompt', { method: 'completion/complete' })).toEqual(['Pick a name from prompts/list.']);
  });
  it('does not repeat itself', () => {
    expect(
      steps('getaddrinfo ENOTFOUND api.example.com').filter((step) => step.includes('the machine of the server')),
    ).toHaveLength(1);
  });
  it('mentions paths only if the refusal does', () => {
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
  it('suggests the call that the message names', () => {
    const failure = decode(toolError('Nothing is configured. Use the open_shed tool first.'), context());
    expect(failure?.class).toBe('not_ready');
    expect(failure?.remedy[0]).toContain('first');
  });
  it('is the headline if a session of the server is missing', () => {
    const failure = decode(toolError('No session. Call open_garden first.'), context());
    expect(failure).toMatchObject({ class: 'not_ready', sentence: 'Call open_garden first' });
  });
  it('is a new initialize only for a session of MCP', () => {
    const call = { method: 'tools/call', target: 'dig', params: { name: 'dig', arguments: { session: 's9' } } };
    const stepFor = (account: Account) => decode(account, context())?.remedy[0];
    expect(stepFor(rpcError(-32600, 'Session terminated', undefined, call))).toContain('a new initialize');
    expect(stepFor(toolError('MCP session not found', call))).toContain('a new initialize');
    expect(stepFor(rpcError(-32000, 'Session s9 not found', undefined, call))).toContain('Start a new session');
    expect(stepFor({ ...toolError('Session s9 not found', call), http: exchanged(200, {}, '') })).toContain(
      'Start a new session',
    );
  });
  it('of a request that asks for nothing is not to ask for less', () => {
    const failure = decode(rpcError(-32603, 'timed out', undefined, { method: 'initialize' }), context());
    expect(failure?.remedy[0]).toBe('Look in the server’s log (stderr) for what it waits for.');
  });
  it('names who refused the request, also in a protocol error', () => {
    const failure = decode(rpcError(-32603, 'Drawing failed: Request failed with status code 403'), context());
    expect(failure?.explanation).toContain('A service that acme uses');
  });
});

describe('a line on stdout that starts like a message', () => {
  it('is not treated as logging', () => {
    const failure = decode({ method: 'ping', noise: ['{"result":{"tools":[{"name":"dra'] }, context());
    expect(failure).toMatchObject({ class: 'invalid_response', title: 'Broken message' });
    expect(failure?.remedy.join(' ')).not.toContain('Logging');
  });
});

describe('a server that exits silently during startup', () => {
  it('does not suggest repeating a call', () => {
    const process = { code: 1, signal: null, stderr: [], isStart: true };
    const failure = decode({ method: 'initialize', process }, context());
    expect(failure?.retry.verdict).toBe('after_fix');
    expect(failure?.remedy.join(' ')).not.toMatch(/repeat|the call/);
  });
});

describe('a 405', () => {
  const refused = (more: Partial<HttpExchange>, method?: string) =>
    decode({ ...(method && { method }), http: { ...exchanged(405, {}, 'Method Not Allowed'), ...more } }, context());
  it('to a POST suggests another path, not another transport', () => {
    const failure = refused({ url: 'https://acme.example/api?x=1' }, 'initialize');
    expect(failure?.explanation).toBe('acme takes no POST at /api, which may not be its MCP endpoint.');
    expect(failure?.remedy).toEqual(['Check the path /api in the address: the MCP endpoint often ends in /mcp.']);
  });
  it('to a POST at the address of a stream suggests the older transport', () => {
    expect(refused({ url: 'https://acme.example/sse' }, 'initialize')?.remedy).toEqual([
      'Choose HTTP+SSE as its transport, or try the address with /mcp instead of /sse.',
    ]);
  });
  it.each(['GET', 'DELETE'])('to a %s is a normal answer', (verb) => {
    expect(refused({ method: verb })?.remedy).toEqual([
      `To a ${verb} this is a normal answer: servers only have to take POST. No change is needed.`,
    ]);
  });
  it('to a GET at the address of a stream may be the wrong path', () => {
    const failure = refused({ method: 'GET', url: 'https://acme.example/sse' });
    expect(failure?.remedy.join(' ')).toMatch(/^Check the path \/sse/);
  });
});

describe('an unreachable service', () => {
  const hidden =
    'The server hides the cause. From its machine, test DNS, proxy, certificate and base URL of the service.';
  it.each(['fetch failed', 'Error: fetch failed', 'Could not load the report: fetch failed'])(
    'lists the possible causes of “%s”',
    (text) => {
      expect(adviceOn(text)).toEqual([hidden, 'Try again with growing waits.']);
    },
  );
  it('mentions a tool only if one was called', () => {
    const listing = rpcError(-32603, 'Bad gateway to the warehouse: upstream unreachable', undefined, {
      method: 'tools/list',
    });
    const steps = decode({ ...listing, target: undefined }, context())?.remedy.join(' ') ?? '';
    expect(steps).not.toContain('this tool');
    expect(steps).not.toContain('is down');
  });
});

describe('something that was not found', () => {
  const found = (text: string, args: Json) =>
    decode(toolError(text, { target: 'load', params: { name: 'load', arguments: args } }), context());
  it('is a path on the server’s machine', () => {
    const failure = found('Upload failed: sourcePath does not exist', { folder: '/home/ada/garden' });
    expect(failure?.sentence).toBe('/home/ada/garden does not exist on the server’s machine');
    expect(failure?.remedy.join(' ')).not.toMatch(/\bid\b/);
  });
  it('is a URL', () => {
    const failure = found('GET https://plants.example/oak: status 404', { page: 'https://plants.example/oak' });
    expect(failure?.sentence).toBe('https://plants.example/oak answered 404: check the address');
    expect(failure?.remedy.join(' ')).not.toMatch(/\bid\b/);
  });
  it('stays an id if it is one', () => {
    expect(found('Tree 77 not found', { tree: '77' })?.remedy[0]).toBe('Check tree: the server does not know “77”.');
    expect(found('Not found', { tree: '77', leaf: '5' })?.remedy[0]).toBe('Check the name or id in the arguments.');
  });
  it('is recognized by an argument name in other words', () => {
    const failure = found('Garden bed not found', { gardenBedId: 'b1', ownerId: 'ada' });
    expect(failure?.sentence).toBe('There is no garden bed b1');
    expect(failure?.remedy[0]).toBe('Check gardenBedId: the server does not know “b1”.');
  });
  it('is chosen from the list in the message', () => {
    expect(found('Unknown bed "x". Available beds: north, south.', { bed: 'x' })?.remedy).toContain(
      'Choose from what the server lists: “north, south”',
    );
    expect(found('Bed "x" not found. Configured beds: none', { bed: 'x' })?.remedy).toContain(
      'The message lists no beds: add one first.',
    );
  });
  it('is an argument that is treated as a path', () => {
    const failure = found("ENOENT: no such file or directory, stat 'oak'", { tree: 'oak', depth: 2 });
    expect(failure?.remedy[0]).toBe('Check tree: “oak” is looked up as a path where the server runs.');
  });
  it('is in the settings if no argument names it', () => {
    const failure = found('Garden API Error: 404 Not Found', {});
    expect(failure?.remedy[0]).toContain('Nothing was sent that could be mistyped');
    expect(failure).toMatchObject({ owner: 'settings', certainty: 'likely', fix: { kind: 'setting' } });
  });
});

describe('the service that limits, refuses or is unreachable', () => {
  const decodeText = (text: string, more: Partial<Account> = {}) => decode(toolError(text, more), context());
  it('is the one that the message names', () => {
    expect(decodeText('Request to https://seeds.example/v1 failed with status code 429')).toMatchObject({
      sentence: 'seeds.example is rate limiting acme',
      owner: 'upstream',
    });
    expect(decodeText('Orchard API rate limit exceeded after 3 retries')?.sentence).toBe(
      'Orchard API is rate limiting acme',
    );
    expect(decodeText('Upstream API: too many requests, retry after 9 seconds')?.sentence).toBe(
      'Rate limited by the upstream service of acme: retry in 9 s',
    );
    expect(decodeText('Too many requests')?.sentence).toBe('acme is rate limiting search: Too many requests');
  });
  it('is the one whose response the server passes on', () => {
    expect(decodeText('Could not load beds: {"error":"Too Many Requests","message":"Slow down"}')?.owner).toBe(
      'upstream',
    );
    expect(decodeText('{"error":"Too Many Requests","message":"Slow down"}')?.owner).toBe('client');
  });
  it('rejects the server’s credentials if a tool ran', () => {
    const failure = decodeText('Failed to list beds: Authorization failure, check auth_key: permission denied');
    expect(failure?.owner).toBe('settings');
    expect(failure?.remedy[0]).toContain('that this server was given');
    expect(decodeText('Permission denied: /etc/beds is outside of the allowed folders')?.owner).toBe('request');
  });
  it('is a host without an address, or a port without a listener', () => {
    const lost = decodeText(
      'Loading beds failed for the whole of the northern garden: getaddrinfo ENOTFOUND beds.example',
    );
    expect(lost?.sentence).toBe('acme cannot resolve the host beds.example');
    expect(lost?.owner).toBe('network');
    expect(lost?.remedy[0]).toContain('Check the host name beds.example');
    const refused = decodeText('connect ECONNREFUSED 127.0.0.1:5433');
    expect(refused?.sentence).toBe('Connection refused: 127.0.0.1:5433, used by acme');
    expect(refused?.remedy[0]).toContain('Start the service at 127.0.0.1:5433');
    expect(decodeText('dial tcp: lookup beds.example: no such host')?.sentence).toContain('beds.example');
  });
});

describe('a reason that is too long', () => {
  const sentence = (text: string) => decode(toolError(text), context())?.sentence;
  it('drops the part that only says that something failed', () => {
    const outer = 'Failed to water the beds of the northern garden because of an error';
    expect(sentence(`${outer}: upstream connect error: the pump is dry`)).toContain('the pump is dry');
    expect(
      sentence('Access denied - outside of the allowed folders of this garden server: /home/ada not in /srv'),
    ).toContain('Access denied');
  });
});

describe('a command in the message', () => {
  const first = (text: string) => decode(toolError(text), context())?.remedy[0];
  it.each([
    [
      "Executable doesn't exist at /x/chrome\n║ Please run the following command:   ║\n║     npx playwright install      ║",
    ],
    ['The browser is not installed. Run `npx playwright install` first'],
    ["Chromium is not installed. Please run 'npx playwright install'."],
    ['Browser not found. Try: npx playwright install'],
  ])('is the first step: %s', (text) => expect(first(text)).toBe('The server suggests: “npx playwright install”'));
  it('is not the command that the server failed to run', () => {
    const failure = decode(
      toolError('Failed to execute kubectl get beds: Cannot read properties of undefined'),
      context(),
    );
    expect(failure?.remedy.join(' ')).not.toContain('The server suggests');
  });
  it('is not built from unrelated words', () => {
    expect(first('Browser not found. Try again with another browser')).not.toContain('The server suggests');
  });
});

describe('a request refused before its message is read', () => {
  it('for its protocol version: suggests the newest version that the server names', () => {
    const text = 'Bad Request: Unsupported protocol version: 2027-01-01 (supported versions: 2025-03-26, 2025-06-18)';
    const failure = decode(rpcError(-32000, text, undefined, { target: 'draw' }), context());
    expect(failure).toMatchObject({ owner: 'client', sentence: 'acme does not speak protocol version 2027-01-01' });
    expect(failure?.remedy).toEqual(['Ask with protocol version 2025-06-18, which the server names as supported.']);
  });
  it('for a host that the server does not know', () => {
    const failure = decode(
      {
        method: 'ping',
        http: exchanged(
          403,
          {},
          '{"jsonrpc":"2.0","error":{"code":-32000,"message":"Invalid Host: evil.example"},"id":null}',
        ),
      },
      context(),
    );
    expect(failure?.remedy[0]).toContain('or add evil.example to the ones it allows');
    expect(failure?.remedy.join(' ')).not.toContain('credentials');
  });
  it('for JSON that is not a message', () => {
    const failure = decode(
      rpcError(-32700, 'Parse error: Invalid JSON-RPC message', undefined, { method: undefined }),
      context(),
    );
    expect(failure?.sentence).toBe('What acme got is not a JSON-RPC message');
    expect(failure?.remedy[0]).toContain('jsonrpc "2.0"');
    const broken = decode(rpcError(-32700, 'Parse error', undefined, { method: undefined }), context());
    expect(broken?.remedy[0]).toContain('Send valid JSON');
  });
});

describe('a missing method', () => {
  const missing = (method: string, message: string, data?: Json, target?: string) =>
    decode(rpcError(-32601, message, data, { method, target }), context());
  it('is a tool if the text is about tools', () => {
    expect(missing('tools/call', 'Tool paint not found', undefined, 'paint')).toMatchObject({
      sentence: 'acme has no tool paint',
      owner: 'request',
    });
  });
  it('is the method if the server names it', () => {
    const failure = missing('tools/call', 'Method not found', 'tools/call', 'paint');
    expect(failure?.sentence).toBe('acme has no method tools/call');
    expect(failure?.remedy.join(' ')).toContain('capability tools');
  });
  it('is one that only servers send', () => {
    const failure = missing('roots/list', 'Method not found');
    expect(failure?.sentence).toBe('roots/list is a request to clients, not to servers');
    expect(failure?.remedy[0]).toContain('Do not send roots/list to a server');
  });
});

describe('an unlisted tool', () => {
  const unknown = (listedTools: string[] | undefined, code = -32602) =>
    decode(rpcError(code, 'Unknown tool: water_bed', undefined, { target: 'water_bed', listedTools }), context());
  it.each([-32602, -32601])('is a misspelled listed one (%i)', (code) => {
    expect(unknown(['water_beds', 'dig'], code)?.remedy).toEqual([
      'Call water_beds: of the tools that the server lists, its name is the nearest.',
    ]);
  });
  it('may be hidden if the list is empty', () => {
    expect(unknown([])?.remedy[0]).toContain('may hide its tools from callers without the right token');
  });
  it('suggests listing the tools if no list is known or no name is close', () => {
    for (const listed of [undefined, ['dig']])
      expect(unknown(listed)?.remedy[0]).toBe('Pick a name from tools/list: names are case-sensitive.');
  });
});

describe('arguments rejected without a list', () => {
  it('names the only one sent, or the one whose value is repeated', () => {
    const only = { target: 'view', params: { name: 'view', arguments: { pictureUrl: 'https://x.example/' } } };
    const failure = decode(toolError('Pictures must be on a known picture host', only), context());
    expect(failure?.sentence).toBe('Fix pictureUrl: Pictures must be on a known picture host');
    const two = { target: 'save', params: { name: 'save', arguments: { fileName: '/a/b.txt', text: 'hello' } } };
    expect(decode(toolError('Invalid parameter: /a/b.txt', two), context())?.sentence).toMatch(/^Fix fileName/);
  });
  it('says that none were sent', () => {
    const none = { target: 'view', params: { name: 'view' } };
    expect(decode(toolError('Invalid arguments: No arguments provided', none), context())?.remedy[0]).toContain(
      'No arguments were sent',
    );
  });
  it('lists the names of all missing ones', () => {
    const bare = { target: 'book', params: { name: 'book', arguments: {} } };
    const list = ['city', 'nights', 'rooms', 'name'].map((name) => ({
      code: 'invalid_type',
      path: [name],
      message: 'Required',
    }));
    const sentence = (count: number) =>
      decode(toolError(JSON.stringify(list.slice(0, count)), bare), context())?.sentence;
    expect(sentence(2)).toBe('Pass city and nights');
    expect(sentence(4)).toBe('Pass city, nights and 2 more');
  });
});

describe('details after the first words of a message', () => {
  const decodeText = (text: string, args: Json = { query: 'oak', org: 'elm' }) =>
    decode(toolError(text, { target: 'find', params: { name: 'find', arguments: args } }), context());
  it('does not mistake an action word for the missing thing', () => {
    expect(decodeText('Error executing query: Garden API Error (404): Not Found')?.sentence).not.toContain(
      'There is no query',
    );
  });
  it('suggests the required argument even if others were sent', () => {
    expect(decodeText('Invalid bedKey: Required', { depth: 3 })?.sentence).toBe('Pass bedKey');
  });
  it('uses the line labeled as message if the first has only a status', () => {
    const failure = decodeText(
      'Garden API Error: 403 \nURL: https://garden.example/v2\nMessage: Your token lacks the scope beds',
    );
    expect(failure?.quote?.text).toBe('Message: Your token lacks the scope beds');
    expect(failure?.sentence).toContain('Your token lacks');
  });
  it('names the call that must come first', () => {
    const failure = decodeText('Session elm is not connected. Call open_garden_gate first.');
    expect(failure).toMatchObject({ class: 'not_ready', owner: 'request' });
    expect(failure?.remedy[0]).toBe('Call open_garden_gate first.');
  });
  it('names it also if it comes after the keyword', () => {
    const failure = decodeText('Bed oak not found in storage. You may need to load it first using load_bed.');
    expect(failure?.remedy[0]).toBe('Call load_bed first.');
  });
  it('assigns a missing setting to the server’s operator', () => {
    expect(decodeText('Missing required database configuration')?.owner).toBe('settings');
  });
  it('recognizes a URL that the server built itself', () => {
    const failure = decodeText('Failed to fetch https://garden.example/index.json: 404', { name: 'oak' });
    expect(failure?.sentence).toBe('https://garden.example/index.json answered 404 to acme');
    expect(failure?.remedy[0]).toContain('base URL');
    expect(
      decodeText('Failed to fetch https://garden.example/a: 404', { url: 'https://garden.example/a' })?.sentence,
    ).not.toContain('to acme');
  });
  it('does not blame the network if the service answered', () => {
    const failure = decodeText(
      'Failed to list beds: {"error":"Internal Server Error","message":"An unexpected error occurred"}',
    );
    expect(failure?.remedy[0]).toContain('answered with an internal error');
    const page = decodeText('Failed to get bed: Unexpected token \'<\', "<!DOCTYPE "... is not valid JSON');
    expect(page?.remedy[0]).toContain('in another form');
  });
  it('names the host whose certificate is rejected', () => {
    expect(decodeText('net::ERR_CERT_AUTHORITY_INVALID at https://garden.example/')?.sentence).toBe(
      'acme does not accept the certificate of garden.example',
    );
  });
  it('reads a command in code marks as a suggestion', () => {
    expect(decodeText('Credentials are not available. Configure them using OAuth or `gcloud auth`.')?.remedy[0]).toBe(
      'The server suggests: “gcloud auth”',
    );
  });
});

it('assigns the session to the client', () => {
  const failure = decode(
    rpcError(-32000, 'Bad Request: No valid session ID provided', undefined, { method: 'tools/list' }),
    context(),
  );
  expect(failure?.owner).toBe('client');
});

describe('the responder', () => {
  it('is the client if the server asked', () => {
    const failure = decode(
      rpcError(-32000, 'x', undefined, { method: undefined, target: undefined, isFromServer: true }),
      context(),
    );
    expect(failure?.sentence).toMatch(/^The client /);
    expect(failure?.owner).toBe('client');
  });
  it('was not sent a method', () => {
    const failure = decode(
      answered({ jsonrpc: '2.0', id: 7, params: {} }, { method: undefined, target: undefined, isFromServer: true }),
      context(),
    );
    expect(failure).toMatchObject({ sentence: 'The client sent a message without a method', owner: 'client' });
    expect(failure?.remedy[0]).toContain('Add the method');
  });
  it('is a service whose body is the whole error message', () => {
    const body = '{"error":"Too Many Requests","message":"Slow down"}';
    expect(decode(rpcError(-32603, body), context())?.owner).toBe('upstream');
    expect(decode(rpcError(-32603, 'Too many requests'), context())?.owner).toBe('client');
  });
  it('is an API with an internal failure', () => {
    const failure = decode(toolError('orchard error: orchard API internal error'), context());
    expect(failure?.owner).toBe('upstream');
    expect(failure?.remedy[0]).toContain('upstream service');
  });
});

it.each([
  ['Missing required _meta field: io.modelcontextprotocol/protocolVersion', 'protocolVersion'],
  ['params._meta must include io.modelcontextprotocol/clientInfo', 'clientInfo'],
  ['_meta.io.modelcontextprotocol/clientCapabilities is required', 'clientCapabilities'],
  ['No protocol version in request metadata', 'protocolVersion'],
  ["'io.modelcontextprotocol/clientInfo' is a required property in _meta", 'clientInfo'],
])('names what is missing in _meta, in other words: %s', (text, key) => {
  const failure = decode(
    rpcError(-32602, text, undefined, { params: { name: 'x', arguments: { bed: 1 } } }),
    // Without a revision, a client that names none is of an earlier era.
    { ...context(), revision: '2026-07-28' },
  );
  expect(failure?.sentence).toBe(`Pass in params._meta: io.modelcontextprotocol/${key}`);
  expect(failure).toMatchObject({ owner: 'client', issues: [] });
});

it('does not read the _meta of a response as its message', () => {
  const answer = { isError: true, content: [{ type: 'text', text: 'bed is required' }], _meta: { 'a.b/c': 1 } };
  expect(decode(toolResult(answer), context())?.sentence).not.toContain('_meta');
});

describe('a rejected protocol version', () => {
  const refused = (message: string, data?: Json) =>
    decode(
      rpcError(-32022, message, data, { method: 'initialize', params: { protocolVersion: '2025-11-25' } }),
      context(),
    );
  it('suggests one that the server lists', () => {
    expect(refused('Wrong', { supported: ['2025-06-18', '2026-07-28'] })?.remedy).toEqual([
      'Ask with protocol version 2026-07-28, which the server names as supported.',
    ]);
  });
  it('suggests other versions if the server names none', () => {
    expect(refused('Wrong')?.remedy).toEqual([
      'The server names no version that it accepts. Try 2026-07-28 or 2025-06-18, or ask it with server/discover.',
    ]);
    expect(refused('Wrong')?.explanation).toBe('acme does not accept protocol version 2025-11-25: Wrong.');
  });
});

it.each([
  ['HTTP 502 Bad Gateway. Check that GARDEN_URL points to a running gate.', 'GARDEN_URL'],
  ['Request failed with status code 502 (set GARDEN_API_HOST to another gate)', 'GARDEN_API_HOST'],
])('names the setting next to a service failure: %s', (text, setting) => {
  expect(decode(toolError(text), context())?.remedy[0]).toContain(`Check ${setting} in the settings`);
  expect(decode(toolError(text.replace(setting, 'BAD_GATEWAY')), context())?.remedy[0]).not.toContain('BAD_GATEWAY');
});

it.each([
  ['HTTP-Code: 403\nMessage: The bed is closed for your plan', 'forbidden', 'The bed is closed for your plan'],
  ['Request failed\nHTTP-Code: 403\nThe bed is closed', 'forbidden', 'Request failed: The bed is closed'],
  ['Status-Code: 401\nThe key is gone', 'unauthorized', 'The key is gone'],
  ['HTTP status: 429 Too Many\n\nreason: five beds an hour', 'rate_limited', 'five beds an hour'],
  ['Error code: 77\nThe bed is closed', 'internal', 'Error code: 77\nThe bed is closed'],
])('reads the message below a line with a status: %j', (text, failureClass, message) => {
  expect(decode(toolError(text), context())).toMatchObject({ class: failureClass, message });
});

it('names what is missing in _meta', () => {
  const other =
    'Request is missing the required _meta envelope for protocol revision 2026-07-28 (a.b/version, a.b/caps)';
  expect(decode(rpcError(-32602, other, undefined, { method: 'tools/list' }), context())?.sentence).toBe(
    'Pass in params._meta: a.b/version, a.b/caps',
  );
  const text = 'params._meta is missing the required envelope key(s): io.modelcontextprotocol/clientCapabilities';
  const failure = decode(rpcError(-32602, text, undefined, { method: 'tools/list', target: undefined }), context());
  expect(failure?.sentence).toBe('Pass in params._meta: io.modelcontextprotocol/clientCapabilities');
  expect(failure?.owner).toBe('client');
});

it('assigns a failing script to the caller', () => {
  const sent = { target: 'page_evaluate', params: { name: 'page_evaluate', arguments: { script: 'throw 1' } } };
  expect(decode(toolError('Script execution failed: boom', sent), context())).toMatchObject({
    owner: 'request',
    title: 'Program failed',
  });
});

it('forbids two arguments together only if the message does', () => {
  const call = { params: { name: 'find', arguments: {} }, target: 'find' };
  const inputSchema = { type: 'object', properties: { bed: {}, row: {} } };
  const remedyOf = (text: string) => decode(toolError(text, { ...call, inputSchema }), context())?.remedy;
  expect(remedyOf('Either bed or row must be provided')).toContain('Pass bed or row.');
  expect(remedyOf('Provide either bed or row, not both')).toContain('Pass bed or row, not both.');
});

it('adds what the message names as the other way out', () => {
  const failure = decode(toolError('No credentials: set GARDEN_TOKEN or pass token in the arguments'), context());
  expect(failure?.remedy[0]).toContain('Set GARDEN_TOKEN');
  expect(failure?.remedy[1]).toBe('Or, as the message says: “pass token in the arguments”');
});

it('suggests the variable rather than the call if the message names both', () => {
  const failure = decode(toolError('no garden configured: set GARDEN_URL or use connect_garden'), context());
  expect(failure?.remedy[0]).toContain('Set GARDEN_URL');
  expect(failure?.remedy.join(' ')).not.toContain('that the message names');
});

it('says that the response body was not recorded', () => {
  const http = { ...exchanged(400, { 'content-length': '90' }), requestHeaders: {} };
  expect(decode({ http }, context())?.remedy[0]).toContain('90 bytes');
});

it('does not mention credentials if the server’s own rules block a call', () => {
  const failure = decode(toolError('SSRF protection: local access is blocked in strict mode'), context());
  expect(failure?.class).toBe('forbidden');
  expect(failure?.remedy).toEqual([
    'The server’s own rules block this: ask for what they allow, or change them in its settings.',
  ]);
});

it('suggests arguments if none were sent and the text says undefined', () => {
  const bare = { target: 'get_bed', params: { name: 'get_bed', arguments: {} } };
  expect(decode(toolError('Unknown bed type: undefined', bare), context())?.remedy[0]).toContain(
    'No arguments were sent',
  );
});

describe('advice without false details', () => {
  const failed = (text: string, args: Json, more: Partial<Account> = {}) =>
    decode(toolError(text, { target: 'run', params: { name: 'run', arguments: args }, ...more }), context());
  it('takes no page about the error for the service', () => {
    const failure = failed('Loading beds failed: Connection refused. For help visit https://errors.example/v2', {
      a: 1,
    });
    expect(failure?.remedy.join(' ')).not.toContain('errors.example');
  });
  it('takes no called method for an argument', () => {
    const inputSchema = { type: 'object', properties: { bed: { type: 'string' } } };
    const failure = failed('Invalid bed: bed.trim is not a function', { bed: 7 }, { inputSchema });
    expect(failure?.issues.map(({ path }) => path)).toEqual(['/bed']);
  });
  it('says pass for what was not sent', () => {
    expect(failed('bed: Required', { row: 1 })?.remedy).toEqual(['Pass bed.']);
    expect(failed('bed: must be a number', { bed: 'x', row: 1 })?.remedy).toEqual(['Correct bed.']);
  });
  it('does not deny the step that it quotes', () => {
    const steps = failed('The plan is not ready. Run `npx garden deploy`', { a: 1 })?.remedy ?? [];
    expect(steps[0]).toBe('The server suggests: “npx garden deploy”');
    expect(steps.join(' ')).not.toContain('names no step');
  });
  it('does not repeat from stderr that a tool failed', () => {
    const failure = failed('Pump exploded', { a: 1 }, { stderr: ["Error calling tool 'run'"] });
    expect(JSON.stringify(failure?.remedy)).not.toContain('Likely cause');
  });
  it('names the tool that lists what exists, if the message does', () => {
    expect(failed('Bed b7 not found. Use list_beds to see valid ids', { bed: 'b7' })?.remedy).toContain(
      'Call list_beds, then use an entry of its answer.',
    );
  });
  it('reads a path in an argument for files, whatever the file is called', () => {
    const failure = failed('Document /srv/a/oak.docx does not exist', { filename: '/srv/a/oak.docx' });
    expect(failure?.sentence).toBe('/srv/a/oak.docx does not exist on the server’s machine');
  });
  it('quotes the advice of the message rather than giving general advice', () => {
    expect(failed('Could not connect to the pump. Make sure the pump addon is running.', { a: 1 })?.remedy[0]).toBe(
      'The server suggests: “Make sure the pump addon is running”',
    );
  });
  it('does not call a query or what was written missing', () => {
    const query = failed("Unknown table 'beds' in SELECT * FROM beds", { sql: 'SELECT * FROM beds' });
    expect(query?.sentence).not.toContain('There is no sql');
    expect(query?.remedy[0]).toBe('Check the name of the table.');
    expect(failed('Failed to write data: 404 Not Found', { data: 'oak', bed: 'b' })?.sentence).not.toContain('no data');
  });
  it('names the host in every wording of a failed lookup', () => {
    expect(failed("NameResolutionError: Failed to resolve 'beds.example' ([Errno -2])", { a: 1 })?.sentence).toBe(
      'acme cannot resolve the host beds.example',
    );
  });
  it('asks for a larger quota instead of fewer calls at once', () => {
    expect(failed('Quota exceeded for project', { a: 1 })?.remedy[0]).toContain('larger quota');
  });
});

it('names a file without a folder', () => {
  const sent = { target: 'find', params: { name: 'find', arguments: { query: 'oak' } } };
  const failure = decode(toolError('Failed to load beds: allBeds.json file not found', sent), context());
  expect(failure?.remedy[0]).toContain('allBeds.json');
});

describe('advice that matches the request', () => {
  const decodeText = (text: string, args: Json) =>
    decode(toolError(text, { target: 'run', params: { name: 'run', arguments: args } }), context());
  it('does not call a query unknown', () => {
    const failure = decodeText("Table 'shop.beds' doesn't exist", { sql: 'SELECT * FROM beds' });
    expect(failure?.remedy[0]).toBe('Check the name of the table.');
    expect(decodeText('Column oak not found', { sql: 'SELECT oak FROM beds' })?.remedy[0]).toBe(
      'Check the name or id in the arguments.',
    );
  });
  it('suggests arguments if a crash shows that some are missing', () => {
    expect(decodeText("Cannot read properties of undefined (reading 'trim')", {})?.remedy[0]).toContain(
      'No arguments were sent',
    );
  });
  it('names the tool that creates what is missing', () => {
    expect(decodeText('Garden not initialized. Use create_garden_plan to create one.', { a: 'b' })?.remedy[0]).toBe(
      'Call create_garden_plan first.',
    );
  });
  it('does not claim that a null may be omitted unless a schema says so', () => {
    const failure = decodeText('Input should be a valid string at bed', { bed: null });
    expect(JSON.stringify(failure?.fix)).not.toContain('left out');
  });
  it('reads the message, not a list that repeats it', () => {
    const message = 'request failed, reason: getaddrinfo ENOTFOUND beds.example';
    const result = {
      isError: true,
      structuredContent: { message, errors: [{ code: 'TOOL_EXECUTION_FAILED', message, path: [] }] },
      content: [{ type: 'text', text: `Failed to run: ${message}` }],
    };
    expect(decode(answered({ jsonrpc: '2.0', id: 1, result }), context())).toMatchObject({
      class: 'dependency',
      owner: 'network',
    });
  });
});
