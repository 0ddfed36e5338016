// Tests every phrase row with its own examples through the whole decoder, and the order of rows.

import { describe, expect, it } from 'vitest';
import { decode } from '../decode/decode.ts';
import { classDefaults } from '../decode/facts/classes.ts';
import { context } from '../decode/testing/account-fixtures.ts';
import { accountOf, type Examples, toldIn } from '../decode/testing/examples.ts';
import { languagesExamples } from '../decode/testing/examples-languages.ts';
import { saidAlone } from '../decode/testing/examples-phrases.ts';
import { refusalsExamples } from '../decode/testing/examples-refusals.ts';
import { setupExamples } from '../decode/testing/examples-setup.ts';
import { tableExamples } from '../decode/testing/examples-tables.ts';
import { troublesExamples } from '../decode/testing/examples-troubles.ts';
import { builtInDialects } from './built-in.ts';
import { compile, tableStrength } from './compile.ts';
import { addPhrase, emptyPhrases, findPhrases } from './phrase.ts';
import { readWords } from './split-words.ts';
import { wording } from './wording.ts';

const lexicon = compile(builtInDialects);
const examples: Examples = { ...troublesExamples, ...setupExamples, ...refusalsExamples, ...languagesExamples };
const rows = wording.phrases.map((row) => ({ ...row, id: row.id ?? '', beats: row.beats ?? [] }));
const names = new Map(rows.map((row) => [row.id, row]));
const strengths = new Map(lexicon.ordered.map(({ id, row }) => [id, row.strength]));
const said = emptyPhrases<string>();
for (const { id, says } of rows) for (const phrase of says) addPhrase(said, phrase, id);

/** The rows whose words are in a text. */
const rowsIn = (text: string): string[] => [...new Set(findPhrases(said, readWords(text)))];
const short = (text: string): string => (text.length > 90 ? `${text.slice(0, 60)}…${text.slice(-25)}` : text);

describe.each(rows)('$id', ({ id, class: failureClass, verdict, when }) => {
  const { yes, no } = examples[id] ?? { yes: [], no: [] };
  it('has an example', () => expect(yes.length).toBeGreaterThan(0));
  for (const example of yes) {
    const told = toldIn(example);
    it(`decides ${short(told.text)}`, () => {
      const failure = decode(accountOf(told), context());
      expect(failure?.class, failure?.evidence[0]?.means).toBe(failureClass);
      expect(failure?.retry.verdict).toBe(told.verdict ?? verdict ?? classDefaults[failureClass].verdict);
      if (told.afterMs !== undefined) expect(failure?.retry.afterMs).toBe(told.afterMs);
    });
  }
  it('decides each of its phrases alone', () => {
    const method = when?.method?.[0] ?? 'tools/call';
    for (const text of saidAlone[id] ?? [])
      expect(decode(accountOf({ text, method }), context())?.class, text).toBe(failureClass);
  });
  for (const text of no)
    it(`does not decide ${short(text)}`, () => {
      expect(rowsIn(text)).toContain(id);
      expect(decode(accountOf({ text }), context())?.class).not.toBe(failureClass);
    });
});

describe('beaten rows', () => {
  it('exist by name', () => {
    expect(names.size).toBe(rows.length);
    for (const { id, beats } of rows)
      for (const name of beats)
        expect(names.has(name) || tableStrength(lexicon.byId, name) !== undefined, `${id} beats ${name}`).toBe(true);
    for (const id of Object.keys(examples)) expect(names.has(id), id).toBe(true);
  });

  it('form no cycle', () => {
    const open = new Set<string>();
    const done = new Set<string>();
    const visit = (id: string): void => {
      expect(open.has(id), `${[...open].join(' → ')} → ${id}`).toBe(false);
      if (done.has(id)) return;
      open.add(id);
      for (const name of names.get(id)?.beats ?? []) if (names.has(name)) visit(name);
      open.delete(id);
      done.add(id);
    };
    for (const { id } of rows) visit(id);
  });

  it('are weaker', () => {
    for (const { id, beats } of rows)
      for (const name of beats)
        expect(strengths.get(id), `${id} beats ${name}`).toBeGreaterThan(
          strengths.get(name) ?? tableStrength(lexicon.byId, name) ?? 0,
        );
  });

  it('are ordered wherever an example has two of them', () => {
    for (const { yes } of Object.values(examples))
      for (const example of yes) {
        const { text } = toldIn(example);
        const found = rowsIn(text);
        const best = Math.max(...found.map((id) => strengths.get(id) ?? 0));
        const first = found.filter((id) => strengths.get(id) === best);
        expect(new Set(first.map((id) => names.get(id)?.class)).size, `${first.join(', ')}: ${text}`).toBeLessThan(2);
      }
  });

  it('need no number in phrase tables', () => {
    for (const { id, strength } of rows) expect(strength, id).toBeUndefined();
  });
});

describe('tables that override the text', () => {
  for (const { class: failureClass, ...told } of tableExamples)
    it(`reads ${short(told.text)}`, () => {
      const failure = decode(accountOf(told), context());
      expect(failure?.class, failure?.evidence[0]?.means).toBe(failureClass);
      expect(failure?.retry.verdict).toBe(told.verdict);
      if (told.afterMs !== undefined) expect(failure?.retry.afterMs).toBe(told.afterMs);
    });
});
