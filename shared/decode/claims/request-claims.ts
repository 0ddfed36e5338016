// What the request shows about its failure: whose values are rejected, which argument is named, whether the arguments break the tool's
// schema, and which files and programs are the server's own.

import type { Lexicon } from '../../dialects/compile.ts';
import type { OwnMeaning } from '../../dialects/own-meanings.ts';
import type { Json } from '../../json/json.ts';
import type { Found, Reading } from '../reading/reading.ts';
import type { Claim } from './claim.ts';
import { ownFile } from './own-file.ts';
import { ranProgram, runsProgram } from './ran-program.ts';
import { askedFor, unfitArguments, whoseIssues } from './whose-issues.ts';

const ofWrongKind = /\b(?:is|not) a directory\b/i;

export function requestClaims({ own }: Lexicon, reading: Reading): Claim[] {
  const claims: Claim[] = [];
  const add = (name: OwnMeaning, { value, path }: Found<Json>): void => {
    const row = own.get(name);
    if (row !== undefined) claims.push({ by: 'arguments', row, place: row.place, path, value, message: -1 });
  };
  const { call, issues } = reading;
  const first = reading.messages[0] ?? { value: '', path: '' };
  if (issues.length > 0) add(whoseIssues(reading), { value: issues.length, path: 'issues' });
  const asked = askedFor(reading);
  if (asked !== null) add(asked, first);
  if (runsProgram(call)) {
    const said = reading.messages.find(({ value }) => ranProgram(value) !== null);
    if (said !== undefined) add(ranProgram(said.value) === 'missing' ? 'noProgram' : 'ran', said);
  }
  const file = ownFile(call, first.value);
  if (file !== null)
    add(ofWrongKind.test(first.value.slice(0, 1000)) ? 'place' : /[./\\]/.test(file) ? 'file' : 'program', first);
  const unfit = unfitArguments(reading);
  if (unfit.length > 0) add('unfit', { value: unfit.length, path: 'request.params.arguments' });
  return claims;
}
