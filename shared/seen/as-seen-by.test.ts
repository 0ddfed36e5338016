// What real clients passed on, measured in November 2026 with a scripted model: `npm run -s clients` measures again.

import { describe, expect, it } from 'vitest';
import type { Json } from '../json/json.ts';
import { asSeenBy } from './as-seen-by.ts';
import { gotText } from './parts/blocks.ts';
import type { Loss, SeenContext, ServerAnswer } from './parts/seen.ts';
import type { SeenClientId } from './seen.ts';

const text = (words: string) => ({ type: 'text', text: words });
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const image = { type: 'image', data: png, mimeType: 'image/png' };
const ok = (...content: Json[]): ServerAnswer => ({ result: { content } });
const failed = (content: Json[], structuredContent?: Json): ServerAnswer => ({
  result: { content, ...(structuredContent === undefined ? {} : { structuredContent }), isError: true },
});
const context: SeenContext = { server: 'srv', tool: 'get' };
const seen = (client: SeenClientId, answer: ServerAnswer, more: SeenContext = {}) =>
  asSeenBy(client, answer, { ...context, ...more });
/** Codex puts the duration of a call first. */
const got = (client: SeenClientId, answer: ServerAnswer, more: SeenContext = {}) =>
  gotText(seen(client, answer, more).got).replace('Wall time: 0.0000 seconds\nOutput:\n', '');

const limited: ServerAnswer = { error: { code: -32003, message: 'Rate limit exceeded', data: { retry_after: 30 } } };
const structured = { code: 'UPSTREAM', retry_after: 7 };
const both = failed([text('Upstream said 503'), text('retry after 7 s')], structured);

describe('an isError result with text and structured content', () => {
  it.each<[SeenClientId, string, boolean, Loss[]]>([
    ['claude-code', 'Upstream said 503\nretry after 7 s', true, ['structured content']],
    ['codex', '{"code":"UPSTREAM","retry_after":7}', false, ['text', 'flag']],
    ['opencode', 'Upstream said 503\n\nretry after 7 s', false, ['structured content', 'flag']],
    [
      'copilot-cli',
      'MCP server \'srv\': Upstream said 503retry after 7 s\n\n{"code":"UPSTREAM","retry_after":7}',
      true,
      [],
    ],
  ])('reaches the model of %s as measured', (client, words, flagged, lost) => {
    expect(got(client, both)).toBe(words);
    expect(seen(client, both)).toMatchObject({ flagged, lost });
  });

  it('reaches Gemini CLI and Cline CLI complete, as JSON', () => {
    expect(got('gemini-cli', both)).toBe(
      'MCP tool \'get\' reported tool error for function call: {"name":"get","args":{}} with response: [{"functionResponse":{"name":"get","response":{"content":[{"type":"text","text":"Upstream said 503"},{"type":"text","text":"retry after 7 s"}],"structuredContent":{"code":"UPSTREAM","retry_after":7},"isError":true}}}]',
    );
    expect(got('cline', both)).toBe(JSON.stringify('result' in both && both.result));
    for (const client of ['gemini-cli', 'cline'] as const)
      expect(seen(client, both)).toMatchObject({ flagged: true, lost: [] });
  });
});

it('loses the data of a JSON-RPC error in all measured clients but Codex', () => {
  const losing = (['claude-code', 'codex', 'gemini-cli', 'opencode', 'copilot-cli', 'cline'] as const).filter(
    (client) => seen(client, limited).lost.includes('data'),
  );
  expect(losing).toEqual(['claude-code', 'gemini-cli', 'opencode', 'copilot-cli', 'cline']);
  expect(got('claude-code', limited)).toBe('Rate limit exceeded');
  expect(got('cline', limited)).toBe('{"error":"Rate limit exceeded"}');
  expect(got('codex', limited)).toContain('Mcp error: -32003: Rate limit exceeded({"retry_after":30})');
});

it('names what each client substitutes for a failure without text', () => {
  const bare = failed([], structured);
  expect(got('claude-code', bare)).toBe('Unknown error');
  expect(got('opencode', bare)).toBe('MCP tool returned an error');
  expect(seen('claude-code', bare).lost).toEqual(['structured content', 'everything']);
  const empty = failed([]);
  expect(got('copilot-cli', empty)).toBe("MCP server 'srv': Tool execution failed");
  expect(seen('codex', empty)).toMatchObject({ flagged: false, lost: ['flag'] });
  expect(got('claude-code', failed([text(' ')]))).toBe('Command failed with no output');
});

describe('a success with text and structured content that differ', () => {
  const answer: ServerAnswer = { result: { content: [text('summary')], structuredContent: { warning: 'half' } } };
  it('loses the text in Claude Code and Codex, and the structured content in Gemini CLI and opencode', () => {
    for (const client of ['claude-code', 'codex'] as const) expect(seen(client, answer).lost).toEqual(['text']);
    for (const client of ['gemini-cli', 'opencode'] as const)
      expect(seen(client, answer).lost).toEqual(['structured content']);
    expect(seen('copilot-cli', answer).lost).toEqual([]);
  });

  it('loses nothing if the text repeats the structured content', () => {
    const repeated: ServerAnswer = { result: { content: [text('{ "a": 1 }')], structuredContent: { a: 1 } } };
    for (const client of ['claude-code', 'codex', 'gemini-cli', 'opencode'] as const)
      expect(seen(client, repeated).lost, client).toEqual([]);
  });
});

describe('one line of 400,010 characters', () => {
  const big = ok(text(`HEAD ${'x'.repeat(400_000)} TAIL`));
  it.each<[SeenClientId, Loss[]]>([
    ['claude-code', ['text', 'everything']],
    ['codex', ['the middle']],
    ['gemini-cli', ['the middle']],
    ['opencode', ['text', 'everything']],
    ['copilot-cli', ['the end']],
    ['cline', ['the middle']],
  ])('is cut by %s', (client, lost) => {
    expect(seen(client, big).lost).toEqual(lost);
  });

  it('is cut twice by Codex, and the second cut counts in tokens', () => {
    expect(got('codex', big)).toMatch(/^HEAD x+…8 tokens truncated…x+ TAIL$/);
    expect(got('codex', big, { model: 'gpt-5.5' }).length).toBeGreaterThan(47_000);
  });

  it('has the measured sizes', () => {
    expect(got('cline', big)).toHaveLength(8000);
    expect(got('cline', big)).toContain('\n\n...[truncated 392083 chars]...\n\n');
    expect(got('opencode', big)).toContain('\n\n...400010 bytes truncated...\n\n');
    expect(got('copilot-cli', big)).toContain('(390.6 KB)');
    expect(got('gemini-cli', big)).toContain('... [360,051 characters omitted] ...');
    expect(got('claude-code', big)).toContain('(400,010 characters across 1 line) exceeds maximum allowed tokens');
  });
});

it('cuts opencode at the end of a line, and Claude Code to a preview', () => {
  const lines = Array.from({ length: 3000 }, (_, at) => `line ${at} ${'y'.repeat(15)}`).join('\n');
  expect(got('opencode', ok(text(lines)))).toContain('line 1999 yyyyyyyyyyyyyyy\n\n...1000 lines truncated...');
  expect(got('claude-code', ok(text(lines)))).toMatch(/^<persisted-output>\nOutput too large \([\d.]+KB\)/);
  expect(seen('claude-code', ok(text(lines))).lost).toEqual(['the end']);
});

it('cuts at bytes, never within a character', () => {
  const words = got('codex', ok(text(`${'é'.repeat(9000)}END`)));
  expect(words).toMatch(/^é+…\d+ tokens truncated…é+END$/);
  const cut = got('cline', ok(text(`${'😀'.repeat(8000)}END`)));
  expect(cut.isWellFormed()).toBe(true);
});

describe('other blocks', () => {
  it('passes images on if the client can, and says so otherwise', () => {
    const answer = ok(text('before'), image, text('after'));
    expect(seen('claude-code', answer)).toMatchObject({ lost: [] });
    expect(seen('codex', answer).got).toContainEqual({
      type: 'input_image',
      image_url: `data:image/png;base64,${png}`,
      detail: 'high',
    });
    expect(seen('copilot-cli', answer)).toMatchObject({ got: 'beforeafter', lost: ['image'] });
    expect(seen('codex', ok({ ...image, data: 'aGVsbG8=' }))).toMatchObject({ lost: ['image', 'everything'] });
  });

  it('converts audio, links and resources as measured', () => {
    const link = { type: 'resource_link', uri: 'file:///r.csv', name: 'r.csv', description: 'All rows' };
    const resource = { type: 'resource', resource: { uri: 'file:///a.txt', text: 'inside' } };
    const audio = { type: 'audio', data: 'UklGRg==', mimeType: 'audio/wav' };
    expect(got('claude-code', ok(link, resource))).toBe(
      '[Resource link: r.csv] file:///r.csv (All rows)\n[Resource from srv at file:///a.txt] inside',
    );
    expect(got('gemini-cli', ok(link))).toBe('Resource Link: r.csv at file:///r.csv');
    expect(seen('opencode', ok(link, audio))).toMatchObject({
      got: '',
      lost: ['audio', 'resource link', 'everything'],
    });
    expect(got('claude-code', ok(audio))).toBe('[Audio from srv] Binary content (audio/wav, 4 bytes) saved to <file>');
    expect(got('codex', ok(audio))).toBe('<audio content omitted because you do not support audio input>');
  });

  it('orders the fields of other blocks in Codex like its SDK, and shortens their priority', () => {
    const resource = { uri: 'mem://b', blob: 'AAECAw==', mimeType: 'text/csv' };
    const block = { annotations: { priority: 0.7 }, _meta: { a: 1 }, resource, type: 'resource' };
    expect(got('codex', ok(block))).toBe(
      '{"type":"resource","resource":{"uri":"mem://b","mimeType":"text/csv","blob":"AAECAw=="},"_meta":{"a":1},"annotations":{"priority":0.7}}',
    );
  });

  it('drops empty texts in Codex, and counts what does not fit', () => {
    expect(got('codex', ok(text(''), text('x'), text('')))).toBe('x');
    const many = seen('codex', ok(text('a'.repeat(20_000)), text('b'))).got;
    expect(gotText(many)).toMatch(/\n\[omitted 1 text items \.\.\.\]$/);
  });

  it('drops a blank text before structured content in Copilot CLI', () => {
    expect(got('copilot-cli', { result: { content: [text('  ')], structuredContent: { a: 1 } } })).toBe('{"a":1}');
  });

  it('strips invisible characters in Copilot CLI, and composes the others', () => {
    expect(got('copilot-cli', ok(text('e\u0301\u200b \u202etxt\u202c 👩\u200d👧\ufeff')))).toBe('é txt 👩\u200d👧');
  });
});

describe('a response that breaks its schema', () => {
  it('is rejected with the SDK’s message', () => {
    const wrong: ServerAnswer = { result: { content: 'text' } };
    const issues = JSON.stringify(
      [
        {
          expected: 'array',
          code: 'invalid_type',
          path: ['content'],
          message: 'Invalid input: expected array, received string',
        },
      ],
      null,
      2,
    );
    expect(got('opencode', wrong)).toBe(issues);
    expect(got('claude-code', wrong)).toBe(
      `MCP server "srv" returned a malformed result that failed schema validation: Invalid result for tools/call: ${issues}`,
    );
    expect(got('codex', wrong)).toContain('Caused by:\n    Unexpected response type');
    expect(got('copilot-cli', wrong)).toContain('CustomResult(CustomResult(Object {"content": String("text")}))');
    expect(seen('cline', wrong)).toMatchObject({ got: '{"content":"text"}', lost: [] });
  });

  it('is rejected by Gemini CLI and opencode if it breaks the outputSchema', () => {
    const outputSchema = { type: 'object', properties: { rows: { type: 'number' } }, required: ['rows'] };
    const answer: ServerAnswer = { result: { content: [text('x')], structuredContent: { rows: 'three' } } };
    const refused =
      "MCP error -32602: Structured content does not match the tool's output schema: data/rows must be number";
    expect(got('opencode', answer, { outputSchema })).toBe(refused);
    expect(got('gemini-cli', answer, { outputSchema })).toContain(refused);
    expect(got('claude-code', answer, { outputSchema })).toBe('{"rows":"three"}');
    expect(got('opencode', ok(text('x')), { outputSchema })).toBe(
      'MCP error -32600: Tool get has an output schema but did not return structured content',
    );
  });
});

it('is rejected by Gemini CLI if its first text is JSON but not an object', () => {
  expect(got('gemini-cli', ok(text('42')))).toContain('Invalid input: expected record, received number');
  expect(seen('gemini-cli', ok(text('[1]')))).toMatchObject({ flagged: true, lost: ['text', 'everything'] });
  expect(got('gemini-cli', failed([text('{"a":1}')]))).toContain('"structuredContent":{"a":1},"isError":true');
  expect(got('gemini-cli', ok(text('{"a":1}')))).toBe('<untrusted_context>\n{"a":1}\n</untrusted_context>');
});

it('reads any result without throwing', () => {
  const odd: Json[] = [{}, { content: null }, { content: [null, 5, 'x', [], {}] }, { content: [{ type: 'text' }] }];
  const ids = ['claude-code', 'codex', 'gemini-cli', 'opencode', 'copilot-cli', 'cline', 'goose', 'zed', 'roo-code'];
  for (const result of odd)
    for (const id of ids) expect(() => seen(id as SeenClientId, { result: result as never })).not.toThrow();
});

// Earlier code searched each part in everything the model received: such responses took minutes.
describe('a response of 40,000 parts', () => {
  const many = (block: (at: number) => Json): ServerAnswer =>
    ok(...Array.from({ length: 40_000 }, (_, at) => block(at)));
  const lines = many((at) => text(`line ${at}`));

  it('loses nothing if all arrive', () => {
    expect(seen('zed', lines).lost).toEqual([]);
    const values = many((at) => text(`{"at":${at}}`));
    expect(seen('zed', values).lost).toEqual([]);
  });

  it('loses everything if none arrive', () => {
    const sounds = many((at) => ({ type: 'audio', data: `AAAA${at}`, mimeType: 'audio/wav' }));
    expect(seen('opencode', sounds).lost).toEqual(['audio', 'everything']);
  });

  it('loses some if a client cuts it', () => {
    expect(seen('codex', lines).lost).toContain('text');
  });
});

describe('an error that asks the user to open a URL', () => {
  const elicitations = [{ mode: 'url', elicitationId: 'e1', url: 'https://example.com/sign-in', message: 'Sign in' }];
  const asks: ServerAnswer = { error: { code: -32042, message: 'Sign in first', data: { elicitations } } };

  it.each<[SeenClientId, string, boolean]>([
    [
      'claude-code',
      'URL elicitation was canceled by the user. The tool "get" could not complete because it requires the user to open a URL.',
      false,
    ],
    ['copilot-cli', 'MCP server \'srv\': URL elicitation for MCP server "srv" was not accepted', true],
    ['opencode', 'MCP error -32042: Sign in first', true],
    ['cline', '{"error":"Sign in first"}', true],
  ])('reaches the model of %s as measured', (client, words, flagged) => {
    expect(got(client, asks)).toBe(words);
    expect(seen(client, asks).flagged).toBe(flagged);
  });

  it('is an error like any other without a URL', () => {
    const bare: ServerAnswer = { error: { code: -32042, message: 'Sign in first', data: { elicitations: [] } } };
    expect(got('claude-code', bare)).toBe('Sign in first');
    expect(got('copilot-cli', bare)).toBe("MCP server 'srv': McpError: MCP error -32042: Sign in first");
  });
});

describe('half a character', () => {
  const half = '\ud83d';

  it.each<[SeenClientId, string]>([
    ['claude-code', 'before \ufffd after'],
    ['opencode', 'before \ufffd after'],
    ['codex', ''],
    ['copilot-cli', ''],
    ['cline', `{"content":[{"type":"text","text":"before \\ud83d after"}]}`],
  ])('reaches the model of %s as measured', (client, words) => {
    expect(got(client, ok(text(`before ${half} after`)))).toBe(words);
  });

  it('is found in errors and names, and not in whole characters or in text about escapes', () => {
    expect(got('claude-code', { error: { code: 1, message: `bad ${half} text` } })).toBe('bad \ufffd text');
    expect(got('codex', { error: { code: 1, message: `bad ${half} text` } })).toBe('');
    expect(got('codex', ok(text('fine 😀 \\ud83d')))).toContain('fine 😀 \\ud83d');
  });
});
