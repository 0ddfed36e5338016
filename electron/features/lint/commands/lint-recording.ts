// `misfire lint FILE`: the rules of the protocol that a recording breaks, by side, with its lines. Nothing is sent.

import { readCapture } from '../../../../shared/capture/capture.ts';
import { count } from '../../../../shared/exchange/clip.ts';
import { checkRecording, type RuleBreak } from '../../../../shared/features/lint/check-recording.ts';
import type { Case, Finding } from '../../../../shared/findings/check-finding.ts';
import { AnyReader } from '../../../../shared/formats/read-any.ts';
import { visibleName } from '../../../../shared/text/visible-text.ts';
import type { WireEvent } from '../../../../shared/wire.ts';
import { methodAndTarget } from '../../../hosts/cli/common/command-findings.ts';
import { readRecording, type WantedRecording } from '../../../hosts/cli/common/command-options.ts';
import { placeInFile } from '../../../hosts/cli/common/finding-place.ts';
import { nameOf, readInput } from '../../../hosts/cli/common/read-file.ts';
import { passing, recordingText } from '../../../hosts/cli/records/recording-text.ts';
import { tellProblems } from '../../../hosts/cli/records/tell-problems.ts';
import type { CommandRun } from '../../../hosts/cli/terminal/command-run.ts';
import { UsageError } from '../../../hosts/cli/terminal/exit-codes.ts';
import { bold, dim, red, yellow } from '../../../hosts/cli/terminal/styled.ts';

export interface LintedRecording {
  name: string;
  messages: number;
  findings: Finding[];
  case: Case;
}

export async function lintRecording(
  run: CommandRun,
  reference: WantedRecording,
  { filter, data }: { filter: string; data: string | undefined },
): Promise<LintedRecording> {
  const { name, entries } = await entriesOf(run, reference, data);
  const { messages, broken: all } = checkRecording(entries);
  // Rules are checked with all of the recording as their context; the filter only chooses what is listed.
  const passed = new Set((await passing(entries, filter)).map(({ line }) => line));
  const broken = all.filter(({ rows }) => rows.some(({ line }) => passed.has(line)));
  if (messages === 0)
    throw new UsageError(
      `${name} contains no messages between a client and a server. Record them with misfire wrap or misfire proxy.`,
    );
  const file = typeof reference === 'string' ? nameOf(reference) : name;
  return {
    name,
    messages,
    findings: broken.map((one) => findingOf(one, file, run.io.folder)),
    case: {
      server: name,
      name: 'protocol',
      outcome: broken.length > 0 ? 'failed' : 'passed',
      message: broken.length === 0 ? '' : `${count(broken.length, 'broken rule')}`,
      detail: broken.map((one) => `${sentenceOf(one)} (${linesOf(one)})`).join('\n'),
      ms: null,
    },
  };
}

async function entriesOf(
  run: CommandRun,
  reference: WantedRecording,
  data: string | undefined,
): Promise<{ name: string; entries: { line: number; event: WireEvent }[] }> {
  const wanted = typeof reference === 'string' ? readRecording(reference) : reference;
  const { name, text } =
    typeof wanted === 'string'
      ? { name: nameOf(wanted), text: await readInput(run, wanted) }
      : await recordingText(run, wanted, data);
  if (text.trim() === '') throw new UsageError(`${name} is empty.`);
  const reader = new AnyReader();
  const events = [...reader.read(text), ...reader.finish()];
  if (events.length === 0) throw new UsageError(`${name} contains nothing that Misfire can read.`);
  tellProblems(run, name, reader.problems);
  // Only captures have one event per line.
  const isLines = reader.format === 'capture' || reader.format === 'messages';
  const entries = isLines ? readCapture(text).entries : events.map((event, at) => ({ line: at + 1, event }));
  return { name, entries };
}

const sideOf = ({ side, server, client }: RuleBreak): string =>
  side === 'server' ? visibleName(server) : client === null ? 'The client' : visibleName(client);

function sentenceOf(one: RuleBreak): string {
  const { how, count: all, rows } = one;
  const isSame = rows.every((row) => row.how === how);
  const again = isSame ? `, ${all} times` : `, and broke the same rule ${count(all - 1, 'more time')}`;
  return `${sideOf(one)} ${how}${all > 1 ? again : ''}.`;
}

const mostLines = 5;
function linesOf({ rows, count: all }: RuleBreak): string {
  const lines = [...new Set(rows.map(({ line }) => line))];
  const shown = lines.slice(0, mostLines).join(', ');
  const rest = all > mostLines && lines.length > mostLines ? ' and more' : '';
  return `${lines.length === 1 ? 'line' : 'lines'} ${shown}${rest}`;
}

function findingOf(one: RuleBreak, file: string, folder: string): Finding {
  const { rule, isAdvice, fix, side, server, client, clause, address, rows } = one;
  const [first] = rows;
  return {
    rule,
    level: isAdvice ? 'warning' : 'error',
    message: sentenceOf(one),
    fix,
    clause,
    address,
    side,
    ...(client === null ? {} : { client }),
    server: visibleName(server),
    about: methodAndTarget({ method: first?.method || null, target: first?.target ?? null }) || 'message',
    count: one.count,
    lines: rows.map(({ line }) => line),
    at: placeInFile(file, first?.line ?? 1, folder),
  };
}

export function tellRecording({ output }: CommandRun, { name, findings }: LintedRecording, isOneOfMany: boolean): void {
  for (const side of ['server', 'client'] as const) {
    const own = findings.filter((finding) => finding.side === side);
    if (own.length > 0) output.printMaskedStyled([bold(`${isOneOfMany ? `${name}: ` : ''}${side}`)]);
    for (const { level, message, fix, clause, address, rule, lines = [], count: all = 1 } of own) {
      const isError = level === 'error';
      const more = all > mostLines ? ' …' : '';
      const at = `line ${[...new Set(lines)].slice(0, mostLines).join(', ')}${more}`;
      output.printMaskedStyled([(isError ? red : yellow)(isError ? '✗' : '!'), ' ', dim(at), `  ${message}`]);
      output.printMaskedStyled([`    ${fix}  `, dim(`(${rule})`)]);
      output.printMaskedStyled([dim(`    ${clause} ${address}`)]);
    }
  }
}

export function lintSummary({ name, messages, findings }: LintedRecording): string {
  const of = (side: Finding['side']) => findings.filter((finding) => finding.side === side).length;
  const words = (['server', 'client'] as const)
    .filter((side) => of(side) > 0)
    .map((side) => `${count(of(side), 'rule')} broken by the ${side}`);
  return `${name}: ${count(messages, 'message')}, ${words.length === 0 ? 'no rule broken' : words.join(', ')}.`;
}
