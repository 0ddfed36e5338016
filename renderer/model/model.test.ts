import { describe, expect, it } from 'vitest';
import { readPlace, writePlace } from './address.ts';
import { serverTerm, toggleServer } from './filter.ts';
import { checkStored } from './preferences.ts';

describe('the place in the address', () => {
  it('is restored as written', () => {
    for (const place of [
      { filter: 'is:failed -class:validation "a b" #&=', row: 12, tab: 'raw' },
      { filter: '', row: null, tab: null },
      { filter: '', row: 3, tab: null, page: 'compare', panel: 'probe' },
    ]) {
      expect(readPlace(writePlace(place))).toEqual(place);
    }
  });

  it('ignores invalid values', () => {
    expect(readPlace('#row=abc&filter=')).toEqual({ filter: '', row: null, tab: null });
    expect(readPlace('#row=-1').row).toBeNull();
  });
});

describe('terms of a filter', () => {
  it('name one server at a time', () => {
    expect(toggleServer('is:failed server:a', 'b')).toBe('is:failed server:b');
    expect(toggleServer('server:"my server"', 'my server')).toBe('');
    expect(serverTerm('my server')).toBe('server:"my server"');
  });
});

describe('stored preferences', () => {
  it('are validated like any outside input', () => {
    expect(checkStored({ theme: 'dark', paneWidth: 500, sideWidth: 'wide' })).toEqual({
      theme: 'dark',
      paneWidth: 500,
    });
    expect(checkStored({ theme: 'pink', paneWidth: -1 })).toEqual({});
    expect(checkStored(null)).toEqual({});
  });
});
