// Lines that a server can write into a transcript: none of them may hide the other calls.

import { expect, it } from 'vitest';
import { decodeCapture } from '../exchange/decode-capture.ts';
import { AnyReader } from '../formats/read-any.ts';
import { member } from '../json/json.ts';
import { lineReaderOf } from './recognize.ts';
import { sampleTranscripts } from './testing/sample-transcripts.ts';
import { TranscriptLines } from './transcript-lines.ts';

const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

it.each(Object.entries(sampleTranscripts))('%s: a result of 5,000 levels hides no other call', (_, lines) => {
  const deepened = lines.map((line) =>
    line.includes('untrusted')
      ? line.replace('3 orders', deep(5000))
      : // Also where the result is JSON inside a text.
        line.replace(/\\"3 orders\\"|"3 orders"/g, deep(5000)),
  );
  const failuresIn = (all: readonly string[]): number => {
    const reader = new AnyReader();
    const events = [...reader.read(all.join('\n')), ...reader.finish()];
    return decodeCapture(
      events.map((event, index) => ({ line: index + 1, event, extra: {} })),
      0,
    ).length;
  };
  expect(deepened).not.toEqual(lines);
  expect(failuresIn(deepened)).toBeGreaterThanOrEqual(failuresIn(lines));
  expect(lineReaderOf(lines[0] ?? '')).not.toBeNull();
});

it('a reader that throws costs its line alone, and the problem names it', () => {
  const lines = new TranscriptLines({
    client: 'claude-code',
    read: (value) => {
      if (member(value, 'bad') !== undefined) throw new RangeError('Maximum call stack size exceeded');
      return [];
    },
    finish: () => {
      throw new Error('broken');
    },
  });
  for (const line of ['{}', '{"bad":1}', '{}']) lines.read(line);
  expect(lines.finish()).toEqual([]);
  expect(lines.problems()).toEqual([
    { line: 2, message: 'It is nested too deeply.' },
    { line: 3, message: 'It could not be read: broken.' },
  ]);
});

it('a capture line of any depth is read, and the next one too', () => {
  const reader = new AnyReader();
  const answer = (id: number, result: string) => `{"jsonrpc":"2.0","id":${id},"result":${result}}\n`;
  const events = [...reader.read(answer(1, deep(9000)) + answer(2, '{}')), ...reader.finish()];
  expect(events).toHaveLength(2);
});
