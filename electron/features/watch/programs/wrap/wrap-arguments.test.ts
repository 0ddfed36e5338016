import { describe, expect, it } from 'vitest';
import { isQuickWrap, readWrapArguments } from './wrap-arguments.ts';

describe('what wrap is asked for', () => {
  it('takes its own words before -- and leaves the server all after it', () => {
    expect(readWrapArguments(['wrap', '--name', 'files', '--data=/d', '--', 'npx', '-y', '--', '--name', 'x'])).toEqual(
      {
        ok: true,
        wish: { name: 'files', data: '/d', command: 'npx', args: ['-y', '--', '--name', 'x'] },
      },
    );
    expect(readWrapArguments(['--color', 'never', 'wrap', '--', 'x'])).toEqual({
      ok: true,
      wish: { name: 'x', command: 'x', args: [] },
    });
    expect(readWrapArguments(['--', 'C:\\tools\\server.exe'])).toMatchObject({ wish: { name: 'server' } });
  });

  it('says what is missing', () => {
    for (const args of [['wrap'], ['--'], ['--', ''], ['--name'], ['--verbose', '--', 'x'], ['npx', '--', 'x']])
      expect(readWrapArguments(args)).toMatchObject({ ok: false, problem: expect.stringContaining('Usage') });
  });

  it('knows the command lines that must start quickly', () => {
    expect(isQuickWrap(['wrap', '--', 'npx'])).toBe(true);
    expect(isQuickWrap(['--data', '/d', 'wrap', '--name', 'n', '--', 'x'])).toBe(true);
    expect(isQuickWrap(['--color', 'never', 'wrap', '--', 'x'])).toBe(true);
    expect(isQuickWrap(['wrap', '--', 'https://e.example/mcp'])).toBe(false);
    expect(isQuickWrap(['call', 'wrap', '--', 'x'])).toBe(false);
    expect(isQuickWrap(['wrap', '--help'])).toBe(false);
  });
});
