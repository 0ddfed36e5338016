// What `misfire call` sends: a method with its params, or a tool, prompt or resource by its name. Arguments of a tool are checked against
// its schema before they are sent, with the words of the form.

import { problemWords } from '../../../../shared/decode/finding/check.ts';
import { isObject, type Json, type JsonObject, member, parseJson } from '../../../../shared/json/json.ts';
import { valueAtPointer } from '../../../../shared/json/json-place.ts';
import { reportOnSchema } from '../../../../shared/schema/check-schema.ts';
import { surelyMeant } from '../../../../shared/text/nearest-word.ts';
import { visibleName } from '../../../../shared/text/visible-text.ts';
import type { CommandInspector } from '../common/command-inspector.ts';
import { readInput } from '../common/read-file.ts';
import type { CommandRun } from '../terminal/command-run.ts';
import { UsageError } from '../terminal/exit-codes.ts';
import { readArguments, typedArguments, type WrittenArguments } from './call-arguments.ts';
import { howToWrite } from './schema-hints.ts';

export interface CallWords {
  /** Left out: what the server offers is listed. */
  name: string | undefined;
  /** What comes after the name. */
  rest: readonly string[];
  /** What the name is of; left out, the name says it. */
  kind: 'tool' | 'prompt' | 'resource' | undefined;
  argFile: string | undefined;
  /** Send although the schema forbids it. */
  unchecked: boolean;
}

type Wanted =
  | { kind: 'list'; of: 'all' | 'prompt' | 'resource' }
  | { kind: 'method'; method: string; params: string }
  | { kind: 'tool' | 'prompt'; name: string; written: WrittenArguments }
  | { kind: 'resource'; uri: string };

/** Before anything is started: mistakes in the words cost no connection. Throws a UsageError. */
export async function readWanted(run: CommandRun, { name, rest, kind, argFile }: CallWords): Promise<Wanted> {
  if (name === undefined) return { kind: 'list', of: kind === undefined || kind === 'tool' ? 'all' : kind };
  const isAddress = /^[a-z][a-z\d+.-]{0,60}:\/\//i.test(name);
  if (kind === 'resource' || (kind === undefined && isAddress)) {
    if (rest.length > 0) throw new UsageError('A resource takes no arguments.');
    return { kind: 'resource', uri: name };
  }
  // Methods of the protocol have a slash in their names, but for one.
  if (kind === undefined && (name.includes('/') || name === 'ping'))
    return { kind: 'method', method: name, params: await readParams(run, rest, argFile) };
  return { kind: kind ?? 'tool', name, written: await readArguments(run, await stdinOr(run, rest), argFile) };
}

const stdinOr = async (run: CommandRun, rest: readonly string[]): Promise<readonly string[]> =>
  rest.length === 1 && rest[0] === '-' ? [(await readInput(run, '-')).trim() || '{}'] : rest;

async function readParams(run: CommandRun, rest: readonly string[], argFile: string | undefined): Promise<string> {
  const words = await stdinOr(run, rest);
  const isPairs = argFile !== undefined || words.length > 1 || /^[^\s{["\d-][^\s]{0,200}?:?=/.test(words[0] ?? '');
  if (isPairs) return JSON.stringify((await readArguments(run, words, argFile)).args);
  const params = words[0] ?? '';
  const parsed = parseJson(params === '' ? '{}' : params);
  if (!parsed.ok) throw new UsageError(`The parameters are not JSON: ${parsed.problem}.`);
  return params;
}

export interface Request {
  method: string;
  params: string;
}

/** Once the server is connected and its lists can be asked for. Throws a UsageError where the arguments do not fit. */
export async function requestFor(
  { output }: CommandRun,
  wanted: Exclude<Wanted, { kind: 'list' }>,
  { api }: CommandInspector,
  server: string,
  unchecked: boolean,
): Promise<Request> {
  switch (wanted.kind) {
    case 'method':
      return wanted;
    case 'resource':
      return { method: 'resources/read', params: JSON.stringify({ uri: wanted.uri }) };
    case 'prompt': {
      const listed = await api.offers({ server, refresh: false });
      const prompts = listed.ok ? listed.value.prompts : [];
      const prompt = prompts.find(({ name }) => name === wanted.name);
      if (!unchecked && prompts.length > 0) {
        if (!prompt) throw unknown('prompt', wanted.name, prompts);
        const missing = prompt.arguments.filter(({ name, required }) => required && !(name in wanted.written.args));
        if (missing.length > 0) throw unfit(missing.map(({ name }) => `${visibleName(name)} is required`));
      }
      return { method: 'prompts/get', params: writeParams(wanted.name, wanted.written.args) };
    }
    case 'tool': {
      const listed = await api.tools({ server, refresh: false });
      const tools = listed.ok ? listed.value.tools : [];
      const tool = tools.find(({ name }) => name === wanted.name);
      if (!tool && tools.length > 0 && !unchecked) throw unknown('tool', wanted.name, tools);
      if (tool && tool.leftOut !== '' && !unchecked)
        throw new UsageError(
          `Clients of 2026-07-28 must not call this tool: ${tool.leftOut} Use --no-check to send the call all the same.`,
        );
      const parsed = parseJson(tool?.inputSchema ?? '');
      const schema = parsed.ok ? parsed.value : null;
      const args = schema === null ? wanted.written.args : typedArguments(wanted.written, schema);
      if (schema === null)
        output.printMaskedMessage('The arguments were not checked: the schema of this tool is not known.');
      else if (!unchecked) checkFits(schema, args);
      return { method: 'tools/call', params: writeParams(wanted.name, args) };
    }
  }
}

const writeParams = (name: string, args: JsonObject): string => JSON.stringify({ name, arguments: args });

function checkFits(schema: Json, args: JsonObject): void {
  const { issues } = reportOnSchema(schema, args);
  if (issues.length === 0) return;
  const problems = issues.map((issue) => {
    const value = valueAtPointer(args, issue.path);
    const hint = howToWrite(issue, value);
    return `${problemWords(issue, value)}${hint === '' ? '' : `.${hint}`}`;
  });
  throw unfit([...problems, ...unknownNames(schema, args)]);
}

/** A schema that allows more does not refuse them, but one may be a missing argument with another name. */
function unknownNames(schema: Json, args: JsonObject): string[] {
  const properties = member(schema, 'properties');
  if (!isObject(properties) || member(schema, 'additionalProperties') === false) return [];
  const known = Object.keys(properties).slice(0, 20).map(visibleName);
  return Object.keys(args)
    .filter((name) => !Object.hasOwn(properties, name))
    .map((name) => `${visibleName(name)} is not listed. The tool lists: ${known.join(', ')}`);
}

const unfit = (problems: readonly string[]): UsageError =>
  new UsageError(
    [
      'The arguments do not fit the schema, so nothing was sent:',
      ...problems.map((words) => `- ${words}`),
      'Use --no-check to send them all the same.',
    ].join('\n'),
  );

function unknown(what: 'tool' | 'prompt', name: string, all: readonly { name: string }[]): UsageError {
  const names = all.map((one) => visibleName(one.name));
  const meant = surelyMeant(name, names);
  const hint = meant === null ? `It has: ${names.slice(0, 20).join(', ')}.` : `Did you mean "${meant}"?`;
  return new UsageError(`The server has no ${what} "${name}". ${hint} Use --no-check to send the call all the same.`);
}
