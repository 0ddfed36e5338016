import { describe, expect, it } from 'vitest';
import type { ServerConfig } from '../../../shared/server/server-config.ts';
import { emptyForm, formOfServer, nameFor, readForm, type ServerForm } from './server-form.ts';

const full: ServerConfig = {
  name: 'Orders',
  transport: {
    kind: 'stdio',
    command: 'node',
    args: ['server.js', '', '$(id)', '"; rm -rf ~'],
    env: { LEVEL: 'debug', TOKEN: '' },
    cwd: '/srv/orders',
  },
  callTimeoutMs: 2_500,
  era: 'detect',
  revision: '2025-06-18',
  progressExtends: false,
  totalTimeoutMs: 30_000,
  messageLimit: 2 * 1_048_576,
  clientSide: {
    roots: [{ uri: 'file:///srv', name: 'srv' }, { uri: 'file:///tmp' }],
    sampling: { kind: 'canned', result: '{"role":"assistant"}' },
    elicitation: { kind: 'refuse' },
  },
  secrets: ['env:TOKEN'],
  sample: 'orders',
  agentTools: ['wipe'],
  dialect: 'rfc9457',
};

const problemsOf = (form: Partial<ServerForm>) => {
  const read = readForm({ ...emptyForm, name: 'a', command: 'node', ...form });
  return 'problems' in read ? read.problems : [];
};

describe('a saved configuration', () => {
  it('survives the form, with secrets still stored and hidden', () => {
    expect(readForm(formOfServer(full, true), full)).toEqual({ config: full });
    expect(formOfServer(full, true).env).toContainEqual({ name: 'TOKEN', value: '', secret: true, kept: true });
  });

  it('keeps URLs, headers and the sign-in', () => {
    const config: ServerConfig = {
      name: 'Far',
      transport: { kind: 'sse', url: 'https://example.com/sse', headers: { Authorization: '', 'X-Team': 'a' } },
      callTimeoutMs: 60_000,
      signIn: { clientId: 'me', clientSecret: '', scope: 'read' },
      secrets: ['header:Authorization', 'clientSecret'],
    };
    expect(readForm(formOfServer(config, true), config)).toEqual({ config });
  });

  it('contains only what differs from the defaults', () => {
    expect(readForm({ ...emptyForm, name: 'a', command: ' node ', args: ['a.js'] })).toEqual({
      config: {
        name: 'a',
        callTimeoutMs: 60_000,
        transport: { kind: 'stdio', command: 'node', args: ['a.js'], env: {} },
      },
    });
  });

  it('drops fields of another transport', () => {
    const form = { ...formOfServer(full, true), kind: 'http' as const, url: 'http://127.0.0.1:1/mcp' };
    expect(readForm(form, full)).toMatchObject({
      config: { transport: { kind: 'http', url: 'http://127.0.0.1:1/mcp', headers: {} }, sample: 'orders' },
    });
    const read = readForm(form, full);
    expect('config' in read && read.config.secrets).toBeUndefined();
  });
});

describe('errors', () => {
  it('appear at their field', () => {
    expect(problemsOf({ name: ' ', command: '' }).map(({ place }) => place)).toEqual(['name', 'command']);
    expect(problemsOf({ kind: 'http', url: 'ftp://x' })).toEqual([
      { place: 'url', words: 'The address must start with http:// or https://.' },
    ]);
    expect(problemsOf({ callSeconds: 'soon' })[0]?.place).toBe('callSeconds');
    expect(problemsOf({ callSeconds: '' })[0]?.place).toBe('callSeconds');
    expect(problemsOf({ messageMegabytes: '5000' })[0]?.place).toBe('messageMegabytes');
    expect(problemsOf({ sampling: { kind: 'canned', result: '[1]' } })[0]?.place).toBe('sampling');
    expect(problemsOf({ roots: [{ uri: '', name: 'x' }] })[0]?.place).toBe('roots');
  });

  it('include invalid names', () => {
    const row = { value: 'x', secret: false, kept: false };
    expect(problemsOf({ env: [{ ...row, name: 'A=B' }] })[0]?.place).toBe('env');
    expect(problemsOf({ env: [{ ...row, name: '' }] })[0]?.words).toBe('A value has no name.');
    const headers = (...names: string[]) => ({
      kind: 'http' as const,
      url: 'http://x/',
      headers: names.map((name) => ({ ...row, name })),
    });
    expect(problemsOf(headers('X Y'))[0]?.place).toBe('headers');
    expect(problemsOf(headers('X-Team', 'x-team'))[0]?.words).toContain('twice');
    expect(problemsOf(headers('X-Team'))).toEqual([]);
  });

  it('prevent a silently lost variable', () => {
    expect(problemsOf({ env: [{ name: '__proto__', value: 'x', secret: false, kept: false }] })[0]?.place).toBe('env');
  });
});

it('suggests a name if there is none', () => {
  expect(nameFor({ ...emptyForm, command: 'npx', args: ['-y', '@scope/files@1.2.0'] })).toBe('files');
  expect(nameFor({ ...emptyForm, kind: 'http', url: 'https://example.com/mcp' })).toBe('example.com');
  expect(nameFor(emptyForm)).toBe('');
});
