// Things that should not leave the server: stack traces, source paths, secrets, addresses of people.

import type { Json, JsonObject } from '../../json.ts';
import type { Found } from '../facts.ts';
import type { Linted, LintRule } from './lint.ts';

const looked = 2000;

function anyText({ facts: { messages } }: Linted, test: (text: string) => boolean): boolean {
  for (let index = 0; index < messages.length && index < 4; index++)
    if (test(beginning((messages[index] as Found<string>).value))) return true;
  return false;
}

function beginning(text: string): string {
  return text.length > looked ? text.slice(0, looked) : text;
}

// Both begin with a set of signs that are rare in sentences: engines find such a sign several times as fast as a word.
const leakSigns = /[@\\\n=/_xAJBb-](?:(?<=[@\\\n=/]|sk[-_]|gh[pousr]_|eyJ)|(?<=x)ox|(?<=A)KIA|(?<=[Bb])earer )/;
const secretHint =
  /[-_=@xAJBbP](?:(?<=sk[-_]|gh[pousr]_|key=|token=|secret=|assword=|@|eyJ)|(?<=x)ox|(?<=A)KIA|(?<=[Bb])earer |(?<=P)RIVATE)/;

/** Whether there is anything that a leak could hide in. */
export function mayLeak({ facts }: Linted): boolean {
  const { messages, objects } = facts;
  for (let index = 0; index < messages.length; index++) {
    if (leakSigns.test(beginning((messages[index] as Found<string>).value))) return true;
  }
  for (let index = 0; index < objects.length; index++)
    if (hasStack((objects[index] as Found<JsonObject>).value)) return true;
  return false;
}

export const leakRules: readonly LintRule[] = [
  {
    id: 'stack-trace',
    severity: 'warning',
    check(linted) {
      const inText = anyText(linted, (text) => (text.includes('\n') || text.includes('Traceback')) && trace.test(text));
      return inText || linted.facts.objects.some(({ value }) => hasStack(value))
        ? 'The error carries a stack trace. Log it on the server and send the reason only.'
        : null;
    },
  },
  {
    id: 'source-path',
    severity: 'note',
    check: (linted) =>
      anyText(linted, (text) => sourceEnding.test(text) && sourcePath.test(text))
        ? 'The message names a source file of the server. Callers cannot use it, and it tells how the server is laid out.'
        : null,
  },
  {
    id: 'secret-in-message',
    severity: 'error',
    check: (linted) =>
      anyText(
        linted,
        (text) => secretHint.test(text) && secrets.some(([hint, pattern]) => text.includes(hint) && pattern.test(text)),
      )
        ? 'The message holds what looks like a secret. Take it out, and change the secret.'
        : null,
  },
  {
    id: 'email-in-message',
    severity: 'note',
    check: (linted) =>
      anyText(linted, (text) => text.includes('@') && email.test(text))
        ? 'The message holds what looks like an e-mail address of a person.'
        : null,
  },
];

// Names that no object inherits may be asked for at once.
function hasStack(object: JsonObject): boolean {
  return (
    isStack(object.stack) || isStack(object.stackTrace) || isStack(object.stack_trace) || isStack(object.traceback)
  );
}

function isStack(stack: Json | undefined): boolean {
  return (typeof stack === 'string' && stack !== '') || (Array.isArray(stack) && stack.length > 0);
}

const trace =
  /\n\s{1,8}at \S|Traceback \(most recent call last\)|\n {1,8}File "[^"\n]{1,200}", line \d|\n\s{0,8}Caused by: |goroutine \d{1,9} \[/;
const sourceEnding = /\.(?:[cm]?js|ts|py|go|rs|java|rb|php|cs|exe|dll)(?![\w-])/;
const sourcePath =
  /(?:\/[\w.@-]{1,60}){2,12}\.(?:[cm]?js|ts|py|go|rs|java|rb|php|cs)(?::\d|["'\s)]|$)|[A-Z]:\\(?:[\w .-]{1,60}\\){1,12}[\w.-]{1,60}\.(?:js|ts|py|cs|exe|dll)/;
const email = /(?:^|[\s"'<(:])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){0,4}\.[A-Za-z]{2,12}\b/;

/** Each kind of secret after the letters that must be there for it. */
const secrets: readonly [string, RegExp][] = [
  ['sk', /\bsk[-_](?:live|test|proj|ant)?[-_]?[A-Za-z0-9_-]{16,200}/],
  ['gh', /\bgh[pousr]_[A-Za-z0-9]{20,100}/],
  ['xox', /\bxox[abpr]-[A-Za-z0-9-]{10,200}/],
  ['AKIA', /\bAKIA[A-Z0-9]{16}\b/],
  ['eyJ', /\beyJ[\w-]{10,500}\.[\w-]{10,500}\./],
  ['earer ', /[Bb]earer [\w.~+/-]{20,500}/],
  ['key=', /\bapi_?key=[^\s&"'<]{8,200}/],
  ['token=', /token=[^\s&"'<]{8,200}/],
  ['secret=', /secret=[^\s&"'<]{8,200}/],
  ['password=', /password=[^\s&"'<]{8,200}/],
  ['PRIVATE KEY', /-----BEGIN [A-Z ]{0,20}PRIVATE KEY/],
  ['@', /:\/\/[^\s:/@]{1,100}:[^\s:/@]{3,100}@/],
];
