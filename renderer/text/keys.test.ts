import { describe, expect, it } from 'vitest';
import { commands, shortcuts } from '../../shared/contract/commands.ts';
import { keyLabel, readKey } from './keys.ts';

const press = (key: string, more = {}) => ({ key, ctrlKey: false, metaKey: false, altKey: false, ...more });

describe('the table of shortcuts', () => {
  it('has one line for every command, and one meaning for every key', () => {
    expect(shortcuts.map((shortcut) => shortcut.command).sort()).toEqual([...commands].sort());
    const keys = shortcuts.flatMap((shortcut) => shortcut.keys);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('distinguishes n from N and reads two keys in a row', () => {
    expect(readKey(press('n'), null)).toEqual({ command: 'next-failure' });
    expect(readKey(press('N'), null)).toEqual({ command: 'previous-failure' });
    expect(readKey(press('g'), null)).toEqual({ prefix: 'g' });
    expect(readKey(press('f'), 'g')).toEqual({ command: 'go-failures' });
    expect(readKey(press('j'), 'g')).toEqual({ command: 'next-row' });
  });

  it("ignores the browser's own shortcuts", () => {
    expect(readKey(press('n', { ctrlKey: true }), null)).toBeNull();
    expect(readKey(press('/', { metaKey: true }), null)).toBeNull();
    expect(readKey(press('k', { ctrlKey: true, altKey: true }), null)).toBeNull();
  });

  it('reads keys with Ctrl or ⌘ held', () => {
    expect(readKey(press('k', { ctrlKey: true }), null)).toEqual({ command: 'palette' });
    expect(readKey(press('K', { metaKey: true }), 'g')).toEqual({ command: 'palette' });
    expect(keyLabel('Mod+k', false)).toBe('Ctrl K');
    expect(keyLabel('Mod+k', true)).toBe('⌘ K');
  });

  it('names keys as displayed', () => {
    expect(keyLabel(' ')).toBe('Space');
    expect(keyLabel('g t')).toBe('g then t');
    expect(keyLabel('F')).toBe('Shift F');
    expect(keyLabel('ArrowDown')).toBe('↓');
  });
});
