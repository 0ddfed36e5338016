// The commands, their options and their help. Each command's work is in a file of its own, loaded when it is asked for:
// help, versions and mistakes in the arguments must not wait for a decoder or a database.

import { Command, CommanderError, Help, Option } from 'commander';
import { ForeignFileError } from '../../foreign-files/foreign-file.ts';
import { GivenFileError } from '../../foreign-files/given-file.ts';
import { appVersion } from '../../inspector/paths/app-paths.ts';
import type { TelemetryFlags } from '../../telemetry/settings.ts';
import { NoHomeError } from '../data-folder.ts';
import { commandsInOrder } from './commands-in-order.ts';
import {
  addCollectorOptions,
  addReportOption,
  type CommandPlace,
  exitZero,
  formatOption,
  readFormat,
  readPort,
} from './common/command-options.ts';
import { addRecordingOptions } from './common/recording-options.ts';
import { withCurrentName } from './former-names.ts';
import { mainCommands, mainExamples, unknownCommand } from './help/main-help.ts';
import type { DecodeCommandOptions } from './records/decode-command.ts';
import type { CommandIo, TerminalStream } from './terminal/command-io.ts';
import { CommandRun } from './terminal/command-run.ts';
import { type ExitCode, exitCodes, UsageError } from './terminal/exit-codes.ts';
import { type ColorChoice, colorChoices } from './terminal/terminal.ts';

/** Runs one command line to its end. Never throws, and leaves nothing behind in the process. */
export function runCommandLine(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  const run = new CommandRun(io);
  return run.end(runProgram(run, args));
}

async function runProgram(run: CommandRun, args: readonly string[]): Promise<ExitCode> {
  const { output } = run;
  let exitCode: ExitCode = exitCodes.done;
  const { words, afterDashes } = splitAtDashes(withCurrentName(args, output.printMessage));
  const program = createProgram(run, afterDashes, (code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync(words, { from: 'user' });
    return exitCode;
  } catch (problem) {
    // A write that failed was reported where it failed.
    if (problem === run.cutBy) return exitCodes.done;
    if (problem instanceof CommanderError) return problem.exitCode === 0 ? exitCodes.done : exitCodes.badUsage;
    if (problem instanceof UsageError || problem instanceof NoHomeError || problem instanceof GivenFileError)
      output.printMaskedMessage(`misfire: ${problem.message}`);
    else if (problem instanceof ForeignFileError)
      output.printMaskedMessage(`misfire: ${problem.path} cannot be read: ${problem.reason}.`);
    else output.printBug(problem);
    return exitCodes.badUsage;
  }
}

/** Commands that take a command line after `--`, so that it needs no quotes. */
const takeCommand = new Set(['compare', 'doctor', 'lint', 'rehearse']);

/** `wrap` and others read their own `--`. */
function splitAtDashes(args: readonly string[]): { words: string[]; afterDashes: string[] } {
  const at = args.indexOf('--');
  const isTaken = at > 0 && args.slice(0, at).some((word) => takeCommand.has(word));
  return isTaken
    ? { words: args.slice(0, at), afterDashes: args.slice(at + 1) }
    : { words: [...args], afterDashes: [] };
}

function createProgram(run: CommandRun, afterDashes: readonly string[], finish: (code: ExitCode) => void): Command {
  const { io, output } = run;
  const program: Command = new Command('misfire')
    .description('Shows why calls to MCP servers fail.')
    .version(appVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand(false)
    .configureHelp({ optionDescription: describeOption, visibleCommands: mainCommands })
    .addHelpText('before', `${mainExamples}\n`)
    .option('--data <dir>', 'folder for the log and the saved servers (env: MISFIRE_DATA)')
    .addOption(
      new Option('--color <when>', 'color and symbols: auto, always or never (env: NO_COLOR)')
        .choices(colorChoices)
        .default('auto'),
    )
    .hook('preAction', () => {
      output.color = program.opts<{ color: ColorChoice }>().color;
    })
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => output.printMessage(text.trimEnd()),
      getOutHelpWidth: () => helpWidth(io.stdout) as number,
      getErrHelpWidth: () => helpWidth(io.stderr) as number,
      // Our help has no colors.
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .showHelpAfterError('Run "misfire --help" to see what there is.');
  const data = () => program.opts<{ data?: string }>().data;
  const place: CommandPlace = { program, run, data, afterDashes, finish };

  browserOptions(program.command('start', { isDefault: true, hidden: true }))
    .description('open the desktop window, or a browser if Electron cannot run')
    // Anything that is not a command ends here.
    .allowExcessArguments()
    .action(async (options: BrowserOptions, command: Command) => {
      const [unknown] = command.args;
      if (unknown !== undefined) program.error(`error: ${unknownCommand(program, unknown)}`);
      const wantsBrowser = ['port', 'open', 'json'].some((name) => command.getOptionValueSource(name) === 'cli');
      const { runStart } = await import('./start-command.ts');
      finish(await runStart(run, { ...options, data: data(), wantsBrowser }));
    });

  browserOptions(program.command('serve'))
    .description('serve the app to a browser on this machine')
    .option('--link', 'print a new one-time link to the Misfire that is running, and exit', false)
    .action(async (options: BrowserOptions & { link: boolean }) => {
      if (options.link) {
        const { printLinks } = await import('./records/link-command.ts');
        return finish(printLinks(run, { ...options, data: data() }));
      }
      const { serve } = await import('./serve-command.ts');
      finish(await serve(run, { ...options, data: data() }));
    });

  const decode = program
    .command('decode')
    .description('explain every failure in captures, transcripts of clients or on stdin, with secrets masked')
    .argument('[file...]', 'captures or transcripts; default: stdin');
  addRecordingOptions(decode, run)
    .option('--json', 'print one JSON line per failure', false)
    .addOption(formatOption())
    .option('--exit-zero', 'exit with 0 even if there are failures', false)
    .option('--dialect <id>', 'read errors with this dialect (what a server’s codes mean), not the detected one')
    .action(async (files: string[], options: DecodeCommandOptions) => {
      const { decodeFiles } = await import('./records/decode-command.ts');
      finish(await decodeFiles(run, files, { ...options, ...readFormat(options), data: data() }));
    });

  for (const addCommands of commandsInOrder) addCommands(place);
  // Scripts pass it to every command; for one that finds no failures it has no effect.
  for (const command of program.commands)
    if (command.name() !== 'wrap' && !command.options.some(({ long }) => long === '--exit-zero'))
      command.addOption(new Option(...(exitZero.slice(0, 2) as [string, string])).default(false).hideHelp());
  for (const command of program.commands) addReportOption(command, run);
  for (const command of program.commands)
    if (command.name() !== 'start')
      command.showHelpAfterError(`Run "misfire ${command.name()} --help" to see what it takes.`);
  return program;
}

/** Omitted for empty defaults: "(default: false)" and "(default: [])" are noise. */
function describeOption(this: Help, option: Option): string {
  const { description, defaultValue } = option;
  const isNothing =
    defaultValue === false || defaultValue === '' || (Array.isArray(defaultValue) && defaultValue.length === 0);
  return isNothing ? description : Help.prototype.optionDescription.call(this, option);
}

const helpWidth = ({ isTTY, columns }: TerminalStream): number | undefined => (isTTY ? columns : undefined);

interface BrowserOptions extends TelemetryFlags {
  port: number;
  open: boolean;
  json: boolean;
}

function browserOptions(command: Command): Command {
  return addCollectorOptions(command)
    .option('--port <number>', 'port on 127.0.0.1; 0 picks a free one', readPort, 0)
    .option('--no-open', 'do not open a browser')
    .option('--json', 'print the address as {"url":…}', false);
}
