// Tests every phrase row with its own examples through the whole decoder. If another row wins, the message names both, their places and
// the change to make.

import { describe, expect, it } from 'vitest';
import { decode } from '../decode/decode.ts';
import { advice } from '../decode/finding/advice.ts';
import { context } from '../decode/testing/account-fixtures.ts';
import { accountOf, toldIn } from '../decode/testing/examples.ts';
import { tableExamples } from '../decode/testing/examples-tables.ts';
import { type Failure, failureClasses } from '../failure.ts';
import { builtInDialects } from './built-in.ts';
import { compile, type DialectRow } from './compile.ts';
import { findPhrases } from './phrase.ts';
import { placeNames, placeRank } from './places.ts';
import { readWords } from './split-words.ts';
import { wording } from './wording.ts';

const { phrases } = compile(builtInDialects);
const rows = wording.phrases.map((row) => ({ ...row, id: row.id ?? '', yes: row.yes ?? [], no: row.no ?? [] }));
const placeOf = new Map(rows.map(({ id, place }) => [id, place ?? 'plain words']));

/** The phrase rows whose words are in a text. */
const rowsIn = (text: string): DialectRow[] =>
  findPhrases(phrases, readWords(text)).filter((row): row is DialectRow => 'meaning' in row && row.dialect === wording);
const short = (text: string): string => (text.length > 90 ? `${text.slice(0, 60)}…${text.slice(-25)}` : text);

/** Why a row lost, or has another verdict, and the change that helps. */
function lossOf(id: string, text: string, failure: Failure | null): string {
  const means = failure?.evidence[0]?.means;
  const winner = rowsIn(text).find(({ meaning, reason }) => meaning.class === failure?.class && reason === means);
  const own = placeOf.get(id) ?? 'plain words';
  if (!rowsIn(text).some((row) => row.id === id))
    return `${id}: no phrase matches “${short(text)}”. Add one to \`says\`.`;
  if (winner?.id === id)
    return `${id} decides, with the verdict ${failure?.retry.verdict}: give that \`verdict\` to the row or the example.`;
  if (winner === undefined) return `${id} (${own}) loses to “${means}”. Give it a stronger place, or another example.`;
  const change =
    winner.place === own
      ? `move ${id} above ${winner.id} in its file`
      : `move ${id} to wording-${winner.place.split(' ')[0]}.ts, above ${winner.id}`;
  return `${id} (${own}) loses to ${winner.id} (${winner.place}). To let it win, ${change}.`;
}

/** Which rows could decide in place of a row that should not, and the change that lets them. */
function winOf(id: string, text: string): string {
  const own = placeOf.get(id) ?? 'plain words';
  const others = rowsIn(text).filter((row) => row.id !== id);
  const named = others.map((row) => `${row.id} (${row.place})`).join(', ');
  if (named === '')
    return `${id} (${own}) decides “${short(text)}”: no other row matches. Add the words of another class.`;
  return `${id} (${own}) decides “${short(text)}”, before ${named}. Move ${id} below it, or to a weaker place.`;
}

describe.each(rows)('$id', ({ id, class: failureClass, verdict, yes, no, says, when }) => {
  it('starts with a class', () => expect(failureClasses, failureClasses.join(', ')).toContain(failureClass));
  it('has an example', () => expect(yes.length).toBeGreaterThan(0));
  for (const example of yes) {
    const told = toldIn(example);
    it(`decides ${short(told.text)}`, () => {
      const failure = decode(accountOf(told), context());
      expect(failure?.class, lossOf(id, told.text, failure)).toBe(failureClass);
      const expected = told.verdict ?? verdict ?? advice[failureClass].verdict;
      expect(failure?.retry.verdict, lossOf(id, told.text, failure)).toBe(expected);
      if (told.afterMs !== undefined) expect(failure?.retry.afterMs).toBe(told.afterMs);
    });
  }
  for (const text of no)
    it(`does not decide ${short(text)}`, () => {
      expect(rowsIn(text).map((row) => row.id)).toContain(id);
      expect(decode(accountOf({ text }), context())?.class, winOf(id, text)).not.toBe(failureClass);
    });

  it('decides each of its phrases alone, unless stronger words are in it', () => {
    const method = when?.method?.[0] ?? 'tools/call';
    const isOfTools = when?.carrier?.includes('result.isError') ?? true;
    const carried = isOfTools ? {} : when?.carrier?.includes('jsonrpc.error') ? { code: -32000 } : { status: 500 };
    for (const phrase of says) {
      const text = phrase.replaceAll('..', 'the bed').replaceAll('*', '');
      const failure = decode(accountOf({ text, method, ...carried }), context());
      const means = failure?.evidence[0]?.means;
      const winner = rowsIn(text).find((row) => row.reason === means && row.meaning.class === failure?.class);
      // A code, a list of arguments or a stronger row decides.
      const isOutdone = winner === undefined || placeRank[winner.place] <= placeRank[placeOf.get(id) ?? 'plain words'];
      if (!isOutdone) expect(failure?.class, lossOf(id, text, failure)).toBe(failureClass);
    }
  });
});

describe('phrase rows', () => {
  it('have names of their own, a place and no strength', () => {
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    for (const { id, place, strength, beats } of rows) {
      expect(placeNames, id).toContain(place);
      expect(strength ?? beats, id).toBeUndefined();
    }
  });
});

describe('codes, statuses and the request', () => {
  it.each(tableExamples.map((told) => [short(told.text), told] as const))('decide %s', (_, told) => {
    const failure = decode(accountOf(told), context());
    expect(failure?.class, failure?.evidence[0]?.means).toBe(told.class);
    expect(failure?.retry.verdict).toBe(told.verdict);
    if (told.afterMs !== undefined) expect(failure?.retry.afterMs).toBe(told.afterMs);
  });
});
