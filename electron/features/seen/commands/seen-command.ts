// `misfire seen`: one answer in, what the model of each client gets of it out. The rules are shared/seen's; this owns the file,
// the options and the lines.

import { readCapture } from '../../../../shared/capture/capture.ts';
import { clientNamed, nameOfClient } from '../../../../shared/clients/clients.ts';
import { type Json, member, parseJson } from '../../../../shared/json/json.ts';
import { jsonText } from '../../../../shared/json/json-text.ts';
import { isMeasured, summaryOf } from '../../../../shared/seen/loss-summary.ts';
import { maskAnswer, maskedGot } from '../../../../shared/seen/masked-got.ts';
import { gotText } from '../../../../shared/seen/parts/blocks.ts';
import type { SeenContext } from '../../../../shared/seen/parts/seen.ts';
import { readServerAnswer } from '../../../../shared/seen/read-server-answer.ts';
import { type Seen, seenClientIds } from '../../../../shared/seen/seen.ts';
import { seenByAll } from '../../../../shared/seen/seen-by-all.ts';
import { visibleName } from '../../../../shared/text/visible-text.ts';
import { nameOf, readInput } from '../../../hosts/cli/common/read-file.ts';
import type { RecordingFlags } from '../../../hosts/cli/common/recording-options.ts';
import { passing, recordingText } from '../../../hosts/cli/records/recording-text.ts';
import type { CommandRun } from '../../../hosts/cli/terminal/command-run.ts';
import { type ExitCode, exitCodes, UsageError } from '../../../hosts/cli/terminal/exit-codes.ts';

export interface SeenOptions extends RecordingFlags {
  client?: string;
  server?: string;
  tool?: string;
  model?: string;
  /** A file with the tool's `outputSchema`. */
  outputSchema?: string;
  json: boolean;
  data: string | undefined;
}

/** Of a text for people: its start, and its end where it is longer. */
const shownCharacters = 300;

export async function runSeen(run: CommandRun, given: string | undefined, options: SeenOptions): Promise<ExitCode> {
  const { output } = run;
  const { client, unmasked } = options;
  const wanted = seenClientIds.filter((id) => client === undefined || id === clientNamed(client)?.id);
  if (wanted.length === 0) throw new UsageError(`Unknown client "${client}". Known: ${seenClientIds.join(', ')}.`);
  const { name, value, at, ...call } = await givenAnswer(run, given, options);
  if (at !== undefined && !options.json) output.printMaskedMessage(`${name}: ${at}`);
  const read = readServerAnswer(value);
  if (!read.ok) throw new UsageError(`${name}: ${read.problem}`);
  const { args, ...known } = call;
  const shownArgs = args === undefined || unmasked ? args : parsed(name, output.masker.mask(jsonText(args)));
  const context = {
    ...known,
    ...(shownArgs === undefined ? {} : { args: shownArgs }),
    ...(await contextOf(run, options)),
  };
  const all = seenByAll(read.answer, context);
  const masked = unmasked ? null : maskAnswer(read.answer, (text) => output.masker.mask(text));
  const chosen = all
    .filter((one) => wanted.includes(one.client))
    .map((one) => (masked === null ? one : { ...one, got: maskedGot(one.client, masked, context) }));
  if (options.json) {
    for (const one of chosen) (unmasked ? output.printJson : output.printMaskedJson)(one);
    return exitCodes.done;
  }
  const print = unmasked ? output.printLine : output.printMaskedLine;
  for (const one of chosen) for (const line of linesOf(one)) print(line);
  const { sentence, lost, change } = summaryOf(read.answer, all);
  for (const line of [sentence, lost === '' ? '' : `Lost: ${lost}`, change])
    if (line !== '') output.printMessage(withDot(line));
  return exitCodes.done;
}

const withDot = (line: string): string => (line.endsWith('.') ? line : `${line}.`);

async function contextOf(run: CommandRun, { server, tool, model, outputSchema }: SeenOptions): Promise<SeenContext> {
  return {
    ...(server === undefined ? {} : { server }),
    ...(tool === undefined ? {} : { tool }),
    ...(model === undefined ? {} : { model }),
    ...(outputSchema === undefined
      ? {}
      : { outputSchema: parsed(nameOf(outputSchema), await readInput(run, outputSchema)) }),
  };
}

interface GivenAnswer extends SeenContext {
  name: string;
  value: Json;
  /** Which answer of a recording it is. */
  at?: string;
}

/** One answer, or the newest one of a recording. */
async function givenAnswer(
  run: CommandRun,
  file: string | undefined,
  { recording, filter, data }: SeenOptions,
): Promise<GivenAnswer> {
  if (file !== undefined && recording !== undefined) throw new UsageError('Give a file or --recording, not both.');
  const { name, text } = await recordingText(run, recording ?? file ?? '-', data);
  const isOne =
    recording === undefined && filter === '' && (parseJson(text).ok || readCapture(text).entries.length === 0);
  if (isOne) return { name, value: parsed(name, text) };
  const entries = (await passing(readCapture(text).entries, filter)).map(({ event }) => event);
  const asked = new Map<string, Asked>();
  const schemas = new Map<string, Json>();
  let newest: GivenAnswer | null = null;
  let recorder = '';
  let answers = 0;
  for (const event of entries) {
    if (event.lane !== 'in' && event.lane !== 'out') continue;
    const message = parseJson(event.text);
    if (!message.ok) continue;
    const { value } = message;
    const key = `${event.server}\n${event.epoch}\n${jsonText(member(value, 'id') ?? null)}`;
    const method = member(value, 'method');
    if (event.lane === 'out') {
      if (typeof method === 'string') asked.set(key, { method, params: member(value, 'params') ?? null });
      continue;
    }
    const call = asked.get(key);
    if (!call || method !== undefined) continue;
    if (call.method === 'tools/list')
      for (const [tool, schema] of schemasIn(value)) schemas.set(`${event.server}\n${tool}`, schema);
    if (call.method !== 'tools/call') continue;
    const tool = member(call.params, 'name');
    const args = member(call.params, 'arguments');
    const outputSchema = typeof tool === 'string' ? schemas.get(`${event.server}\n${tool}`) : undefined;
    newest = {
      ...{ name, value, server: nameInClient(event) },
      ...(typeof tool === 'string' ? { tool } : {}),
      ...(args === undefined ? {} : { args }),
      ...(outputSchema === undefined ? {} : { outputSchema }),
    };
    recorder = event.server;
    answers += 1;
  }
  if (newest === null && entries.some(({ lane }) => lane === 'seen'))
    throw new UsageError(`${name} is a transcript: it has what a model got. Read it with misfire decode.`);
  if (newest === null)
    throw new UsageError(`${name} has no answer to a tool call${filter === '' ? '' : ' that matches the filter'}.`);
  const { tool = '' } = newest;
  const others = answers === 1 ? 'the only answer' : `the newest of ${answers} answers; --filter chooses another`;
  return { ...newest, at: `The answer to ${visibleName(tool)} of ${visibleName(recorder)}, ${others}.` };
}

interface Asked {
  method: string;
  params: Json;
}

function schemasIn(answer: Json): [tool: string, outputSchema: Json][] {
  const tools = member(member(answer, 'result') ?? null, 'tools');
  return (Array.isArray(tools) ? tools : []).flatMap((tool): [string, Json][] => {
    const schema = member(tool, 'outputSchema');
    return schema === undefined ? [] : [[String(member(tool, 'name')), schema]];
  });
}

/** A watched server has the name of its client too. */
const nameInClient = ({ server, client = '' }: { server: string; client?: string }): string =>
  server.endsWith(` (${client})`) ? server.slice(0, -` (${client})`.length) : server;

function parsed(name: string, text: string): Json {
  if (text.trim() === '')
    throw new UsageError(`${name} is empty. Give the JSON of one response, as a file or on stdin.`);
  const value = parseJson(text);
  if (value.ok) return value.value;
  throw new UsageError(`${name} is not JSON: ${value.problem}. Give the JSON of one response.`);
}

function linesOf({ client, version, got, flagged, lost, rule }: Seen): string[] {
  const how = isMeasured(client) ? version : `${version}, not measured`;
  const flag = flagged ? 'marked as failed' : 'no mark of a failure';
  const text = gotText(got);
  const shown =
    text.length <= 2 * shownCharacters
      ? text
      : `${text.slice(0, shownCharacters)}\n[… ${text.length - 2 * shownCharacters} characters …]\n${text.slice(-shownCharacters)}`;
  return [
    `${nameOfClient(client)} (${how}): ${flag}; lost: ${lost.join(', ') || 'nothing'}`,
    `  ${rule}`,
    ...(shown === '' ? ['  (empty)'] : shown.split('\n').map((line) => `  | ${line}`)),
  ];
}
