// What could come next on a command line: commands, options, their values, servers, tools and arguments. Names of servers come from the
// saved ones, names of tools from the log. Nothing is started and nothing is written; what cannot be read completes nothing.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command, Option } from 'commander';
import { readyPlans } from '../../../../shared/features/rehearse/ready-plans.ts';
import { caretPlaceAt, suggest } from '../../../../shared/filter/complete-filter.ts';
import { isObject, type Json, member, parseJson } from '../../../../shared/json/json.ts';
import { SavedServers } from '../../../inspector/connections/saved-servers.ts';
import { openToRead } from '../../../inspector/log/open-store.ts';
import type { LogStore } from '../../../inspector/log/store/store.ts';
import { sampleNames } from '../../../inspector/sample-config.ts';
import { dataFolderOf } from '../common/open-data-folder.ts';
import type { CommandRun } from '../terminal/command-run.ts';
import { shells } from './completion-scripts.ts';
import { topics } from './help-topics.ts';
import { allCommands } from './main-help.ts';

interface Candidate {
  value: string;
  about: string;
}

const takesServers = new Set(['call', 'doctor', 'compare', 'lint']);

/** `words`: after `misfire`, the last one as far as it was written. */
export async function complete(
  run: CommandRun,
  program: Command,
  words: readonly string[],
  data: string | undefined,
): Promise<Candidate[]> {
  const current = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  const command = program.commands.find((one) => before.includes(one.name()));
  const folder = data ?? (before.includes('--data') ? before[before.indexOf('--data') + 1] : undefined);
  const found = await candidates(run, program, command, before, current, folder).catch(() => []);
  return found.filter(({ value }) => value.startsWith(current));
}

async function candidates(
  run: CommandRun,
  program: Command,
  command: Command | undefined,
  before: readonly string[],
  current: string,
  data: string | undefined,
): Promise<Candidate[]> {
  const options = [...(command?.options ?? []), ...program.options].filter(({ hidden }) => !hidden);
  const asked = options.find((option) => isCalled(option, before.at(-1)));
  if (asked && (asked.required || asked.optional)) return optionValues(run, asked, data);
  const joined = options.find(({ long }) => current.startsWith(`${long}=`));
  if (joined)
    return optionValues(run, joined, data).map(({ value, about }) => ({ value: `${joined.long}=${value}`, about }));
  if (current.startsWith('-'))
    return options.map(({ long, description }) => ({ value: long ?? '', about: description }));
  if (command === undefined) return commandNames(program);
  const given = operands(command, before.slice(before.indexOf(command.name()) + 1));
  switch (command.name()) {
    case 'help':
      return [...commandNames(program), ...Object.entries(topics).map(([value, { about }]) => ({ value, about }))];
    case 'completion':
      return shells.map((value) => ({ value, about: '' }));
    case 'call':
      if (given.length === 0) return serverNames(run, data);
      return fromLog(run, data, given[0] as string, given.slice(1), current);
    case 'log':
    case 'export':
      return filterTerms(current);
    default:
      return takesServers.has(command.name()) ? serverNames(run, data) : [];
  }
}

/** The words of a filter that need no log. */
function filterTerms(current: string): Candidate[] {
  const place = caretPlaceAt(current, current.length);
  const minus = place?.negated ? '-' : '';
  return place ? suggest(place, [], 50).map(({ text, about }) => ({ value: `${minus}${text}`, about })) : [];
}

function optionValues(run: CommandRun, { long, argChoices = [] }: Option, data: string | undefined): Candidate[] {
  if (long === '--plan' || long === '--rehearse')
    return readyPlans.map(({ name, title }) => ({ value: name, about: title }));
  return long === '--server' ? serverNames(run, data) : argChoices.map((value) => ({ value, about: '' }));
}

const isCalled = ({ long, short }: Option, word: string | undefined): boolean =>
  word !== undefined && (word === long || word === short);

const commandNames = (program: Command): Candidate[] =>
  allCommands(program).map((one) => ({ value: one.name(), about: one.description() }));

/** Words that are neither options nor their values. */
function operands(command: Command, words: readonly string[]): string[] {
  const takes = (word: string | undefined) =>
    command.options.some((option) => option.required && isCalled(option, word));
  return words.filter((word, at) => !word.startsWith('-') && !takes(words[at - 1]));
}

function serverNames(run: CommandRun, data: string | undefined): Candidate[] {
  const saved = new SavedServers(dataFolderOf(run, data))
    .load()
    .map(({ config }) => ({ value: config.name, about: 'saved' }));
  return [...saved, ...sampleNames().map((name) => ({ value: `sample:${name}`, about: 'sample' }))];
}

/** Rows that are looked at, from the newest: completing must not wait for a long log. */
const lookBack = 3_000;

/** Without a name the tools of a server; with one, its arguments and their values. */
async function fromLog(
  run: CommandRun,
  data: string | undefined,
  server: string,
  [tool, ...args]: string[],
  current: string,
): Promise<Candidate[]> {
  const path = join(dataFolderOf(run, data), 'log.db');
  if (!existsSync(path)) return [];
  const saved = new SavedServers(dataFolderOf(run, data)).load().find(({ config }) => config.name === server)?.id;
  const { logFile, store } = await openToRead(path);
  try {
    for (const { id } of logFile.list()) {
      const tools = toolsIn(store(id), (name) => name === server || name === saved);
      if (tools.size === 0) continue;
      if (tool === undefined) return [...tools].map(([value, { about }]) => ({ value, about }));
      const properties = member(tools.get(tool)?.schema, 'properties');
      const known = Object.entries(isObject(properties) ? properties : {});
      const written = known.find(([name]) => current.startsWith(`${name}=`));
      if (written) return valuesOf(written[1]).map((value) => ({ value: `${written[0]}=${value}`, about: '' }));
      return known
        .filter(([name]) => !args.some((arg) => arg.startsWith(`${name}=`) || arg.startsWith(`${name}:=`)))
        .map(([name, schema]) => ({ value: `${name}=`, about: oneLine(member(schema, 'description')) }));
    }
    return [];
  } finally {
    logFile.close();
  }
}

/** The texts, numbers and truth values that a schema lists. */
function valuesOf(schema: Json): string[] {
  const listed = member(schema, 'enum');
  if (Array.isArray(listed)) return listed.filter((value) => typeof value !== 'object').map(String);
  return member(schema, 'type') === 'boolean' ? ['true', 'false'] : [];
}

interface KnownTool {
  about: string;
  schema: Json | undefined;
}

/** By the lists that the server sent, and by what was called. */
function toolsIn(store: LogStore, isMeant: (server: string) => boolean): Map<string, KnownTool> {
  const tools = new Map<string, KnownTool>();
  const total = store.state()?.rows ?? 0;
  const from = Math.max(0, total - lookBack);
  for (const row of store.rowsFrom(from, total - from)) {
    if (!isMeant(row.server)) continue;
    if (row.method === 'tools/call' && row.target !== null && !tools.has(row.target))
      tools.set(row.target, { about: '', schema: undefined });
    if (row.method !== 'tools/list') continue;
    for (const seq of store.eventsOf(row.id)) {
      const event = store.event(seq);
      const parsed = event?.lane === 'in' ? parseJson(event.text) : null;
      const listed = parsed?.ok ? member(member(parsed.value, 'result'), 'tools') : undefined;
      for (const tool of Array.isArray(listed) ? listed : []) {
        const name = member(tool, 'name');
        const about = member(tool, 'description');
        if (typeof name === 'string') tools.set(name, { about: oneLine(about), schema: member(tool, 'inputSchema') });
      }
    }
  }
  return tools;
}

const oneLine = (text: Json | undefined): string =>
  typeof text === 'string' ? text.split(/\s+/).join(' ').trim().slice(0, 80) : '';
