// `misfire help`, `misfire completion` and what completion scripts ask: their options. The work is in help-topics.ts, completion-scripts.ts
// and complete-command.ts.

import type { Command } from 'commander';
import { surelyMeant } from '../../../../shared/text/nearest-word.ts';
import { type CommandPlace, rareCommands } from '../common/command-options.ts';
import { exitCodes } from '../terminal/exit-codes.ts';
import { completionScript, shells } from './completion-scripts.ts';
import { topicLines, topics } from './help-topics.ts';
import { allCommands, rareLine } from './main-help.ts';

export function addHelpCommands({ program, run, data, finish }: CommandPlace): void {
  const { io, output } = run;
  const list = Object.entries(topics).map(([name, { about }]) => `  ${name.padEnd(12)} ${about}`);
  program
    .command('help [TOPIC]')
    .helpGroup(rareCommands)
    .description('print the help of a command, or about a topic')
    .addHelpText('after', ['', 'Topics:', ...list].join('\n'))
    .action(async (name: string | undefined, _: unknown, command: Command) => {
      const found = program.commands.find((one) => one.name() === name);
      if (name === undefined) program.outputHelp();
      else if (found) found.outputHelp();
      else {
        const lines = topicLines(name);
        if (lines === null) return command.error(`error: ${unknownWords(name, program)}`);
        await output.startPager();
        for (const line of lines) output.printLine(line);
      }
      finish(exitCodes.done);
    });
  program.addHelpText('after', () =>
    ['', rareLine(program), '', 'Topics, with "misfire help TOPIC":', ...list].join('\n'),
  );

  program
    .command('completion <SHELL>')
    .helpGroup(rareCommands)
    .description(`print a completion script for ${shells.join(', ')}`)
    .addHelpText('after', installHelp)
    .action(async (shell: string, _: unknown, command: Command) => {
      const script = completionScript(shell);
      if (script === null) return command.error(`error: Unknown shell '${shell}'. Known: ${shells.join(', ')}.`);
      io.stdout.write(script);
      finish(exitCodes.done);
    });

  program
    .command('complete', { hidden: true })
    .description('print completions of the words after --')
    .argument('[words...]')
    .option('--new', 'a new word begins after them', false)
    .option('--bash <line>', 'the line up to the cursor, for bash')
    .action(async (words: string[], { new: isNew, bash }: { new: boolean; bash?: string }) => {
      const { complete } = await import('./complete-command.ts');
      if (bash !== undefined) {
        const { readBashLine } = await import('./bash-line.ts');
        const { words: typed, insert } = readBashLine(bash);
        for (const { value } of await complete(run, program, typed.slice(1), data())) output.printLine(insert(value));
        return finish(exitCodes.done);
      }
      for (const { value, about } of await complete(run, program, isNew ? [...words, ''] : words, data()))
        output.printLine(about === '' ? value : `${value}\t${about}`);
      finish(exitCodes.done);
    });
}

function unknownWords(name: string, program: Command): string {
  const known = [...Object.keys(topics), ...allCommands(program).map((command) => command.name())];
  const meant = surelyMeant(name, known);
  return `There is no command or topic '${name}'.${meant === null ? '' : ` Did you mean ${meant}?`}`;
}

const installHelp = `
  bash        misfire completion bash > ~/.local/share/bash-completion/completions/misfire
  zsh         misfire completion zsh > "\${fpath[1]}/_misfire"
  fish        misfire completion fish > ~/.config/fish/completions/misfire.fish
  powershell  misfire completion powershell >> $PROFILE`;
