// Damaged transcripts and logs: cut, repeated, shuffled and with values of any other kind in them. None of it throws, and parts change nothing.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeCapture } from '../exchange/decode-capture.ts';
import { AnyReader } from '../formats/read-any.ts';
import { sampleLogs } from './testing/sample-logs.ts';
import { privateTexts, sampleTranscripts } from './testing/sample-transcripts.ts';

const clients = Object.keys(sampleTranscripts) as (keyof typeof sampleTranscripts)[];

/** A line with some member, at any depth, replaced by any value. */
const spoiled = (line: string) =>
  fc.tuple(fc.nat(60), fc.jsonValue()).map(([place, value]) => {
    let left = place;
    return JSON.stringify(JSON.parse(line), (_name, known) => (left-- === 0 ? value : known)) ?? 'null';
  });
const file = fc.constantFrom(...clients).chain((client) => {
  const [first = '', ...others] = sampleTranscripts[client];
  // A transcript of one value may be written again.
  const rest = others.length > 0 ? others : [first];
  const line = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...rest) },
    { weight: 4, arbitrary: fc.constantFrom(...rest).chain(spoiled) },
    fc.constantFrom(...rest).chain((text) => fc.nat(text.length).map((end) => text.slice(0, end))),
    fc.json(),
  );
  return fc.array(line, { maxLength: 14 }).map((lines) => [first, ...lines].join('\n'));
});

/** Logs have lines of any kind among their own. */
const log = fc.constantFrom(...Object.values(sampleLogs)).chain(([first, ...rest]) => {
  const line = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...rest) },
    fc.constantFrom(...rest).chain((text) => fc.nat(text.length).map((end) => text.slice(0, end))),
    fc.constantFrom(...rest).chain((text) => fc.nat(text.length).map((at) => text.slice(at))),
    fc.tuple(fc.constantFrom(...rest), fc.string()).map(([text, more]) => text.replace('pay', () => more)),
    fc.string(),
  );
  return fc.array(line, { maxLength: 14 }).map((lines) => [first, ...lines].join('\n'));
});

function read(text: string, parts: readonly number[]) {
  const reader = new AnyReader();
  const events = [];
  let from = 0;
  for (const size of parts) {
    events.push(...reader.read(text.slice(from, from + size)));
    from += size;
  }
  events.push(...reader.read(text.slice(from)), ...reader.finish());
  return { events, problems: reader.problems };
}

it('reads a damaged transcript to its end, however it is cut into parts', () => {
  fc.assert(
    fc.property(fc.oneof(file, log), fc.array(fc.integer({ min: 1, max: 300 }), { maxLength: 20 }), (text, parts) => {
      const whole = read(text, []);
      expect(read(text, parts)).toEqual(whole);
      for (const event of whole.events) {
        expect(Number.isFinite(event.at)).toBe(true);
        expect(event.server.length).toBeLessThan(1000);
      }
      decodeCapture(
        whole.events.map((event, index) => ({ line: index + 1, event, extra: {} })),
        0,
      );
    }),
  );
});

it('takes in no prompt when lines are missing or repeated', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...clients).chain((client) => {
        const [first = '', ...others] = sampleTranscripts[client];
        // A transcript of one value may be written again.
        const rest = others.length > 0 ? others : [first];
        return fc.array(fc.constantFrom(...rest), { maxLength: 20 }).map((lines) => [first, ...lines].join('\n'));
      }),
      (text) => {
        const kept = JSON.stringify(read(text, []).events);
        for (const secret of privateTexts) expect(kept).not.toContain(secret);
      },
    ),
  );
});
