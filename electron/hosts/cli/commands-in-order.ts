// The commands in the order of the help: those of the core, and one line per feature.

import { addAgentCommands } from '../../features/agents/commands/add-commands.ts';
import { addCompareCommands } from '../../features/compare/commands/add-commands.ts';
import { addConformanceCommands } from '../../features/conformance/commands/add-commands.ts';
import { addDoctorCommands } from '../../features/doctor/commands/add-commands.ts';
import { addLintCommands } from '../../features/lint/commands/add-commands.ts';
import { addMockCommands } from '../../features/mock/commands/add-commands.ts';
import { addRehearseCommands } from '../../features/rehearse/commands/add-commands.ts';
import { addReplayCommands } from '../../features/replay/commands/add-commands.ts';
import { addReportCardCommands } from '../../features/report-card/commands/add-commands.ts';
import { addSeenCommands } from '../../features/seen/commands/add-commands.ts';
import { addTranscriptsCommands } from '../../features/transcripts/commands/add-commands.ts';
import { addWatchCommands } from '../../features/watch/commands/add-commands.ts';
import { addCallCommand } from './calling/add-call-command.ts';
import type { CommandPlace } from './common/command-options.ts';
import { addHelpCommands } from './help/help-commands.ts';
import { addLogCommands } from './records/log-commands.ts';

export const commandsInOrder: readonly ((place: CommandPlace) => void)[] = [
  addCallCommand,
  addReplayCommands,
  addDoctorCommands,
  addCompareCommands,
  addSeenCommands,
  addLintCommands,
  addConformanceCommands,
  addReportCardCommands,
  addLogCommands,
  addTranscriptsCommands,
  addWatchCommands,
  addMockCommands,
  addRehearseCommands,
  addAgentCommands,
  addHelpCommands,
];
