// The first page of the help: three examples, the commands that people need, and the names of the others.

import { type Command, Help } from 'commander';
import { surelyMeant } from '../../../../shared/text/nearest-word.ts';

export const mainExamples = `Find out why a server fails:    misfire doctor -- npx -y some-mcp-server
Call a tool and explain it:     misfire call "npx -y some-mcp-server" TOOL a=b
Record a client's servers:      misfire watch CLIENT/SERVER, then misfire log`;

/** Named in one line below the list. */
const rare = ['report-card', 'mock', 'conformance', 'completion', 'help'];

export const rareLine = `More commands: ${rare.join(', ')}. "misfire help NAME" explains each.`;

/** Names that are not renamed, hidden or internal. */
export const allCommands = (program: Command): Command[] => Help.prototype.visibleCommands.call(new Help(), program);

export const mainCommands = (program: Command): Command[] =>
  allCommands(program).filter((command) => !rare.includes(command.name()));

export function unknownCommand(program: Command, name: string): string {
  const meant = surelyMeant(
    name,
    allCommands(program).map((command) => command.name()),
  );
  return `there is no command '${name}'.${meant === null ? '' : ` Did you mean ${meant}?`}`;
}
