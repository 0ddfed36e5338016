// The words of a fix, for windows, the terminal and agents: sources, questions, and ends.

import { changeWords, placeName } from '../../correct/correction.ts';
import { quoted } from '../../correct/wanted.ts';
import type { Json } from '../../json/json.ts';
import { argumentIndex } from '../../server/launch-words.ts';
import { duration } from '../../text/duration.ts';
import type { FixAsk, FixChange, FixWord, ValueSource } from './fix-types.ts';
import type { FixView } from './fix-view.ts';

/** `chosen by you`, `the schema’s default` */
export const sourceInWords = ({ source, because }: FixChange): string => (source === 'you' ? 'by you' : because);

const longestPath = 60;

/** The end of a long path says more than its start. */
const quotedPath = (value: Json): string =>
  typeof value === 'string' && value.length > longestPath && /[\\/]/.test(value)
    ? `"…${value.slice(1 - longestPath)}"`
    : quoted(value);

/** `resourceId: 0 → 1, the schema’s default` */
export const fixChangeLine = (change: FixChange, show: (value: Json) => string = quotedPath): string =>
  `${changeWords({ ...change, from: 'server' }, show)} (${sourceInWords(change)})`;

/** `Fixed in 3 attempts, 41 ms` */
export function endTitle({ state, attempts, stopped, ask }: FixView): string {
  const took = duration(attempts.reduce((sum, { latencyMs, waitedMs }) => sum + (latencyMs ?? 0) + waitedMs, 0));
  if (state === 'done') return `Fixed in ${attempts.length} attempts, ${took}`;
  if (stopped !== null) return stopped.words.replace(/\.$/, '');
  return ask === null ? 'Fixing' : askTitle(ask);
}

export function askTitle(ask: FixAsk): string {
  switch (ask.kind) {
    case 'choose':
      return `Choose ${placeName(ask.path)}`;
    case 'fill':
      return `${placeName(ask.path)} needs a value`;
    case 'pick':
      return `${placeName(ask.path)} ${quoted(ask.sent)} does not exist`;
    case 'confirm':
      return ask.need === 'type_name' ? `Type ${ask.name} to send it` : `Send ${ask.name} again?`;
    case 'set':
      return `Set ${ask.variables.join(', ')}`;
    case 'word':
      return `The ${wordNames[ask.wrong]} ${quotedPath(ask.sent)} was not found`;
    case 'act':
      return 'The server does not start';
  }
}

/** What is known, one sentence per line. */
export function askLines(ask: FixAsk): string[] {
  switch (ask.kind) {
    case 'choose':
      return [`${optionsFrom(ask)}: ${some(ask.options.map(({ value }) => value))}.`];
    case 'fill':
      return [
        ...(ask.wants === '' ? [] : [`It wants ${ask.wants}.`]),
        ...(ask.says === '' ? [] : [ask.says]),
        ...ask.suggestions.map(({ value, because }) => `${quoted(value)} fits: ${because}.`),
        ...(ask.examples.length === 0 ? [] : [`In calls that succeeded: ${some(ask.examples)}.`]),
        'No evidence gives a value.',
      ];
    case 'pick':
      return [ask.because, `It lists the values that exist.`];
    case 'confirm':
      return ask.because;
    case 'set':
      return ['The server does not start or work without it.'];
    case 'word':
      return [
        ...argumentLine(ask),
        ...ask.suggestions.map(({ value, because }) => `${quotedPath(value)}: ${because}.`),
        'No evidence says what is meant.',
      ];
    case 'act':
      return ask.says;
  }
}

function argumentLine({ path }: FixWord): string[] {
  const index = argumentIndex(path);
  return index === null ? [] : [`It is argument ${index + 1} of the server’s command.`];
}

export const wordNames: Readonly<Record<FixWord['wrong'], string>> = {
  package: 'package',
  folder: 'folder',
  path: 'path',
  script: 'script',
  program: 'program',
  working_folder: 'working folder',
};

function optionsFrom({ source, tool }: Extract<FixAsk, { kind: 'choose' }>): string {
  switch (source) {
    case 'schema':
      return 'The schema allows';
    case 'server':
      return 'The server names';
    case 'list':
      return `${tool} returned`;
    case 'earlier':
      return `${tool} returned earlier`;
  }
}

/** What is left, and who has to act; empty after a fix that works. */
export function leftLines({ ask, stopped }: Pick<FixView, 'ask' | 'stopped'>): string[] {
  if (stopped !== null)
    return [...stopped.left, ...(stopped.owner === 'none' ? [] : [`To change: the ${stopped.owner}.`])];
  return ask === null ? [] : askLines(ask);
}

const mostShown = 12;
const some = (values: readonly Json[]): string =>
  `${values.slice(0, mostShown).map(quoted).join(', ')}${values.length > mostShown ? ` and ${values.length - mostShown} more` : ''}`;

const sourceNames: Readonly<Record<ValueSource, string>> = {
  you: 'from you',
  schema: 'from the schema',
  server: 'from the server’s message',
  list: 'from a list',
  earlier: 'from an earlier answer',
};

/** `1 value from you, 1 from the schema, 0 guesses` */
export function sourceCounts({ attempts }: Pick<FixView, 'attempts'>): string {
  const counts = new Map<ValueSource, number>();
  for (const { source } of attempts.flatMap(({ changes }) => changes))
    counts.set(source, (counts.get(source) ?? 0) + 1);
  const parts = (Object.keys(sourceNames) as ValueSource[]).flatMap((source) => {
    const count = counts.get(source);
    return count === undefined ? [] : [{ count, words: sourceNames[source] }];
  });
  const [first, ...rest] = parts;
  if (first === undefined) return 'Sent again unchanged';
  return [
    `${first.count} ${first.count === 1 ? 'value' : 'values'} ${first.words}`,
    ...rest.map(({ count, words }) => `${count} ${words}`),
    '0 guesses',
  ].join(', ');
}
