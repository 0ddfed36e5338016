// The commands that examine servers and their answers: `probe`, `compare`, `lint`, `seen`, `report-card`, `conformance` and `doctor`. Owns their
// options and help; the work is in the file of each command.

import { type Command, Option } from 'commander';
import { reportFormats } from '../../../../shared/capture/format-names.ts';
import type { FindingFormat } from '../../../../shared/findings/check-finding.ts';
import { type CardFormat, cardFormats } from '../../../../shared/report-card/card-formats.ts';
import { type CommandPlace, eased, exitZero, formatOption, readFormat, serverHelp } from '../common/command-options.ts';
import { addReachingOptions, type ReachingFlags } from '../common/reaching-options.ts';
import type { CompareOptions, ProbeOptions } from './probe-command.ts';
import type { SeenOptions } from './seen-command.ts';

type Flags<Options> = Omit<Options, 'data' | 'reaching' | 'afterDashes'> & ReachingFlags;

interface LintFlags extends ReachingFlags {
  json: boolean;
  format?: FindingFormat;
  exitZero: boolean;
}

interface ConformanceFlags {
  results?: string;
  suite?: string;
  scenario?: string;
  json: boolean;
  format?: FindingFormat;
  exitZero: boolean;
}

interface ReportCardFlags {
  model?: string;
  shown?: string;
  json: boolean;
  format?: CardFormat;
  exitZero: boolean;
}

interface DoctorFlags extends ReachingFlags {
  json: boolean;
  exitZero: boolean;
}

// Written out, since loading the rules of all clients would slow down every command. client-lists.test.ts compares it.
const seenClients = 'claude-code, codex, gemini-cli, opencode, copilot-cli, cline, goose, zed, roo-code';

export function addCheckingCommands({ program, run, data, afterDashes, finish }: CommandPlace): void {
  probeOptions(program.command('probe'))
    .description('send the same harmless mistakes to several servers and print how each one reacts')
    .addOption(formatOption())
    .option('--dry', 'list what would be sent, and what would be skipped and why', false)
    .option('--issues <dir>', 'write a Markdown issue per error that its author could improve')
    .action(async (servers: string[], flags: Flags<ProbeOptions>) => {
      const { probe } = await import('./probe-command.ts');
      const options = { ...flags, ...readFormat(flags), afterDashes, reaching: flags, data: data() };
      finish(eased(await probe(run, servers, options), flags));
    });

  probeOptions(program.command('compare'))
    .description('probe several servers and report where their errors agree and where they differ')
    .addOption(
      new Option('--format <format>', 'report format')
        .choices([...reportFormats, 'junit', 'sarif', 'github'])
        .default('md'),
    )
    .action(async (servers: string[], flags: Flags<CompareOptions>) => {
      const { compare } = await import('./probe-command.ts');
      finish(eased(await compare(run, servers, { ...flags, afterDashes: [], reaching: flags, data: data() }), flags));
    });

  program
    .command('seen')
    .description('print what each client passes to its model from one response, and what is lost')
    .argument('[file]', 'a JSON-RPC response, a tools/call result or an error; default: stdin', '-')
    .option('--client <client>', `only this client: ${seenClients}`)
    .option('--server <name>', "the server's name in the client; some clients repeat it")
    .option('--tool <name>', "the tool's name; some clients repeat it")
    .option('--model <name>', "the model's name; it changes the limits of some clients")
    .option('--output-schema <file>', "a file with the tool's outputSchema; some clients reject results that break it")
    .option('--json', 'print one JSON line per client', false)
    .option('--unmasked', 'do not mask secrets', false)
    .action(async (file: string, options: SeenOptions) => {
      const { seen } = await import('./seen-command.ts');
      finish(seen(run, file, options));
    });

  program
    .command('report-card')
    .description('grade how clients handled the failures in recordings, rule by rule')
    .argument('<file...>', 'recordings; the files of one client are one run, several clients are compared')
    .option('--model <file>', 'what its model asked for and got: JSON lines with tool, askedAt, gotAt, got, isFlagged')
    .option('--shown <file>', 'what the client showed to the person, as text')
    .option('--json', 'print one JSON line per client', false)
    .addOption(new Option('--format <format>', 'output format').choices(cardFormats))
    .option('--exit-zero', 'exit with 0 even if a rule failed', false)
    .action(async (files: string[], flags: ReportCardFlags) => {
      const { gradeFiles } = await import('./report-card-command.ts');
      finish(
        eased(
          await gradeFiles(run, files, { ...flags, format: flags.format ?? (flags.json ? 'json' : undefined) }),
          flags,
        ),
      );
    });

  addReachingOptions(program.command('lint [SERVER...]'))
    .usage('[options] <SERVER...>\n       misfire lint [options] -- COMMAND ARGS...')
    .description('check tools, prompts and resources for names, schemas and addresses that clients reject')
    .option('--json', 'print JSON lines', false)
    .addOption(formatOption())
    .option(...exitZero)
    .addHelpText('after', `\n${serverHelp}`)
    .action(async (servers: string[], flags: LintFlags, command: Command) => {
      needServer(servers, afterDashes, command);
      const { lint } = await import('./lint-command.ts');
      const format = flags.format ?? (flags.json ? 'json' : undefined);
      finish(
        eased(
          await lint(run, servers, { ...(format ? { format } : {}), afterDashes, reaching: flags, data: data() }),
          flags,
        ),
      );
    });

  program
    .command('conformance <URL>')
    .description('run the official conformance suite and show each failed check beside its traffic')
    .option('--results <dir>', 'read the results of an earlier run instead of running the suite')
    .option('--suite <name>', 'active, all or pending')
    .option('--scenario <name>', 'run only this scenario')
    .option('--json', 'print JSON lines', false)
    .addOption(formatOption())
    .option(...exitZero)
    .action(async (url: string, flags: ConformanceFlags) => {
      const { conformance } = await import('./conformance-command.ts');
      const { results, suite, scenario } = flags;
      const format = flags.format ?? (flags.json ? 'json' : undefined);
      const chosen = Object.fromEntries(
        Object.entries({ results, suite, scenario, format }).filter(([, value]) => value !== undefined),
      );
      finish(eased(await conformance(run, url, chosen), flags));
    });

  addReachingOptions(program.command('doctor [SERVER...]'))
    .usage('[options] <SERVER...>\n       misfire doctor [options] -- COMMAND ARGS...')
    .description('find the first problem that keeps a server from working, and how to fix it')
    .option('--json', 'print one JSON line per server', false)
    .option('--exit-zero', 'exit with 0 even if a check fails', false)
    .addHelpText('after', `\n${serverHelp}`)
    .action(async (servers: string[], flags: DoctorFlags, command: Command) => {
      needServer(servers, afterDashes, command);
      const { examine } = await import('./doctor-command.ts');
      finish(
        eased(await examine(run, servers, { json: flags.json, afterDashes, reaching: flags, data: data() }), flags),
      );
    });
}

/** With the hint at the help that any other mistake in the arguments gets. */
function needServer(servers: readonly string[], afterDashes: readonly string[], command: Command): void {
  if (servers.length + afterDashes.length === 0) command.error('error: Name a server, or put its command after --.');
}

function probeOptions(command: Command): Command {
  return addReachingOptions(
    command
      .argument('[server...]', 'an address, a saved name, file.json#name, sample:NAME or a quoted command line')
      .option('--samples', 'use the five sample servers and the failures they document', false)
      .option('--tool <name...>', 'also call these tools, although they look destructive', [])
      .option('--only <id...>', 'send only these, for example unknown-tool or own:rate limited', [])
      .option('--save-baseline <file>', 'save the observed error contract to this file')
      .option('--baseline <file>', 'exit with 1 if the error contract differs from this file')
      .option('--json', 'print JSON lines', false)
      .option(...exitZero),
  );
}
