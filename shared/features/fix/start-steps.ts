// The steps for a server that does not start: variables to set, a word of its command to correct, or something to do outside of Misfire.
// All of it comes from a person; nothing that a server prints is put into a command.

import type { WrongWord } from '../../failure.ts';
import { ownerLine } from '../../findings/finding-words.ts';
import { type Launch, wordAt } from '../../server/launch-words.ts';
import type { FixAttempt, FixChange, FixState, FixStep, FixWord } from './fix-types.ts';

/** Variables are set where the server starts; their values stay there. */
const maskedValue = '••••••••';

/** null: the failure is not about the settings. */
export function startStep({ answers, isReady, launch, near }: FixState, last: FixAttempt): FixStep | null {
  const { failure, isStart } = last;
  if (failure?.fix.kind !== 'setting') return null;
  const { variables, wrong } = failure.fix;
  if (isReady) return { kind: 'start', changes: variables.map(setVariable) };
  if (answers.length > 0)
    return {
      kind: 'start',
      changes: answers.map(({ path, value, source }) => {
        const before = launch === null ? undefined : wordAt(launch, path);
        return { path, ...(before === undefined ? {} : { before }), after: value, because: 'by you', source };
      }),
    };
  if (variables.length > 0) return { kind: 'set', variables: [...variables] };
  const word = wrong === undefined || launch === null ? null : wrongWord(launch, wrong, near);
  if (word !== null) return word;
  return isStart ? { kind: 'act', says: [...failure.remedy.slice(0, 5), `${ownerLine(failure)}.`] } : null;
}

const setVariable = (name: string): FixChange => ({
  path: `/env/${name}`,
  after: maskedValue,
  because: 'by you',
  source: 'you',
});

/** null: no word of the command is what the failure names. */
function wrongWord(launch: Launch, { kind, name }: WrongWord, near: string | null): FixWord | null {
  const path = pathOf(launch, kind, name);
  const sent = path === null ? undefined : wordAt(launch, path);
  if (path === null || sent === undefined) return null;
  const because = 'it exists, and its name is similar';
  return { kind: 'word', path, sent, wrong: kind, suggestions: near === null ? [] : [{ value: near, because }] };
}

function pathOf({ args }: Launch, kind: WrongWord['kind'], name: string): string | null {
  if (kind === 'program') return '/command';
  if (kind === 'working_folder') return '/cwd';
  const is = kind === 'package' ? isPackage : isPathOf;
  const at = [
    (arg: string) => arg === name,
    (arg: string) => is(arg, name),
    (arg: string) => is(optionValue(arg), name),
  ]
    .map((fits) => args.findIndex(fits))
    .find((index) => index >= 0);
  return at === undefined ? null : `/args/${at}`;
}

/** `name@1.2`, `name==1.2`, `name[extra]` */
const isPackage = (arg: string, name: string): boolean =>
  arg.startsWith(name) && /^(?:$|@|[=<>~!]=|\[)/.test(arg.slice(name.length));

/** A relative path is named as the system resolved it. */
function isPathOf(arg: string, name: string): boolean {
  const plain = (path: string) =>
    path
      .replaceAll('\\', '/')
      .replace(/^(?:\.{1,2}\/)+/, '')
      .replace(/\/$/, '');
  const [one, other] = [plain(arg), plain(name)];
  return one !== '' && (other === one || other.endsWith(`/${one}`));
}

/** `--from=name`, `--root=/data` */
const optionValue = (arg: string): string => /^--?[\w-]{1,60}=(.+)$/s.exec(arg)?.[1] ?? '';
