// Tests every row that recognizes a failure text, with its own examples and through the whole decoder.

import { describe, expect, it } from 'vitest';
import * as sentences from '../../dialects/failure-sentences.ts';
import { patternRows } from '../../dialects/patterns.ts';
import { decode } from '../decode.ts';
import { context, toolResult } from '../testing/account-fixtures.ts';
import { type SaidBy, sentenceExamples } from '../testing/examples-sentences.ts';
import { spokenRules } from './spoken-failure.ts';
import { kinds, toolWords } from './tool-kinds.ts';

const rows = Object.entries(sentences).flatMap(([name, whole]) =>
  whole instanceof RegExp
    ? Object.entries(patternRows(whole)).map(([row, { source }]) => ({
        id: row === 'only' ? name : `${name}.${row}`,
        pattern: new RegExp(source, whole.flags),
      }))
    : [],
);

const read = ([tool, text, args = {}]: SaidBy) =>
  decode(
    toolResult({ content: [{ type: 'text', text }] }, { target: tool, params: { name: tool, arguments: args } }),
    context(),
  );
const ornament = /^[^\p{L}\p{N}["'(<]{1,12}/u;
const matches = (pattern: RegExp, text: string): boolean =>
  [text, text.trimStart(), text.trimStart().replace(ornament, '')].some(
    (part) => pattern.test(part) || pattern.test(part.split('\n')[0] as string),
  );
/** These say that nothing failed. */
const exceptions = new Set(['settled', 'holdsNothing']);

describe.each(rows)('$id', ({ id, pattern }) => {
  const { yes, no = [] } = sentenceExamples[id] ?? { yes: [] };
  it('has an example', () => expect(yes.length).toBeGreaterThan(0));
  for (const said of yes)
    it(`is a failure from ${said[0]}: ${said[1].slice(0, 80)}`, () => {
      expect(matches(pattern, said[1])).toBe(true);
      if (exceptions.has(id)) expect(read(said)).toBeNull();
      else expect(read(said)).toMatchObject({ flagged: false, ...(said[3] === undefined ? {} : { class: said[3] }) });
    });
  for (const said of no)
    it(`is content from ${said[0]}: ${said[1].slice(0, 80)}`, () => {
      expect(matches(pattern, said[1])).toBe(true);
      expect(read(said)).toBeNull();
    });
});

describe('a sentence about inability from a story tool', () => {
  const ofPrograms =
    'access authenticate call complete connect convert create decode delete determine download execute extract fetch find ' +
    'generate get import initialise initialize launch list load locate open parse perform process query reach read render ' +
    'resolve retrieve run save scrape search send start update upload write';
  it.each(ofPrograms.split(' '))('is a failure of a program: %s', (verb) => {
    expect(read(['get_story', `Could not ${verb} the ledger of the bed`])).toMatchObject({ flagged: false });
  });
  it.each(['forgive', 'sleep', 'forget'])('is part of the story: %s', (verb) => {
    expect(read(['get_story', `Could not ${verb} the ledger of the bed`])).toBeNull();
  });
});

describe('the rules of failure texts', () => {
  it('have unique names and existing kinds', () => {
    expect(new Set(spokenRules.map(({ id }) => id)).size).toBe(spokenRules.length);
    for (const { from = [], notFrom = [] } of spokenRules)
      for (const kind of [...from, ...notFrom]) expect(kinds[kind]).toBeDefined();
  });
  it.each<[keyof typeof kinds, string[], string[]]>([
    ['acting', ['send_mail', 'press_button'], ['list_beds', 'get_bed']],
    ['asking', ['get_bed', 'is_open', 'watch_bed'], ['plant_bed', 'send_mail']],
    ['ending', ['lock_gate', 'close_gate'], ['open_gate']],
    ['fetching', ['get_bed', 'open_gate', 'load_plan'], ['list_beds', 'plant_bed']],
    ['judging', ['lint_plan', 'health', 'ping_pump'], ['get_bed']],
    ['ofErrors', ['list_errors', 'get_crash'], ['list_beds']],
    ['printing', ['run_script', 'tail_log', 'read_note'], ['list_beds', 'send_message', 'write_note']],
    [
      'reading',
      ['read_bed', 'get_document_text', 'convert_to_markdown', 'get_file'],
      ['get_bed', 'update_document_text'],
    ],
    ['recording', ['tail_log', 'get_transcript'], ['get_bed']],
    ['rewriting', ['translate', 'explain_plan', 'decode_text'], ['get_bed']],
    ['running', ['run_plan', 'execute_python'], ['get_bed']],
    ['seeking', ['find_bed', 'has_bed'], ['get_bed']],
  ])('recognize tools that are %s', (kind, yes, no) => {
    for (const tool of yes) expect(kinds[kind](toolWords(tool)), tool).toBe(true);
    for (const tool of no) expect(kinds[kind](toolWords(tool)), tool).toBe(false);
  });
});
