// Any file dropped on the window: reading never throws, and chunking changes nothing.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyCharacter } from '../text/testing/any-character.ts';
import { AnyReader } from './read-any.ts';

const line = fc.oneof(
  fc
    .record({ t: fc.nat(), server: fc.string(), lane: fc.constantFrom('in', 'out', 'err', 'x'), text: fc.string() })
    .map((value) => JSON.stringify(value)),
  fc
    .record({ lane: fc.constant('http'), http: fc.jsonValue(), id: fc.jsonValue(), t: fc.double() })
    .map((value) => JSON.stringify(value)),
  fc
    .record({
      lane: fc.constant('life'),
      event: fc.constantFrom('spawned', 'exited', 'closed', 'x'),
      code: fc.jsonValue(),
    })
    .map((value) => JSON.stringify(value)),
  fc.constantFrom(
    '{"misfire":1,"started":"2026-11-14T12:00:00.000Z"}',
    '',
    ' ',
    '\ufeff',
    '{',
    '[',
    '"',
    '\r',
    '{"log":{"entries":[]}}',
  ),
  fc.json(),
  fc.string({ unit: anyCharacter }),
);
const file = fc
  .tuple(fc.array(line, { maxLength: 12 }), fc.constantFrom('\n', '\r\n', '\n\n', ''))
  .map(([lines, end]) => lines.join(end === '' ? '\n' : end) + end);

function read(text: string, parts: readonly number[]) {
  const reader = new AnyReader();
  const events = [];
  let from = 0;
  for (const size of parts) {
    events.push(...reader.read(text.slice(from, from + size)));
    from += size;
  }
  events.push(...reader.read(text.slice(from)), ...reader.finish());
  return { events, format: reader.format, problems: reader.problems };
}

it('reads the same events for any chunks', () => {
  fc.assert(
    fc.property(file, fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 40 }), (text, parts) => {
      expect(read(text, parts)).toEqual(read(text, []));
    }),
  );
});

it('reads only complete events', () => {
  fc.assert(
    fc.property(file, (text) => {
      for (const event of read(text, []).events) {
        expect(typeof event.server).toBe('string');
        expect(Number.isFinite(event.at)).toBe(true);
        expect(Number.isInteger(event.epoch)).toBe(true);
      }
    }),
  );
});
