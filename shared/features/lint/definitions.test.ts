import { expect, test } from 'vitest';
import { definitionChanges, definitionsOf } from './definitions.ts';

const offers = (instructions?: string) =>
  definitionsOf({ tools: [], lists: [], ...(instructions === undefined ? {} : { instructions }) });
const words = (before?: string, after?: string) =>
  definitionChanges(offers(before), offers(after)).map((change) => change.words);

test('instructions are plural', () => {
  expect(words('Call pay last.')).toEqual(['instructions were removed']);
  expect(words(undefined, 'Call pay last.')).toEqual(['instructions were added']);
  expect(words('Call pay last.', 'Call pay first.')).toEqual([
    'instructions changed from “Call pay last.” to “Call pay first.”',
  ]);
});
