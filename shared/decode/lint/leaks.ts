// Things that should not leave the server: stack traces, source paths, secrets, addresses of people.

import type { LintNote } from '../../failure.ts';
import type { Facts, Found } from '../facts.ts';

const looked = 2000;
const mostMessages = 4;

/** What can leak, a bit each: a failure is searched once, and most have none. */
const stackTrace = 1;
const sourceName = 2;
const secret = 4;
const address = 8;

export interface LeakRule extends LintNote {
  leak: number;
}

export const leakRules: readonly LeakRule[] = [
  {
    id: 'stack-trace',
    severity: 'warning',
    leak: stackTrace,
    message: 'The error carries a stack trace. Log it on the server and send the reason only.',
  },
  {
    id: 'source-path',
    severity: 'note',
    leak: sourceName,
    message:
      'The message names a source file of the server. Callers cannot use it, and it tells how the server is laid out.',
  },
  {
    id: 'secret-in-message',
    severity: 'error',
    leak: secret,
    message: 'The message holds what looks like a secret. Take it out, and change the secret.',
  },
  {
    id: 'email-in-message',
    severity: 'note',
    leak: address,
    message: 'The message holds what looks like an e-mail address of a person.',
  },
];

export function leaksOf({ messages, stack }: Facts): number {
  let leaks = stack ? stackTrace : 0;
  for (let index = 0; index < messages.length && index < mostMessages; index++) {
    const { value } = messages[index] as Found<string>;
    leaks |= leaksIn(value.length > looked ? value.slice(0, looked) : value);
  }
  return leaks;
}

/** Each kind is looked for by what is found fastest first: most texts have none of it. */
function leaksIn(text: string): number {
  let leaks = 0;
  if ((text.includes('\n') || text.includes('Traceback')) && trace.test(text)) leaks |= stackTrace;
  if (sourceEnding.test(text) && sourcePath.test(text)) leaks |= sourceName;
  if (secretHint.test(text) && secrets.some(([hint, pattern]) => text.includes(hint) && pattern.test(text)))
    leaks |= secret;
  if (text.includes('@') && email.test(text)) leaks |= address;
  return leaks;
}

const secretHint =
  /[-_=@xAJBbP](?:(?<=sk[-_]|gh[pousr]_|key=|token=|secret=|assword=|@|eyJ)|(?<=x)ox|(?<=A)KIA|(?<=[Bb])earer |(?<=P)RIVATE)/;
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
