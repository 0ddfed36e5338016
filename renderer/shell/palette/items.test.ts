import { describe, expect, it } from 'vitest';
import { findItems, type PaletteAction } from './items.ts';

const item = (label: string, more: Partial<PaletteAction> = {}): PaletteAction => ({
  id: label,
  section: 'Window',
  label,
  about: '',
  keys: [],
  why: '',
  onlyFound: false,
  run: () => undefined,
  ...more,
});

const labels = (items: PaletteAction[], query: string) =>
  findItems(items, query).map(({ section, found }) => [section, ...found.map((each) => each.item.label)]);

describe('the palette’s results', () => {
  const items = [
    item('Go to the timeline', { section: 'Places' }),
    item('Pause or resume the live list'),
    item('Restart Closient', { section: 'Servers', onlyFound: true }),
    item('Filter by restart', { section: 'Filter', onlyFound: true }),
  ];

  it('lists everything in the order of the table until something is typed', () => {
    expect(labels(items, '')).toEqual([
      ['Places', 'Go to the timeline'],
      ['Window', 'Pause or resume the live list'],
    ]);
  });

  it('finds the button of the card by the names of its commands, too', () => {
    const some = [item('Connect and replay', { also: 'Replay: send again' }), item('Replay all failures…')];
    expect(labels(some, 'send again')).toEqual([['Window', 'Connect and replay']]);
  });

  it('puts the section with the best match first, and the filter for the words last', () => {
    expect(labels(items, 'restart')).toEqual([
      ['Servers', 'Restart Closient'],
      ['Filter', 'Filter by restart'],
    ]);
  });

  it('puts general items before those of each server', () => {
    const two = [item('Restart odd', { section: 'Servers', onlyFound: true }), item('Replay: send it again as it was')];
    expect(labels(two, 're')[0]).toEqual(['Window', 'Replay: send it again as it was']);
    expect(labels(two, 'restart')[0]).toEqual(['Servers', 'Restart odd']);
  });

  it('lists a section whose name is typed', () => {
    const some = [
      item('Import servers that other programs use…'),
      item('Dialects…', { section: 'Settings' }),
      item('Theme: dark', { section: 'Settings' }),
      item('Dialect of odd…', { section: 'Servers', onlyFound: true }),
    ];
    expect(labels(some, 'settings')).toEqual([['Settings', 'Dialects…', 'Theme: dark']]);
    expect(labels(some, 'sett')[0]).toEqual(['Settings', 'Dialects…', 'Theme: dark']);
    expect(labels(some, 'servers')).toEqual([['Window', 'Import servers that other programs use…']]);
  });

  it('leaves out what cannot be done now', () => {
    const two = [item('Theme: light', { why: 'As it is now' }), item('Theme: dark')];
    expect(labels(two, 'theme')).toEqual([['Window', 'Theme: dark']]);
    expect(labels(two, '')).toEqual([['Window', 'Theme: dark']]);
  });
});
