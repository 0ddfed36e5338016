// The commands that examine servers and their answers: `probe`, `compare`, `lint`, `seen`, `conformance` and `doctor`. Owns their
// options and help; the work is in the file of each command.

import { type Command, Option } from 'commander';
import { reportFormats } from '../../../shared/capture/format-names.ts';
import type { FindingFormat } from '../../../shared/findings/finding.ts';
import { clientIds } from '../../../shared/seen/parts/seen.ts';
import { type CommandPlace, eased, exitZero, formatOption, readFormat, serverHelp } from './command-options.ts';
import type { CompareOptions, ProbeOptions } from './probe.ts';
import { addReachingOptions, type ReachingFlags } from './reaching-options.ts';
import type { SeenOptions } from './seen.ts';

type Flags<Options> = Omit<Options, 'data' | 'reaching'> & ReachingFlags;

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

interface DoctorFlags extends ReachingFlags {
  json: boolean;
  exitZero: boolean;
}

export function addCheckingCommands({ program, data, finish }: CommandPlace): void {
  probeOptions(program.command('probe'))
    .description('send the same harmless mistakes to servers and print what each does with them')
    .addOption(formatOption())
    .option('--dry', 'only list what would be sent, and what not and why', false)
    .action(async (servers: string[], flags: Flags<ProbeOptions>) => {
      const { probe } = await import('./probe.ts');
      finish(eased(await probe(servers, { ...flags, ...readFormat(flags), reaching: flags, data: data() }), flags));
    });

  probeOptions(program.command('compare'))
    .description('probe several servers and report where their errors agree and clash')
    .addOption(
      new Option('--format <format>', 'of the report')
        .choices([...reportFormats, 'junit', 'sarif', 'github'])
        .default('md'),
    )
    .action(async (servers: string[], flags: Flags<CompareOptions>) => {
      const { compare } = await import('./probe.ts');
      finish(eased(await compare(servers, { ...flags, reaching: flags, data: data() }), flags));
    });

  program
    .command('seen')
    .description('print what the model of each client gets of one answer, and what is lost on the way')
    .argument('[file]', 'a JSON-RPC response, a result of tools/call or an error; - or none reads stdin', '-')
    .option('--client <client>', `only this client: ${clientIds.join(', ')}`)
    .option('--server <name>', "the server's name in the client, which some clients repeat")
    .option('--tool <name>', "the tool's name, which some clients repeat")
    .option('--model <name>', 'the name of the model, which changes the limits of some clients')
    .option('--output-schema <file>', "a file with the tool's outputSchema: some clients refuse what breaks it")
    .option('--json', 'print one JSON line per client, and nothing else on stdout', false)
    .option('--unmasked', 'print secrets as they are', false)
    .action(async (file: string, options: SeenOptions) => {
      const { seen } = await import('./seen.ts');
      finish(seen(file, options));
    });

  addReachingOptions(program.command('lint <SERVER...>'))
    .description('read what servers offer and tell what clients will stumble over: names, schemas, addresses')
    .option('--json', 'print JSON lines, and nothing else on stdout', false)
    .addOption(formatOption())
    .option(...exitZero)
    .addHelpText('after', `\n${serverHelp}`)
    .action(async (servers: string[], flags: LintFlags) => {
      const { lint } = await import('./lint.ts');
      const format = flags.format ?? (flags.json ? 'json' : undefined);
      finish(eased(await lint(servers, { ...(format ? { format } : {}), reaching: flags, data: data() }), flags));
    });

  program
    .command('conformance <URL>')
    .description('run the official suite against a server and show failed checks beside the traffic that failed them')
    .option('--results <dir>', 'read what an earlier run of the suite left instead of running it')
    .option('--suite <name>', 'active, all or pending')
    .option('--scenario <name>', 'only this one')
    .option('--json', 'print JSON lines, and nothing else on stdout', false)
    .addOption(formatOption())
    .option(...exitZero)
    .action(async (url: string, flags: ConformanceFlags) => {
      const { conformance } = await import('./conformance.ts');
      const { results, suite, scenario } = flags;
      const format = flags.format ?? (flags.json ? 'json' : undefined);
      const chosen = Object.fromEntries(
        Object.entries({ results, suite, scenario, format }).filter(([, value]) => value !== undefined),
      );
      finish(eased(await conformance(url, chosen), flags));
    });

  addReachingOptions(program.command('doctor <SERVER...>'))
    .description('find the first thing that keeps a server from working, and what to do about it')
    .option('--json', 'print one JSON line a server and nothing else on stdout', false)
    .option('--exit-zero', 'exit 0 also when something is broken', false)
    .addHelpText('after', `\n${serverHelp}`)
    .action(async (servers: string[], flags: DoctorFlags) => {
      const { examine } = await import('./doctor.ts');
      finish(eased(await examine(servers, { json: flags.json, reaching: flags, data: data() }), flags));
    });
}

function probeOptions(command: Command): Command {
  return addReachingOptions(
    command
      .argument('[server...]', 'an address, a saved name, file.json#name, sample:NAME or a quoted command line')
      .option('--samples', 'take the five sample servers with the failures they document', false)
      .option('--tool <name...>', 'also use these tools though they look destructive', [])
      .option('--only <id...>', 'send only these, as unknown-tool or own:rate limited', [])
      .option('--save-baseline <file>', 'keep the error contract that was seen')
      .option('--baseline <file>', 'exit with 1 when the error contract is no longer the one kept there')
      .option('--json', 'print JSON lines, and nothing else on stdout', false)
      .option(...exitZero),
  );
}
