import { describe, expect, it } from 'vitest';
import { parseJson } from './json.ts';
import { parseLong } from './long-strings.ts';

const long = `${'words '.repeat(40)}→ `.repeat(20_000);
const other = `${long}!`;

describe('a long string in JSON', () => {
  it.each<[string, unknown]>([
    ['in an answer', { jsonrpc: '2.0', id: 1, result: { content: [{ type: 'text', text: long }] } }],
    ['twice', [long, { a: other }, [long]]],
    ['alone', long],
    ['beside escapes', { a: 'x"\\', b: long, c: 'tab\t\\"', d: [null, true, 1.5] }],
  ])('%s is not parsed again', (_name, value) => {
    expect(parseLong(JSON.stringify(value))).toEqual(value);
  });

  it('under __proto__ is an own member', () => {
    const value = parseLong(`{"__proto__":"${long}"}`) as object;
    expect(Object.getOwnPropertyDescriptor(value, '__proto__')?.value).toBe(long);
  });

  it.each([
    ['as a name', `{"${long}" : 1}`],
    ['as a name far from its value', `{"${long}"${' '.repeat(200)}: 1}`],
    ['with an escape', `["${long}\\n"]`],
    ['with an escaped quote', `["a\\"${long}\\\\"]`],
    ['with a line break', `["${long}\n"]`],
    ['without an end', `["${long}`],
    ['before a mistake', `["${long}",]`],
    ['with an escaped quote at its end', `["${long}\\"`],
  ])('%s is read by JSON.parse, with its message', (_name, text) => {
    expect(parseLong(text)).toBeUndefined();
    const plain = (): unknown => {
      try {
        return { ok: true, value: JSON.parse(text) };
      } catch (error) {
        return { ok: false, problem: (error as Error).message };
      }
    };
    expect(parseJson(text)).toEqual(plain());
  });

  it('in deep nesting needs no stack', () => {
    const depth = 5_000;
    expect(parseLong(`${'['.repeat(depth)}"${long}"${']'.repeat(depth)}`)).toBeDefined();
  });
});
