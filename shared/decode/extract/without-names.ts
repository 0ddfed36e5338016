// Takes the names of things out of a message before phrases are searched in it: a name says nothing about what failed.

import { inRow } from '../../dialects/patterns.ts';

/** "Internal error in rate_limit", "max_retries must be below 5", `Role "forbidden" not found`. */
export function withoutNames(text: string): string {
  const unnamed = aName.test(text) ? text.replaceAll(afterNoun, '$1 xx').replaceAll(subject, 'xx') : text;
  return aQuote.test(unnamed) ? unnamed.replaceAll(quotedSubject, 'xx').replaceAll(quotedName, '$1xx') : unnamed;
}

/** Most messages have no name of several words. */
const aName = /[a-z][_A-Z][a-z]/;
const name = /[a-z][a-z0-9]{0,30}(?:(?:_[a-z0-9]{1,30}){1,6}|(?:[A-Z][a-z0-9]{1,30}){1,6})/g;

const afterNoun = inRow(
  /\b(in|inside|within|function|method|handler|module|argument|parameter|field|property|column|option|flag|tool|called|named|calls? of)/g,
  / ['"`]?/g,
  name,
  /\b(?:\(\))?['"`]?/g,
);

/** Before its predicate or its arguments. The name of an exception starts with a capital; `structured_content` is the protocol's. */
const subject = inRow(
  /(?<![\w/'"`-])(?!structured)/g,
  name,
  /(?=\(| (?:must|should|cannot|can't|is (?:required|not|missing|too)|was not|has to|needs to)\b)/g,
);

const aQuote = /["'`]/;
const quotedSubject = inRow(
  /(?<![\w"'`])(["'`])(?!NoneType|undefined)[^"'`\n:]{1,60}\1/g,
  /(?= (?:(?:is|was|has|does|must|should|cannot|could|not|already|exists|object)\b|(?:isn|wasn|doesn|can)'t\b))/g,
);
const quotedName = inRow(
  /\b((?:named|called|unknown|no such|unsupported|duplicate|attribute|property|column|field|KeyError:)(?: [a-z]{2,20})? ?)/gi,
  /["'`][^"'`\n:]{1,60}["'`]/gi,
);
