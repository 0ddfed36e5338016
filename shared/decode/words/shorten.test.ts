import { describe, expect, it } from 'vitest';
import { shortenPhrase } from './shorten.ts';

describe('the short form of a sentence', () => {
  it.each([
    ['Pick a workspace: ws_north or ws_south', 'Pick a workspace'],
    ['Fix gtin: "1" is not a GTIN, a GTIN has 8 digits', 'Fix gtin: "1" is not a GTIN'],
    ['Pass client.phone: text (first of 2)', 'Pass client.phone: text'],
    ['Sign in to Platica', 'Sign in to Platica'],
  ])('ends where a thought ends: %s', (text, short) => {
    expect(shortenPhrase(text, 28)).toBe(short);
  });

  it('does not end within a list of values', () => {
    expect(shortenPhrase('status must be open, shipped or closed', 28)).toBe('status must be open…');
  });

  it('leaves out a value that does not fit, instead of half of it', () => {
    expect(shortenPhrase('No resource mcp://nonexistent/x', 28)).toBe('No resource…');
    expect(shortenPhrase('This action requires approval before it can run', 40)).toBe(
      'This action requires approval before it…',
    );
  });

  it('cuts a single long name, because nothing else is there', () => {
    expect(shortenPhrase(`A ${'x'.repeat(40)}`, 28)).toBe(`A ${'x'.repeat(25)}…`);
  });

  it('is never longer than asked', () => {
    for (const text of ['a, '.repeat(30), `${'word '.repeat(20)}: end`, 'x'.repeat(90)])
      for (const most of [8, 28, 40]) expect(shortenPhrase(text, most).length).toBeLessThanOrEqual(most);
  });
});
