import { expect, it } from 'vitest';
import { chance, cut, pour } from '../testing/poured-bytes.ts';
import { ByteLines } from './byte-lines.ts';

const pushAll = (chunks: readonly string[], limit?: number) => {
  const lines = new ByteLines(limit);
  const pushed = chunks.flatMap((chunk) => lines.push(Buffer.from(chunk)));
  return [...pushed.map(({ bytes, isWhole }) => `${isWhole ? 'whole' : 'part'} ${bytes}`), `rest ${lines.rest()}`];
};

it('holds back only what can be a message until its line is complete', () => {
  expect(pushAll(['{"a"', ':1}\r\n{}\nnoi', 'se\n', '\n  {', '}\n{"cut'])).toEqual([
    'whole {"a":1}\r\n',
    'whole {}\n',
    'part noi',
    'part se\n',
    'part \n',
    'whole   {}\n',
    'rest {"cut',
  ]);
});

it('passes a line that is too long as it comes, and reads the next one again', () => {
  expect(pushAll(['{"12345', '6789', '0"}\n{}\n'], 10)).toEqual([
    'part {"123456789',
    'part 0"}\n',
    'whole {}\n',
    'rest ',
  ]);
});

it('loses and changes no byte', () => {
  const chunks = [...cut(pour(3, 3000, 0), 4)];
  const lines = new ByteLines(50 + Math.floor(chance(1)() * 50));
  const passed = [...chunks.flatMap((chunk) => lines.push(chunk).map(({ bytes }) => bytes)), lines.rest()];
  expect(Buffer.concat(passed).equals(Buffer.concat(chunks))).toBe(true);
});
