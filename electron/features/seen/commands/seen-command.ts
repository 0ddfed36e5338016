// `misfire seen`: one answer in, what the model of each client gets of it out. The rules are shared/seen's; this owns the file,
// the options and the lines.

import { clientNamed, nameOfClient } from '../../../../shared/clients/clients.ts';
import { type Json, parseJson } from '../../../../shared/json/json.ts';
import { isMeasured, summaryOf } from '../../../../shared/seen/loss-summary.ts';
import { maskAnswer, maskedGot } from '../../../../shared/seen/masked-got.ts';
import { gotText } from '../../../../shared/seen/parts/blocks.ts';
import type { SeenContext } from '../../../../shared/seen/parts/seen.ts';
import { readServerAnswer } from '../../../../shared/seen/read-server-answer.ts';
import { type Seen, seenClientIds } from '../../../../shared/seen/seen.ts';
import { seenByAll } from '../../../../shared/seen/seen-by-all.ts';
import { nameOf, readInput } from '../../../hosts/cli/common/read-file.ts';
import type { CommandRun } from '../../../hosts/cli/terminal/command-run.ts';
import { type ExitCode, exitCodes, UsageError } from '../../../hosts/cli/terminal/exit-codes.ts';

export interface SeenOptions {
  client?: string;
  server?: string;
  tool?: string;
  model?: string;
  /** A file with the tool's `outputSchema`. */
  outputSchema?: string;
  json: boolean;
  unmasked: boolean;
}

/** Of a text for people: its start, and its end where it is longer. */
const shownCharacters = 300;

export async function seen(run: CommandRun, file: string, options: SeenOptions): Promise<ExitCode> {
  const { output } = run;
  const { client, unmasked } = options;
  const wanted = seenClientIds.filter((id) => client === undefined || id === clientNamed(client)?.id);
  if (wanted.length === 0) throw new UsageError(`Unknown client "${client}". Known: ${seenClientIds.join(', ')}.`);
  const read = readServerAnswer(await parsed(run, file));
  if (!read.ok) throw new UsageError(`${nameOf(file)}: ${read.problem}`);
  const context = await contextOf(run, options);
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
    ...(outputSchema === undefined ? {} : { outputSchema: await parsed(run, outputSchema) }),
  };
}

async function parsed(run: CommandRun, file: string): Promise<Json> {
  const text = await readInput(run, file);
  if (text.trim() === '')
    throw new UsageError(`${nameOf(file)} is empty. Give the JSON of one response, as a file or on stdin.`);
  const value = parseJson(text);
  if (value.ok) return value.value;
  throw new UsageError(`${nameOf(file)} is not JSON: ${value.problem}. Give the JSON of one response.`);
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
