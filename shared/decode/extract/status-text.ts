// HTTP statuses in a sentence: "HTTP 401", "status code 502", "(403)", "429 Too Many Requests", "[HTTP 404]". A bare number counts only
// if it is the whole text or its context says so.

import { anyOf, inRow } from '../../dialects/patterns.ts';
import { addNumber, type Reading } from '../reading/reading.ts';

const before = anyOf(
  /(?:\bhttp|\bhttp\/\d(?:\.\d)?|status|\bcode|error|\bfailed|response|\bwith)[\s:=#('"[]{0,4}$/i,
  /\b(?:returned|answered|replied|responded)[\s:=#('"[]{0,4}$/i,
  /(?:antwortete|meldete|respondió|devolvió|respondeu|retornou|répondu|renvoyé|risposto|ответил|вернул|返回|応答)\S{0,2}(?: \S{1,4}){0,2} ?$/i,
);
/** "Got 503 from the garden": boxes are got from it too, but not 503 alone. */
const got = /\b(?:got|received|saw) (?:an? )?$/i;
const fromThere = /^ (?:from|back|by|in response|error|when|while|for)\b/i;
/** "Unknown area code 503": a value that was refused, not a status. */
const refused = inRow(
  /\b(?:invalid|incorrect|wrong|unknown|unrecogni[sz]ed|unsupported|expired|used|no such|bad) /i,
  /(?:(?!status|error|response|http|return|exit)\w{1,20} )?code[\s:=#('"[]{0,4}$/i,
);
/** A status is followed by its own reason phrase: in "Order 401 not found" it is not. */
const names: Readonly<Record<number, string>> = {
  400: 'bad request',
  401: 'unauthori',
  402: 'payment req',
  403: 'forbidden',
  404: 'not found',
  405: 'method not',
  406: 'not accept',
  408: 'request time',
  409: 'conflict',
  410: 'gone',
  413: 'payload|content too|request entity',
  415: 'unsupported media',
  422: 'unprocess',
  429: 'too many',
  500: 'internal server',
  501: 'not implemented',
  502: 'bad gateway',
  503: 'service unavail',
  504: 'gateway time',
};
const joint = /^[\])'":,]{0,2}[\s:-]{0,3}/;
const address = /https?:\/\/\S{1,300}[: ]{1,2}$/;

function isNamed(status: number, rest: string): boolean {
  const said = rest.replace(joint, '').toLowerCase();
  if (said.startsWith('client error') || said.startsWith('server error')) return true;
  return names[status]?.split('|').some((name) => said.startsWith(name)) ?? false;
}

/** "Failed to get the price: 404": a status at the end of a sentence. */
function isLast(text: string, index: number): boolean {
  return (
    text.startsWith(': ', index - 2) && text.slice(index + 3, index + 5).trim().length < 2 && index + 5 >= text.length
  );
}

const failing = /\b(?:fail|error|unable|could not)/i;

/** Three digits outside any word or larger number, unlike 401.3 and 4.401. */
const lone = /[45]\d\d(?<![\w.]\d\d\d)(?!\w|\.\d)/g;
const looked = 600;

export function readStatuses(reading: Reading, text: string, path: string): void {
  lone.lastIndex = 0;
  for (let match = lone.exec(text); match !== null; match = lone.exec(text)) {
    const { index } = match;
    // The start and the end of a long text.
    if (index + 2 >= looked && index < text.length - looked) continue;
    const start = text.slice(Math.max(0, index - 40), index);
    if (
      text.length > 3 &&
      !(before.test(start) && !refused.test(start)) &&
      !(got.test(start) && fromThere.test(text.slice(index + 3, index + 20))) &&
      !(isLast(text, index) && failing.test(text.slice(Math.max(0, index - 200), index))) &&
      !(index === 0 && /^(?::| [-–—] )/.test(text.slice(3, 6))) &&
      !(index === 1 && text.startsWith('(') && /^\)\s/.test(text.slice(4, 6))) &&
      !isNamed(Number(match[0]), text.slice(index + 3, index + 40)) &&
      !address.test(text.slice(Math.max(0, index - 320), index))
    )
      continue;
    addNumber(reading.statuses, Number(match[0]), path);
    return;
  }
}
