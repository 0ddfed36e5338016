import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineOfPointer, pathOf, valueIn } from '../../results/json-path.ts';
import { indexText, type LineIndex, lineAtOffset, longestLine, visibleLines } from '../../results/line-index.ts';
import { findInBody } from './find-in-text.ts';

function run<T>(work: Generator<void, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

const index = (text: string) => run(indexText(text));
const lines = ({ text, starts, ends, depths, count }: LineIndex) =>
  Array.from({ length: count }, (_, line) => '  '.repeat(depths[line]!) + text.slice(starts[line], ends[line]));

const sample = '{"result":{"content":[{"type":"text","text":"a \\"b\\""},{"n":[1,2,{}]}],"empty":[]},"id":7}';

describe('a text as lines', () => {
  it('is split at commas and brackets', () => {
    expect(lines(index(sample))).toEqual([
      '{',
      '  "result":{',
      '    "content":[',
      '      {',
      '        "type":"text",',
      '        "text":"a \\"b\\""',
      '      },',
      '      {',
      '        "n":[',
      '          1,',
      '          2,',
      '          {}',
      '        ]',
      '      }',
      '    ],',
      '    "empty":[]',
      '  },',
      '  "id":7',
      '}',
    ]);
  });

  it('knows the closing brackets, and folds there', () => {
    const found = index(sample);
    expect(found.closes[2]).toBe(14);
    expect([...visibleLines(found, new Set([2]))!]).toEqual([0, 1, 2, 15, 16, 17, 18]);
    expect(visibleLines(found, new Set())).toBeNull();
  });

  it('names the path and the value of a line', () => {
    const found = index(sample);
    expect(pathOf(found, 0)).toBe('');
    expect(pathOf(found, 5).slice(1)).toBe('result.content[0].text');
    expect(pathOf(found, 10).slice(1)).toBe('result.content[1].n[1]');
    expect(pathOf(found, 14).slice(1)).toBe('result.content');
    expect(valueIn(found, 5)).toBe('"a \\"b\\""');
    expect(valueIn(found, 8)).toBe('[1,2,{}]');
    expect(pathOf(index('{"a b":{"__proto__":1}}'), 2)).toBe('["a b"].__proto__');
  });

  it('stays unchanged if it is not JSON', () => {
    for (const text of ['{"a":1', '{]', '[1 2]x"', 'plain\ntext', '12:04 started', '']) {
      expect(index(text).isJson, text).toBe(false);
    }
    expect(lines(index('one\ntwo'))).toEqual(['one', 'two']);
  });

  it('splits long lines, never within a surrogate pair', () => {
    const found = index(JSON.stringify({ text: '😀'.repeat(500) }));
    for (const line of lines(found)) {
      expect(line.trim().length).toBeLessThanOrEqual(longestLine);
      expect(line.isWellFormed()).toBe(true);
    }
    expect(JSON.parse(valueIn(found, 3))).toBe('😀'.repeat(500));
  });

  it('loses nothing of any JSON, and finds each line by position', () => {
    fc.assert(
      fc.property(fc.json(), fc.integer({ min: 0, max: 3 }), (json, indent) => {
        const text = JSON.stringify(JSON.parse(json), null, indent);
        const found = index(text);
        const said = Array.from({ length: found.count }, (_, line) => text.slice(found.starts[line], found.ends[line]));
        expect(said.join('').replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''));
        for (let line = 0; line < found.count; line++) expect(lineAtOffset(found, found.starts[line]!)).toBe(line);
      }),
    );
  });

  it('handles hostile nesting and megabytes', () => {
    const deep = index('['.repeat(100_000) + ']'.repeat(100_000));
    expect(deep.count).toBe(199_999);
    expect(index(`{"a":"${'\\"'.repeat(2_000_000)}"}`).isJson).toBe(true);
  });
});

describe('finding in a long text', () => {
  it('finds every match, also across slices', () => {
    const text = `${'x'.repeat(199_998)}Needle${'y'.repeat(300_000)}nEEdle`;
    expect(run(findInBody(text, 'needle'))).toEqual([199_998, 500_004]);
    expect(run(findInBody('abc', ''))).toEqual([]);
  });
});

describe('a line by its pointer', () => {
  const found = index(`{"a/b":{"c":[10,{"d":"long"}]},"e":"${'x'.repeat(500)}","f":1}`);
  const at = (pointer: string) => {
    const line = lineOfPointer(found, pointer);
    return line && { path: pathOf(found, line.line), rest: line.rest };
  };
  it('is found through names and indexes', () => {
    expect(at('')).toEqual({ path: '', rest: '' });
    expect(at('/a~1b/c/1/d')).toEqual({ path: '["a/b"].c[1].d', rest: '' });
    expect(at('/f')).toEqual({ path: '.f', rest: '' });
  });
  it('is the nearest existing parent, with the remaining path', () => {
    expect(at('/a~1b/missing')).toEqual({ path: '["a/b"]', rest: 'missing' });
    expect(at('/e/deeper/still')).toEqual({ path: '.e', rest: 'deeper.still' });
    expect(lineOfPointer(index('no json'), '/a')).toBeNull();
  });
});
