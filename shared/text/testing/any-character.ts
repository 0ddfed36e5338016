// Any Unicode character, for strings of property tests: `fc.string({ unit: anyCharacter })`. fast-check's own unit 'binary' has the same
// characters, but builds tables of them first, which takes a second in each process.

import fc from 'fast-check';

export const anyCharacter: fc.Arbitrary<string> = fc
  .oneof(
    fc.integer({ min: 0x20, max: 0x7e }),
    fc.integer({ min: 0, max: 0xff }),
    fc.integer({ min: 0, max: 0xd7ff }),
    fc.integer({ min: 0xe000, max: 0x10ffff }),
  )
  .map((point) => String.fromCodePoint(point));
