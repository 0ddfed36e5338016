// Things that should not leave the server: stack traces, source paths, secrets, addresses of people.

import { member } from '../../json.ts';
import type { Linted, LintRule } from './lint.ts';

const looked = 2000;

function texts({ facts }: Linted): string[] {
  return facts.messages
    .slice(0, 4)
    .map((message) => (message.value.length > looked ? message.value.slice(0, looked) : message.value));
}

function anyText(linted: Linted, hint: readonly string[], pattern: RegExp): boolean {
  return texts(linted).some((text) => hint.some((word) => text.includes(word)) && pattern.test(text));
}

export const leakRules: readonly LintRule[] = [
  {
    id: 'stack-trace',
    severity: 'warning',
    check(linted) {
      const inText = anyText(
        linted,
        ['\n', 'Traceback'],
        /\n\s{1,8}at \S|Traceback \(most recent call last\)|\n {1,8}File "[^"\n]{1,200}", line \d|\n\s{0,8}Caused by: |goroutine \d{1,9} \[/,
      );
      const inMember = linted.facts.objects.some(({ value }) =>
        ['stack', 'stackTrace', 'stack_trace', 'traceback'].some((name) => {
          const stack = member(value, name);
          return (typeof stack === 'string' && stack !== '') || (Array.isArray(stack) && stack.length > 0);
        }),
      );
      return inText || inMember
        ? 'The error carries a stack trace. Log it on the server and send the reason only.'
        : null;
    },
  },
  {
    id: 'source-path',
    severity: 'note',
    check: (linted) =>
      anyText(
        linted,
        ['/', '\\'],
        /(?:\/[\w.@-]{1,60}){2,12}\.(?:js|mjs|cjs|ts|py|go|rs|java|rb|php|cs)(?::\d|["'\s)]|$)|[A-Z]:\\(?:[\w .-]{1,60}\\){1,12}[\w.-]{1,60}\.(?:js|ts|py|cs|exe|dll)/,
      )
        ? 'The message names a source file of the server. Callers cannot use it, and it tells how the server is laid out.'
        : null,
  },
  {
    id: 'secret-in-message',
    severity: 'error',
    check: (linted) =>
      anyText(
        linted,
        [
          'sk-',
          'sk_',
          'gh',
          'xox',
          'AKIA',
          'eyJ',
          'earer ',
          'key=',
          'token=',
          'password',
          'PRIVATE KEY',
          'secret',
          '://',
        ],
        /\bsk[-_](?:live|test|proj|ant)?[-_]?[A-Za-z0-9_-]{16,200}|\bgh[pousr]_[A-Za-z0-9]{20,100}|\bxox[abpr]-[A-Za-z0-9-]{10,200}|\bAKIA[A-Z0-9]{16}\b|\beyJ[\w-]{10,500}\.[\w-]{10,500}\.|[Bb]earer [\w.~+/-]{20,500}|\b(?:api_?key|token|secret|password|access_token)=[^\s&"'<]{8,200}|-----BEGIN [A-Z ]{0,20}PRIVATE KEY|:\/\/[^\s:/@]{1,100}:[^\s:/@]{3,100}@/,
      )
        ? 'The message holds what looks like a secret. Take it out, and change the secret.'
        : null,
  },
  {
    id: 'email-in-message',
    severity: 'note',
    check: (linted) =>
      anyText(linted, ['@'], /(?:^|[\s"'<(:])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){0,4}\.[A-Za-z]{2,12}\b/)
        ? 'The message holds what looks like an e-mail address of a person.'
        : null,
  },
];
