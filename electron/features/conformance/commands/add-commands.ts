// `misfire conformance`: its options and help.

import type { FindingFormat } from '../../../../shared/findings/check-finding.ts';
import {
  type CommandPlace,
  eased,
  exitZero,
  formatOption,
  rareCommands,
} from '../../../hosts/cli/common/command-options.ts';

interface ConformanceFlags {
  results?: string;
  suite?: string;
  scenario?: string;
  json: boolean;
  format?: FindingFormat;
  exitZero: boolean;
}

export function addConformanceCommands({ program, run, finish }: CommandPlace): void {
  program
    .command('conformance <URL>')
    .helpGroup(rareCommands)
    .description('run the official conformance suite and show each failed check beside its traffic')
    .option('--results <dir>', 'read the results of an earlier run instead of running the suite')
    .option('--suite <name>', 'active, all or pending')
    .option('--scenario <name>', 'run only this scenario')
    .option('--json', 'print JSON lines', false)
    .addOption(formatOption())
    .option(...exitZero)
    .action(async (url: string, flags: ConformanceFlags) => {
      const { conformance } = await import('../../conformance/commands/conformance-command.ts');
      const { results, suite, scenario } = flags;
      const format = flags.format ?? (flags.json ? 'json' : undefined);
      const chosen = Object.fromEntries(
        Object.entries({ results, suite, scenario, format }).filter(([, value]) => value !== undefined),
      );
      finish(eased(await conformance(run, url, chosen), flags));
    });
}
