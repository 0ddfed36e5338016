// The commands, their options and their help. Each command's work is in a file of its own.

import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { reportFormats } from '../../../shared/compare/compared.ts';
import { appVersion } from '../../inspector/app-paths.ts';
import { type DecodeOptions, decodeFiles } from './decode.ts';
import { addDoctorCommand } from './doctor.ts';
import { type ExitCode, exitCodes, UsageError } from './exit-codes.ts';
import { addLogCommands, gather } from './log-commands.ts';
import { printBug, printMessage } from './output.ts';
import { type CompareOptions, compare, type ProbeOptions, probe } from './probe.ts';
import { serve } from './serve.ts';
import { start } from './start.ts';
import { addSendingCommands } from './try-again.ts';

/** Runs one command line to its end. Never throws. */
export async function runCommandLine(args: readonly string[]): Promise<ExitCode> {
  let exitCode: ExitCode = exitCodes.done;
  const program = createProgram((code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (problem) {
    if (problem instanceof CommanderError) return problem.exitCode === 0 ? exitCodes.done : exitCodes.badUsage;
    if (problem instanceof UsageError) printMessage(`misfire: ${problem.message}`);
    else printBug(problem);
    return exitCodes.badUsage;
  }
}

function createProgram(finish: (code: ExitCode) => void): Command {
  const program = new Command('misfire')
    .description('Shows why calls to MCP servers fail.')
    .version(appVersion())
    .option('--data <dir>', 'keep the log and the servers in this folder (or set MISFIRE_DATA)')
    .exitOverride()
    .configureOutput({ writeErr: (text) => printMessage(text.trimEnd()) })
    .showHelpAfterError('Run "misfire --help" to see what there is.');
  const data = () => program.opts<{ data?: string }>().data;

  browserOptions(program.command('start', { isDefault: true }))
    .description('open the desktop window, or the browser where there can be none')
    // Whatever is no command comes here.
    .allowExcessArguments()
    .action(async (options: BrowserOptions, command: Command) => {
      const [unknown] = command.args;
      if (unknown !== undefined) program.error(`error: there is no command '${unknown}'`);
      const wantsBrowser = ['port', 'open', 'json'].some((name) => command.getOptionValueSource(name) === 'cli');
      finish(await start({ ...options, data: data(), wantsBrowser }));
    });

  browserOptions(program.command('serve'))
    .description('serve the app to a browser on this machine')
    .action(async (options: BrowserOptions) => finish(await serve({ ...options, data: data() })));

  program
    .command('decode')
    .description('explain every failure in captures, or in what comes on stdin; secrets are masked')
    .argument('[file...]', 'capture files; - or none reads stdin')
    .option('--json', 'print one failure a line as JSON, and nothing else on stdout', false)
    .option('--exit-zero', 'exit with 0 even when there are failures', false)
    .option('--dialect <id>', 'read the errors by this dialect instead of recognising it')
    .option('--mask <regex>', 'hide values that fit this too; may be given again', gather, [])
    .option('--keep <kind>', 'leave this kind of secret in; may be given again', gather, [])
    .option('--unmasked', 'print secrets as they are', false)
    .action((files: string[], options: DecodeOptions) => finish(decodeFiles(files, { ...options, data: data() })));
  addSendingCommands(program, data, finish);
  addDoctorCommand(program, data, finish);

  probeOptions(program.command('probe'))
    .description('send the same harmless mistakes to servers and print what each does with them')
    .option('--dry', 'only list what would be sent, and what not and why', false)
    .action(async (servers: string[], options: ProbeOptions) =>
      finish(await probe(servers, { ...options, data: data() })),
    );

  probeOptions(program.command('compare'))
    .description('probe several servers and report where their errors agree and clash')
    .addOption(new Option('--format <format>', 'of the report').choices(reportFormats).default('md'))
    .action(async (servers: string[], options: CompareOptions) =>
      finish(await compare(servers, { ...options, data: data() })),
    );

  addLogCommands(program, data, finish);

  return program;
}

function probeOptions(command: Command): Command {
  return command
    .argument('[server...]', 'an address, a saved name, file.json#name, or a quoted command line')
    .option('--samples', 'take the five sample servers with the failures they document', false)
    .option('--tool <name...>', 'also use these tools though they look destructive', [])
    .option('--only <id...>', 'send only these, as unknown-tool or own:rate limited', [])
    .option('--save-baseline <file>', 'keep the error contract that was seen')
    .option('--baseline <file>', 'exit with 1 when the error contract is no longer the one kept there')
    .option('--json', 'print JSON lines, and nothing else on stdout', false);
}

interface BrowserOptions {
  port: number;
  open: boolean;
  json: boolean;
}

function browserOptions(command: Command): Command {
  return command
    .option('--port <number>', 'the port on 127.0.0.1; 0 takes any free one', readPort, 0)
    .option('--no-open', 'do not open a browser')
    .option('--json', 'print the address as {"url":…} and nothing else on stdout', false);
}

function readPort(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw new InvalidArgumentError('A port is a number from 0 to 65535.');
  return port;
}
