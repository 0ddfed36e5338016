// The first page of the help: three examples, the commands that people need, and the names of the others.

import { type Command, Help } from 'commander';
import { surelyMeant } from '../../../../shared/text/nearest-word.ts';
import { rareCommands } from '../common/command-options.ts';

export const mainExamples = `Find out why a server fails:    misfire doctor -- npx -y some-mcp-server
Call a tool and explain it:     misfire call "npx -y some-mcp-server" TOOL a=b
Record a client's servers:      misfire watch CLIENT/SERVER, then misfire log`;

/** Names that are not renamed, hidden or internal. */
export const allCommands = (program: Command): Command[] => Help.prototype.visibleCommands.call(new Help(), program);

const isRare = (command: Command): boolean => command.helpGroup() === rareCommands;

export const mainCommands = (program: Command): Command[] => allCommands(program).filter((command) => !isRare(command));

/** Below the list. */
export const rareLine = (program: Command): string =>
  `${rareCommands} ${list(allCommands(program).filter(isRare))}. "misfire help NAME" explains each.`;

const list = (commands: readonly Command[]): string => commands.map((command) => command.name()).join(', ');

export function unknownCommand(program: Command, name: string): string {
  const meant = surelyMeant(
    name,
    allCommands(program).map((command) => command.name()),
  );
  return `there is no command '${name}'.${meant === null ? '' : ` Did you mean ${meant}?`}`;
}
