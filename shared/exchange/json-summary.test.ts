import { describe, expect, it } from 'vitest';
import { summarizeJson } from './json-summary.ts';

describe('a result that is JSON', () => {
  it.each([
    ['{"orders":[{"id":"SO-1"},{"id":"SO-2"}]}', '2 orders'],
    ['{"clients":[{"id":"cl_1"}],"page":1}', '1 client · page: 1'],
    ['{"data":[1,2,3]}', '3 data'],
    ['[{"id":1}]', '1 item'],
    ['[]', '0 items'],
    ['{"id":"INV-1042","sent":true,"total":12.5}', 'id: "INV-1042" · sent: true · total: 12.5'],
    [' {"name":"Oat \\"drink\\", 1 l"}', 'name: "Oat \\"drink\\", 1 l"'],
    ['{"data":{"order":{"id":"SO-1"}}}', 'id: "SO-1"'],
    ['{"note":null,"state":"open"}', 'state: "open"'],
  ])('%s is %s', (text, words) => {
    expect(summarizeJson(text, undefined)).toBe(words);
  });

  it('leaves out what is too long for a line, and objects beside plain values', () => {
    expect(summarizeJson(JSON.stringify({ text: 'x'.repeat(61), id: 1, more: { a: 1 } }), undefined)).toBe('id: 1');
  });

  it('has at most eight pairs', () => {
    const many = Object.fromEntries(Array.from({ length: 20 }, (_, place) => [`k${place}`, place]));
    expect(summarizeJson(JSON.stringify(many), undefined)?.split(' · ')).toHaveLength(8);
  });

  it('reads the structured content, which needs no parsing', () => {
    expect(summarizeJson('{"id":', { id: 7 })).toBe('id: 7');
  });

  it.each([
    ['[warning] the disk is full'],
    ['{not JSON}'],
    ['plain text'],
    ['{}'],
    ['{"a":{"b":{"c":{"d":{"e":1}}}}}'],
    ['{"a":{},"b":{}}'],
    [`{"id":1,"rest":"${'x'.repeat(20_000)}"}`],
  ])('is null for %s', (text) => {
    expect(summarizeJson(text, undefined)).toBeNull();
  });

  it('is null for a text beside structured content', () => {
    expect(summarizeJson('3 orders', { orders: [] })).toBeNull();
  });
});
