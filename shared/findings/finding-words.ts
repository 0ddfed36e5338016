// A finding as lines of plain text, for places without a window: the command line, agent tools, reports for pipelines. Prints the fields
// of a failure and derives nothing. The caller masks secrets and escapes for terminals.

import { changeLine, missingLine } from '../correct/correction.ts';
import { endingLine, endingSaysMore } from '../ending/ending-words.ts';
import type { Check, Failure, Owner, Quote } from '../failure.ts';
import { type Retryable, verdictLine } from '../retry/verdict-words.ts';

const ownerNames: Record<Owner, string> = {
  request: 'Fix in the request',
  client: 'Fix in the client',
  server: 'Fix in the server',
  settings: 'Fix in your settings',
  upstream: 'Fix upstream',
  network: 'Fix in the network',
  none: 'Nothing to fix',
};

const checkNames: Record<Check['name'], string> = {
  schema: 'schema check',
  environment: 'environment check',
  retry: 'retry check',
  transcript: 'transcript check',
  path: 'path check',
};

/** `Fix in the request, likely` */
export function ownerLine({ owner, certainty }: Pick<Failure, 'owner' | 'certainty'>): string {
  return `${ownerNames[owner]}, ${certainty}`;
}

/** `Retry once it is fixed. Fix in the request, likely.` */
export function checkVerdictLine(failure: Retryable & Pick<Failure, 'owner' | 'certainty'>): string {
  return `${verdictLine(failure)}. ${ownerLine(failure)}.`;
}

/** Where a quote was: `stderr, line 13`, `result.content[0].text, line 642`, else its path in the message. */
export function quoteSource({ path, line }: Pick<Quote, 'path' | 'line'>): string {
  const place = /^stderr\[(\d+)\]$/.exec(path)?.[1];
  if (place !== undefined) return `stderr, line ${Number(place) + 1}`;
  return line === undefined ? path : `${path}, line ${line}`;
}

/** `“Rate limit exceeded” (error.message)`: the ellipsis is outside of the quotation marks. */
export function quoteLine(quote: Quote): string {
  return `“${quote.text}”${quote.isCut ? '…' : ''} (${quoteSource(quote)})`;
}

/** `Misfire’s schema check: nights 99 > maximum 30` */
export function checkLine({ name, words }: Check): string {
  return `Misfire’s ${checkNames[name]}: ${words}`;
}

/** What makes the call succeed, one step each: changes of the request, missing values, then advice. */
export function fixLines({ fix, remedy }: Pick<Failure, 'fix' | 'remedy'>): string[] {
  const changes =
    fix.kind === 'request' ? [...fix.changes.map((change) => changeLine(change)), ...fix.missing.map(missingLine)] : [];
  return [...changes, ...remedy];
}

/** Everything below the headline, without the steps of the fix. */
export function findingLines(failure: Failure): string[] {
  const { quote, check, ending } = failure;
  return [
    ...(quote === null ? [] : [quoteLine(quote)]),
    ...(ending === null || !endingSaysMore(ending) ? [] : [`${endingLine(ending)}.`]),
    checkVerdictLine(failure),
    ...(check === null ? [] : [checkLine(check)]),
  ];
}
