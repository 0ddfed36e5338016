import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isOwnFolder, makeNoteFolder } from './note-folder.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'misfire-notes-test-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

// A data folder may be one that others can write to.
describe.skipIf(process.platform === 'win32')('a folder for notes', () => {
  it('is made for its owner alone, and used again', () => {
    const folder = join(home, 'notes');
    expect(isOwnFolder(folder)).toBe(false);
    makeNoteFolder(folder);
    makeNoteFolder(folder);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(isOwnFolder(folder)).toBe(true);
  });

  const folder = (path: string, mode: number) => {
    mkdirSync(path);
    chmodSync(path, mode);
  };
  const others: [what: string, make: (path: string) => void][] = [
    ['that others may write to', (path) => folder(path, 0o777)],
    ['that others may read', (path) => folder(path, 0o755)],
    [
      'that is a link',
      (path) => {
        folder(join(home, 'theirs'), 0o700);
        symlinkSync('theirs', path);
      },
    ],
    ['that is a file', (path) => writeFileSync(path, '')],
  ];
  for (const [what, make] of others)
    it(`${what} is neither written to nor read`, () => {
      const path = join(home, 'notes');
      make(path);
      expect(isOwnFolder(path)).toBe(false);
      expect(() => makeNoteFolder(path)).toThrow('EEXIST');
    });
});
