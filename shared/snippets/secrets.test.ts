import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { findSecrets } from '../mask/find.ts';
import { isSecretName } from '../mask/secret-names.ts';
import { snippetKinds } from '../retry/replay.ts';
import { transportSchema } from '../server/server-config.ts';
import { anyCharacter } from '../text/testing/any-character.ts';
import { hideInJson, hideInUrl, hideInWords, Variables } from './secrets.ts';
import { writeSnippet } from './snippet.ts';
import type { CallToWrite } from './subject.ts';

test.each([
  'token',
  'access_token',
  'apiKey',
  'API-KEY',
  '--token',
  'password',
  'client_secret',
  'Authorization',
  'key',
])('recognizes %s as a secret name', (name) => expect(isSecretName(name.replace(/^-+/, ''), 'option')).toBe(true));

test.each(['progressToken', 'next_token', 'pageToken', 'max_tokens', 'keyboard', 'name', 'author', 'monkey', 'id'])(
  'does not treat %s as a secret name',
  (name) => expect(isSecretName(name)).toBe(false),
);

test.each([
  ['sk-proj-abcdefghij123', true],
  ['ghp_abcdefghij1234567890', true],
  ['AKIAIOSFODNN7EXAMPLE', true],
  ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc', true],
  ['Bearer abcdef123', true],
  ['SO-1001', false],
  ['sketch-of-a-house', false],
  ['key-value', false],
])('recognizes the shape of %s: %s', (text, expected) => {
  expect(findSecrets(text).length > 0).toBe(expected);
});

describe('variables', () => {
  it('have names that every shell and language accepts, one per secret', () => {
    const variables = new Variables();
    const names = ['api key', 'api-key', '1st', 'Ünïcode', '', 'PATH'].map(
      (wish, index) => variables.take(wish, String(index)).name,
    );
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[A-Z_][A-Z0-9_]*$/);
    expect(names).not.toContain('PATH');
    expect(variables.take('api key', '0').name).toBe(names[0]);
  });

  it('replace secrets in arguments, command lines and URLs', () => {
    const variables = new Variables();
    const hidden = JSON.stringify([
      hideInJson({ login: { password: 'p1' }, list: ['ghp_abcdefghij1234567890'] }, variables),
      hideInWords(['run', '--token', 'p2', '--api-key=p3', '-v'], variables),
      hideInUrl('https://me:p4@host/mcp?token=p5&page=2', variables),
    ]);
    expect(hidden).not.toMatch(/p[1-5]|ghp_/);
    expect(hidden).toContain('page=2');
    expect(variables.names).toHaveLength(6);
  });
});

const call: CallToWrite = {
  serverName: 'Orders',
  sample: null,
  transport: {
    kind: 'http',
    url: 'https://me:hunter2url@example.com/mcp?api_key=hunter2query',
    headers: { Authorization: 'Bearer hunter2header', 'X-Team': 'hunter2team' },
  },
  url: null,
  method: 'tools/call',
  params: '{"name":"login","arguments":{"token":"hunter2token"}}',
  protocolVersion: '2025-11-25',
};

test.each(snippetKinds)('leaves no secret in %s', (kind) => {
  const onPipe: CallToWrite = {
    ...call,
    transport: { kind: 'stdio', command: 'run', args: ['--token', 'hunter2arg'], env: { KEY: 'hunter2env' } },
  };
  for (const given of [call, onPipe]) {
    const written = writeSnippet(given, kind);
    expect(typeof written).toBe('object');
    expect(JSON.stringify(written)).not.toContain('hunter2');
  }
});

test.each(snippetKinds)('keeps names and values of servers inside their quotes and lines in %s', (kind) => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      const nasty = `x\nexit 1 # ${text}`;
      const written = writeSnippet(
        { ...call, serverName: nasty, method: nasty, params: JSON.stringify({ [nasty]: nasty }) },
        kind,
      );
      if (typeof written === 'string') return;
      // In scripts and code no line may start with server text; inside a shell's single quotes it may.
      if (kind !== 'curl' && kind !== 'misfire') expect(written.text).not.toMatch(/^exit 1/m);
    }),
  );
});

test('reports what cannot be written as code', () => {
  const deep = `${'['.repeat(500)}${']'.repeat(500)}`;
  expect(writeSnippet({ ...call, params: deep }, 'typescript')).toMatch(/nested too deeply/);
  expect(
    writeSnippet(
      { ...call, transport: { kind: 'http-command', command: 'x', args: [], env: {}, headers: {} } },
      'curl',
    ),
  ).toMatch(/not known/);
});

describe('URLs', () => {
  it.each(['?', '&', '#', '?a', '&=', '/'])('are read in one pass: many %s', (sign) => {
    // 16 kB is within the limit, and one pass over each field is cheap.
    const address = `https://example.org/${sign.repeat(8000)}`;
    expect(hideInUrl(address, new Variables()).join('')).toBe(address);
  });

  it('that exceed what servers accept are replaced whole', () => {
    const variables = new Variables();
    const address = `https://example.org/${'?'.repeat(100_000)}`;
    expect(hideInUrl(address, variables)).toEqual([expect.objectContaining({ name: 'MCP_URL' })]);
    const config = { kind: 'http', url: address };
    expect(transportSchema.safeParse(config).error?.issues[0]?.message).toBe(
      'The address is too long: at most 16384 characters.',
    );
  });
});
