// Responses that no single row decides (testing/whole-answers.ts), and the decoder's result besides the class.

import { describe, expect, it } from 'vitest';
import { wording } from '../dialects/wording.ts';
import type { Json } from '../json/json.ts';
import { decode } from './decode.ts';
import { context, toolError, toolResult } from './testing/account-fixtures.ts';
import { toldIn } from './testing/examples.ts';
import {
  answers,
  bareSentences,
  crashes,
  failed,
  frameworks,
  long,
  type Said,
  unmoved,
  worked,
} from './testing/whole-answers.ts';

function short(text: string): string {
  return text.length > 90 ? `${text.slice(0, 60)}…${text.slice(-25)}` : text;
}

const weather: Json = {
  type: 'object',
  properties: {
    city: { type: 'string' },
    days: { type: 'integer' },
    unit: { enum: ['C', 'F'] },
    area: { type: 'object' },
    range: {},
    until: {},
  },
  required: ['city'],
};
const unfit = { params: { name: 'weather', arguments: { days: 'two' } }, inputSchema: weather, target: 'weather' };
const fitting = { params: { name: 'weather', arguments: { city: 'Oslo' } }, inputSchema: weather, target: 'weather' };

describe('long names and long texts', () => {
  for (const [text, failureClass, verdict] of long)
    it(`are read to their end: ${short(text)}`, () => {
      const failure = decode(toolError(text), context());
      expect(failure?.class, failure?.evidence[0]?.means).toBe(failureClass);
      expect(failure?.retry.verdict).toBe(verdict);
    });
});

describe('what the server’s operator must set up', () => {
  it('is never searched in the arguments', () => {
    const ofSetup = /^(?:not-ready\.(?:missing|native)|unauthorized\.(?:missing|invalid-or))/;
    const setup = wording.phrases.filter(({ id = '' }) => ofSetup.test(id));
    for (const text of setup.flatMap(({ yes = [] }) => yes.map((example) => toldIn(example).text)))
      expect(decode(toolError(text), context())?.remedy.join(' '), text).not.toMatch(/in the arguments|Correct /);
  });
  it('includes a file that no argument names', () => {
    const text = 'ENOENT: no such file or directory, open "/srv/plantd/data.db"';
    const call = (path: string) => toolError(text, { params: { name: 'search', arguments: { path } } });
    expect(decode(call('Oslo'), context())).toMatchObject({ class: 'not_ready', title: 'Missing file' });
    expect(decode(call('/srv/plantd/data.db'), context())?.class).toBe('not_found');
  });
  it('includes a path of the wrong kind that no argument names', () => {
    const text = 'failed to read from store: read /srv/beds: is a directory';
    const call = (path: string) => toolError(text, { params: { name: 'search', arguments: { path } } });
    expect(decode(call('Oslo'), context())).toMatchObject({
      class: 'not_ready',
      title: 'Wrong path',
      owner: 'settings',
      retry: { verdict: 'after_fix' },
    });
    expect(decode(call('/srv/beds'), context())?.class).toBe('validation');
  });
  it('is the operator’s to fix', () => {
    for (const text of [
      '/bin/sh: 1: plantd: not found',
      'The pump is not set up. Set the PUMP_HOST environment variable',
    ])
      expect(decode(toolError(text), context()), text).toMatchObject({ class: 'not_ready', fault: 'server' });
    expect(decode(toolError('Open a garden first'), context())).toMatchObject({ class: 'not_ready', fault: 'caller' });
  });
  it('is not requested from a caller who did not send it', () => {
    const account = toolError('Project not found', { params: { name: 'search', arguments: {} } });
    expect(decode(account, context())?.remedy.join(' ')).not.toContain('in the arguments');
  });
});

describe('missing names', () => {
  it('are distinguished', () => {
    const titleOf = (text: string, method: string) => decode(toolError(text, { method }), context())?.title;
    expect(titleOf('Unknown tool: x', 'tools/call')).toBe('Unknown tool');
    expect(titleOf('Unknown prompt: x', 'prompts/get')).toBe('Unknown prompt');
    expect(titleOf('Unknown resource: x', 'resources/read')).toBe('Unknown resource');
    expect(titleOf('Unknown operation: x', 'tools/call')).toBe('Unknown operation');
  });
});

describe('a crash on arguments that break the listed schema', () => {
  for (const text of crashes)
    it(`is a refusal: ${short(text)}`, () => {
      const failure = decode(toolError(text, unfit), context());
      expect(failure).toMatchObject({ class: 'validation', fault: 'caller', retry: { verdict: 'after_fix' } });
      expect(failure?.issues.map(({ path }) => path)).toEqual(['/city', '/days']);
      expect(
        failure?.evidence.some(({ path, value }) => path === 'request.params.arguments.days' && value === 'two'),
      ).toBe(true);
    });
  for (const text of crashes)
    it(`is the server’s own if they are valid: ${short(text)}`, () => {
      expect(decode(toolError(text, fitting), context())?.class).not.toBe('unauthorized');
      expect(decode(toolError(text, fitting), context())?.issues.filter(({ by }) => by === 'schema')).toEqual([]);
    });
  for (const [text, failureClass] of unmoved)
    it(`changes nothing about: ${short(text)}`, () => {
      expect(decode(toolError(text, unfit), context())?.class).toBe(failureClass);
    });
  it('is reported to the server’s author', () => {
    const notes = decode(toolError(crashes[0] as string, unfit), context())?.notes.map(({ id }) => id);
    expect(notes).toContain('broke-on-bad-arguments');
  });
});

describe('responses that break the protocol', () => {
  for (const [issues, owner] of answers)
    it(`${owner}: ${short(JSON.stringify(issues))}`, () => {
      const failure = decode(toolError(JSON.stringify(issues), fitting), context());
      const classes = { answer: 'invalid_response', upstream: 'dependency', arguments: 'validation' } as const;
      expect(failure?.class).toBe(classes[owner]);
      if (owner === 'arguments') return;
      expect(failure?.fault).toBe('server');
      expect(failure?.remedy.join(' ')).not.toContain('Correct ');
    });
});

describe('the owner of a credential or limit', () => {
  it('is an upstream service', () => {
    const decodeText = (text: string) => decode(toolError(text), context());
    expect(decodeText('API error 429: slow down')?.explanation).toBe(
      'A service that acme uses accepts no more calls for now: API error 429: slow down.',
    );
    expect(decodeText('API error 429: slow down')?.fault).toBe('upstream');
    expect(decodeText('HTTP 401 from the API')?.explanation).toContain('refused the credentials of the server');
    expect(decodeText('HTTP 401 from the API')?.remedy[0]).toContain('this server itself was given');
  });
});

const answer = ([tool, given, args = {}]: Said) =>
  decode(
    toolResult(
      { content: [{ type: 'text', text: typeof given === 'string' ? given : JSON.stringify(given) }] },
      { target: tool, params: { name: tool, arguments: args } },
    ),
    context(),
  );

describe('failures reported as success', () => {
  for (const said of failed)
    it(`are found in text from ${said[0]}: ${short(JSON.stringify(said[1]))}`, () =>
      expect(answer(said)).toMatchObject({ flagged: false, ...(said[3] === undefined ? {} : { class: said[3] }) }));
  for (const said of worked)
    it(`are not found in text from ${said[0]}: ${short(JSON.stringify(said[1]))}`, () =>
      expect(answer(said)).toBeNull());
  it('finds them in the envelope of revision 2024-10-07', () => {
    const inside = { content: [{ type: 'text', text: 'Unknown tool: paint' }], isError: true };
    expect(decode(toolResult({ toolResult: inside }), context())).toMatchObject({ class: 'not_found', flagged: true });
    expect(
      decode(toolResult({ toolResult: { content: [{ type: 'text', text: 'Error: it broke' }] } }), context()),
    ).toMatchObject({ flagged: false });
    expect(decode(toolResult({ toolResult: { content: [{ type: 'text', text: 'fine' }] } }), context())).toBeNull();
    expect(decode(toolResult({ toolResult: 'fine' }), context())).toBeNull();
  });
  it('finds them in resources, and ignores documents', () => {
    const read = (text: string) =>
      decode(toolResult({ contents: [{ uri: 'a:b', text }] }, { method: 'resources/read', target: 'a:b' }), context());
    for (const text of [
      'Error: cannot load the board',
      'Failed to read the board: timeout',
      '{"error":"Board could not be found"}',
      '错误：无法读取',
    ])
      expect(read(text), text).toMatchObject({ flagged: false });
    for (const text of [
      '# Errors\n\nError: x',
      'A board about failed starts',
      '{"errors":[],"cards":3}',
      '{"error":"documented here"}',
    ])
      expect(read(text), text).toBeNull();
  });
});

describe('the envelopes of frameworks', () => {
  for (const [text, message, classes] of frameworks)
    it(`reads ${short(text)}`, () => {
      const failure = decode(toolError(text), context());
      expect(failure?.message.startsWith(message), failure?.message).toBe(true);
      expect(classes).toContain(failure?.class);
    });
  for (const text of bareSentences)
    it(`keeps whole: ${short(text)}`, () => {
      expect(decode(toolError(text), context())?.message).toBe(text);
    });
});

describe('a listed tool', () => {
  it('is not unknown, even if something else was not found', () => {
    const text = 'Tool run ended early: the sheet was not found';
    expect(decode(toolError(text, fitting), context())).toMatchObject({ class: 'not_found', title: 'Not found' });
    expect(decode(toolError('Tool weather was not found'), context())?.title).toBe('Unknown tool');
  });
});

describe('the caller’s own text', () => {
  const asked = (text: string, sent: Record<string, Json>) =>
    decode(toolError(text, { params: { name: 'weather', arguments: sent } }), context())?.class;
  it('is not the server’s message if it is quoted', () => {
    expect(asked('Invalid name "no-such-garden": letters only', { city: 'no-such-garden' })).toBe('validation');
    expect(
      asked('Cannot read a number out of https://access-denied.example/x', { city: 'https://access-denied.example/x' }),
    ).not.toBe('forbidden');
    expect(asked('Invalid name "no-such-garden": letters only', {})).toBe('not_found');
  });
  it('is requested by its name, for any name', () => {
    const tool: Json = { type: 'object', properties: { token: { type: 'string' }, confirm: { type: 'boolean' } } };
    const decodeText = (text: string) =>
      decode(toolError(text, { params: { name: 'erase', arguments: {} }, inputSchema: tool }), context());
    expect(decodeText('token is required')).toMatchObject({ class: 'validation', fault: 'caller' });
    expect(decodeText('confirm must be set to true to erase a page')?.class).toBe('validation');
    expect(decodeText('ACME_TOKEN is required')).toMatchObject({
      class: 'unauthorized',
      retry: { verdict: 'after_auth' },
    });
    expect(decodeText('ACME_REGION is required')).toMatchObject({ class: 'not_ready', title: 'Missing setting' });
    expect(decodeText('region is required')?.class).toBe('validation');
    expect(decodeText("erase() missing 1 required positional argument: 'confirm'")?.class).toBe('validation');
    expect(decodeText("Client.send() missing 1 required positional argument: 'session'")).toMatchObject({
      class: 'internal',
      fault: 'server',
    });
  });
  it('is the subject of a parser error that names it', () => {
    const tool: Json = { type: 'object', properties: { limit: { type: 'integer' }, filters: { type: 'string' } } };
    const classOf = (text: string) =>
      decode(toolError(text, { params: { name: 'list', arguments: {} }, inputSchema: tool }), context())?.class;
    expect(classOf('json: cannot unmarshal string into Go struct field ListArgs.limit of type int')).toBe('validation');
    expect(classOf('json: cannot unmarshal string into Go struct field Page.total of type int')).toBe('dependency');
    expect(classOf('Invalid JSON in filters: Expecting value: line 1 column 1 (char 0)')).toBe('validation');
    expect(classOf('Invalid JSON in page: Expecting value: line 1 column 1 (char 0)')).toBe('dependency');
  });
  it('has its own title, which is not the error', () => {
    const text = '{"title":"missing-page","summary":null,"error":"Error reading the page: it is locked"}';
    expect(decode(toolResult({ content: [{ type: 'text', text }] }), context())?.message).toContain('it is locked');
  });
});

describe('responses that explain a missing result', () => {
  const said = (answer: Json) => decode(toolResult({ content: [], structuredContent: answer }), context());
  it('are failures', () => {
    expect(said({ title: 'Fern', summary: 'Error reading section “Roots”: the page is gone' })).toMatchObject({
      flagged: false,
    });
    expect(said({ result: 'Error opening the board: timed out' })).toMatchObject({ class: 'timeout' });
  });
  it('are not confused with records', () => {
    expect(said({ key: 'A-1', summary: 'Error opening the board: timed out' })).toBeNull();
    expect(said({ summary: 'Error bars: how to draw them' })).toBeNull();
    expect(said({ a: 1, b: 2, c: 3, d: 4, text: 'Error opening the board: timed out' })).toBeNull();
  });
});

describe('a server that exits during startup', () => {
  const ended = (stderr: string[], isStart = true) =>
    decode({ process: { code: 1, signal: null, stderr, isStart } }, context());
  it('fails each time, unless its message names something temporary', () => {
    for (const words of [
      "AttributeError: 'Server' object has no attribute 'tool_list'",
      '│ Missing option --garden. │',
      'Exception: no sign-in worked. Configure credentials.',
      'Credentials file does not exist',
      'See the manual for what has changed',
    ])
      expect(ended([words])?.retry.verdict, words).toBe('after_fix');
    expect(ended(['connect ECONNREFUSED 10.0.0.7:5432'])?.retry.verdict).toBe('backoff');
    expect(ended(["AttributeError: 'Board' object has no attribute 'id'"], false)?.retry.verdict).toBe('backoff');
  });
  it('does not suggest repeating a call', () => {
    expect(ended(['See the manual for what has changed'])?.remedy.join(' ')).not.toMatch(/repeat|the call/);
  });
  it('is quoted without log prefixes', () => {
    expect(
      ended(['{"level":"fatal","err":{"name":"Error","message":"No garden is set up"},"msg":"Fatal"}'])?.message,
    ).toBe('No garden is set up');
    expect(ended(['{"level":"fatal","err":{"message":"No garden is set up","stack":"Error: No ga…'])?.message).toBe(
      'No garden is set up',
    );
    expect(ended(['    | Exception: No garden is set up'])?.message).toBe('Exception: No garden is set up');
    expect(ended(['Could not open the shed', '{"level":"info","msg":"failed 0"}'])?.message).toBe(
      'Could not open the shed',
    );
  });
});

describe('a remark in a message', () => {
  const classOf = (text: string) => decode(toolError(text), context())?.class;
  it('does not change who the sentence is from', () => {
    expect(classOf('The card does not exist or you do not have permission to see it')).toBe('not_found');
    expect(classOf('Your session has expired. Please log in again.')).toBe('unauthorized');
    expect(classOf('Cards are being moved too quickly')).toBe('rate_limited');
    expect(classOf('Card 7 is already closed')).toBe('conflict');
    expect(classOf('The board has been modified; load it again')).toBe('conflict');
    expect(classOf('The index is still building')).toBe('not_ready');
    expect(classOf('Unsupported file type: .exe')).toBe('validation');
    expect(classOf('Неверный API-ключ')).toBe('unauthorized');
    expect(classOf('Параметр city обязателен')).toBe('validation');
    expect(classOf('503')).toBe('unavailable');
    expect(classOf('Card 503 is green')).not.toBe('unavailable');
  });
  it('distinguishes lists about responses from lists about arguments', () => {
    expect(classOf("Output validation error: 'days' is a required property")).toBe('invalid_response');
    expect(
      classOf('1 validation error for weatherOutput\ndays\n  Input should be a valid integer [type=int_type]'),
    ).toBe('invalid_response');
    const rain = JSON.stringify([{ code: 'invalid_type', path: ['rain'], message: 'Required' }]);
    expect(classOf(`Invalid data received from Orchard API: ${rain}`)).toBe('dependency');
    expect(classOf('Failed to parse the response: missing field `days`')).toBe('dependency');
    expect(classOf('Failed to parse the arguments: missing field `days`')).toBe('validation');
  });
});

describe('fields in _meta', () => {
  it('are read with and without a vendor prefix', () => {
    for (const name of ['retry_after', 'com.example/retry_after']) {
      const result = { isError: true, content: [{ type: 'text', text: 'Slow down' }], _meta: { [name]: 7 } };
      expect(decode(toolResult(result), context())?.retry, name).toMatchObject({
        afterMs: 7000,
        sources: { afterMs: `result._meta.${name}` },
      });
    }
  });
});

describe('calls without a response', () => {
  const silent = [
    { timeout: { afterMs: 1000 } },
    { process: { code: 1, signal: null, stderr: ["KeyError: 'city'"] } },
    { unanswered: { why: 'stream_cut' as const } },
  ];
  it('name the arguments that break the listed schema', () => {
    for (const facts of silent) {
      const failure = decode({ method: 'tools/call', ...unfit, ...facts }, context());
      expect(failure?.issues.map(({ path }) => path)).toEqual(['/city', '/days']);
      expect(failure?.remedy[0]).toContain('Correct them first.');
      expect(failure?.evidence.at(-1)).toMatchObject({ path: 'request.params.arguments.days', value: 'two' });
    }
  });
  it('do not mention valid arguments', () => {
    for (const facts of silent)
      expect(decode({ method: 'tools/call', ...fitting, ...facts }, context())?.issues).toEqual([]);
  });
});

describe('failures in other shapes', () => {
  it('are quoted with the sentence that gives the reason', () => {
    expect(answer(['search_plants', [{ title: 'Error', text: 'The search failed: frost' }]])?.message).toBe(
      'The search failed: frost',
    );
    expect(
      answer(['update_bed', { data: { bedUpdate: { bed: null, userErrors: [{ message: "Name can't be blank" }] } } }])
        ?.message,
    ).toBe("Name can't be blank");
    expect(decode(toolError('{"error":"The model is loading","estimated_time":20}'), context())?.retry).toMatchObject({
      verdict: 'wait',
      afterMs: 20_000,
    });
  });
  it('report a missing document and nothing else', () => {
    const read = (text: string) =>
      decode(toolResult({ contents: [{ uri: 'a:b', text }] }, { method: 'resources/read', target: 'a:b' }), context());
    expect(read('Bed 9 was not found.')).toMatchObject({ class: 'not_found', flagged: false });
    expect(read('Bed 9 was not found.\nSo they planted another.')).toBeNull();
  });
});

describe('a refusal and a colon before a missing or invalid name', () => {
  it.each([
    ['Unauthorized: missing or invalid Authorization header', 'unauthorized'],
    ['401: Invalid credentials', 'unauthorized'],
    ['Forbidden: Invalid scope', 'forbidden'],
    ['PermissionDenied: Missing or insufficient permissions', 'forbidden'],
    ['Bad_Request: Missing body', 'invalid_request'],
  ])('%s is not an argument of that name', (text, kind) => {
    expect(decode(toolError(text), context())).toMatchObject({ class: kind, issues: [] });
  });
});
