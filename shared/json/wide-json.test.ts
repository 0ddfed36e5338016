import { describe, expect, it } from 'vitest';
import { type JsonObject, parseJson } from './json.ts';
import { withoutExcess } from './wide-json.ts';

const names = (count: number) => Array.from({ length: count }, (_, n) => `"name ${n}, {\\"":[${n},{}]`).join(',');

function read(text: string): JsonObject {
  const parsed = parseJson(text);
  if (!parsed.ok) throw new Error(parsed.problem);
  return parsed.value as JsonObject;
}

describe('an object with too many members', () => {
  it('is read up to its first members, and everything around it completely', () => {
    const value = read(`{"jsonrpc":"2.0","result":{"wide":{${names(25_000)}},"after":[1,2]},"id":7}`);
    const { wide, after } = value.result as { wide: JsonObject; after: number[] };
    expect(Object.keys(wide)).toHaveLength(20_000);
    expect(wide['name 19999, {"']).toEqual([19_999, {}]);
    expect(after).toEqual([1, 2]);
    expect(value.id).toBe(7);
  });

  it('keeps the members of a message at any position', () => {
    const value = read(
      `{${names(21_000)}, "id":7,${names(21_000)},"error":{"code":1,"message":"x"},"x":1,"method":"m"}`,
    );
    expect(value).toMatchObject({ id: 7, error: { code: 1, message: 'x' }, method: 'm' });
    expect(Object.keys(value)).toHaveLength(20_003);
    expect(value).not.toHaveProperty('x');
  });

  it('may be one of several, nested, or the last value', () => {
    const inner = `{${names(21_000)}}`;
    const value = read(`[${inner},{"a":${inner}},${inner}]`) as unknown as JsonObject[];
    expect(Object.keys(value[0]!)).toHaveLength(20_000);
    expect(Object.keys(value[1]!.a as JsonObject)).toHaveLength(20_000);
    expect(Object.keys(value[2]!)).toHaveLength(20_000);
  });

  it('is still invalid JSON if it is truncated', () => {
    expect(parseJson(`{"a":{${names(25_000)}`)).toMatchObject({ ok: false });
    expect(parseJson(`{${names(25_000)},"`)).toMatchObject({ ok: false });
  });
});

describe('a text with millions of objects and lists', () => {
  const many = (what: string) => `[${`${what},`.repeat(1_100_000)}7]`;

  it.each(['{}', '[]', '[{}]'])('is read up to a million of %s, and the message around them completely', (what) => {
    const value = read(`{"jsonrpc":"2.0","result":{"first":1,"wide":${many(what)},"after":2},"id":7}`);
    const { first, wide } = value.result as { first: number; wide: unknown[] };
    expect([first, value.id]).toEqual([1, 7]);
    expect(wide.length).toBeLessThanOrEqual(1_000_000);
    expect(wide.length).toBeGreaterThan(400_000);
  });

  it('is truncated at every depth, also in lists of lists', () => {
    const value = read(`{"id":7,"result":[${`${`[${'{},'.repeat(999)}{}],`.repeat(1200)}`}1]}`);
    expect((value.result as unknown[]).length).toBeLessThan(1000);
    expect(value.id).toBe(7);
  });

  it('is not parsed if it has millions of levels', () => {
    for (const text of ['['.repeat(5_000_000), `${'['.repeat(2_500_000)}${']'.repeat(2_500_000)}`])
      expect(parseJson(text)).toEqual({ ok: false, problem: 'It is nested too deeply.' });
    expect(parseJson(`${'['.repeat(1_500_000)}${']'.repeat(1_500_000)}`).ok).toBe(true);
  });

  it('keeps numbers and texts, which need little memory', () => {
    expect(withoutExcess(`[${'1,'.repeat(2_000_000)}1]`)).toBeNull();
    expect(withoutExcess(`{"text":"${'[{'.repeat(2_000_000)}"}`)).toBeNull();
  });
});

it('changes nothing else: long texts, long arrays, many small objects', () => {
  for (const text of [
    JSON.stringify({ text: ':"{,'.repeat(100_000) }),
    JSON.stringify(Array.from({ length: 100_000 }, (_, n) => ({ n, a: 1 }))),
    `{${names(19_999)}}`,
  ])
    expect(withoutExcess(text)).toBeNull();
});
