// Data that should not leave the server: stack traces, source paths, secrets, personal addresses.

import { anyOf } from '../../dialects/patterns.ts';
import type { LintRule } from './lint-rule.ts';

function leak(id: string, severity: LintRule['severity'], isIn: (text: string) => boolean, note: string): LintRule {
  return {
    id,
    severity,
    check: ({ reading }) => (reading.messages.some(({ value }, index) => index < 4 && isIn(value)) ? note : null),
  };
}

const traceNote = 'The error carries a stack trace. Log it on the server and send the reason only.';
const traceInText = leak(
  'stack-trace',
  'warning',
  (text) => (text.includes('\n') || text.includes('Traceback')) && trace.test(text),
  traceNote,
);

export const leakRules: readonly LintRule[] = [
  { ...traceInText, check: (decision) => (decision.reading.stack ? traceNote : traceInText.check(decision)) },
  leak(
    'source-path',
    'note',
    (text) => sourceEnding.test(text) && sourcePath.test(text),
    'The message names a source file of the server. Callers cannot use it, and it reveals internals.',
  ),
  leak(
    'secret-in-message',
    'error',
    (text) => secretHint.test(text) && secrets.some(([hint, pattern]) => text.includes(hint) && pattern.test(text)),
    'The message holds what looks like a secret. Take it out, and change the secret.',
  ),
  leak(
    'email-in-message',
    'note',
    (text) => text.includes('@') && email.test(text),
    'The message holds what looks like an e-mail address of a person.',
  ),
];

const trace =
  /\n\s{1,8}at \S|Traceback \(most recent call last\)|\n {1,8}File "[^"\n]{1,200}", line \d|\n\s{0,8}Caused by: |goroutine \d{1,9} \[/;
const sourceEnding = /\.(?:[cm]?js|ts|py|go|rs|java|rb|php|cs|exe|dll)(?![\w-])/;
const sourcePath = anyOf(
  /(?:\/[\w.@-]{1,60}){2,12}\.(?:[cm]?js|ts|py|go|rs|java|rb|php|cs)(?::\d|["'\s)]|$)/,
  /[A-Z]:\\(?:[\w .-]{1,60}\\){1,12}[\w.-]{1,60}\.(?:js|ts|py|cs|exe|dll)/,
);
const email = /(?:^|[\s"'<(:])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){0,4}\.[A-Za-z]{2,12}\b/;

/** Checks for rare signs first: most texts have none. */
const secretHint =
  /[-_=@xAJBbP](?:(?<=sk[-_]|gh[pousr]_|key=|token=|secret=|assword=|@|eyJ)|(?<=x)ox|(?<=A)KIA|(?<=[Bb])earer |(?<=P)RIVATE)/;

/** Each kind of secret with the letters that must precede it. */
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
