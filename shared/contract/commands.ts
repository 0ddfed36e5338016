// Every command of the window, in the order of the palette and of the shortcuts: those of the core, and one line per feature.

import {
  cardCommands,
  commandsOfCards as coreCallCommands,
  rowCommands,
  type Shortcut,
  travelCommands,
  windowCommands,
} from '../api/commands.ts';
import { asksCommands } from '../features/asks/commands.ts';
import { callCommands } from '../features/call/commands.ts';
import { compareCommands } from '../features/compare/commands.ts';
import { dialectsCommands } from '../features/dialects/commands.ts';
import { doctorCommands } from '../features/doctor/commands.ts';
import { failuresCommands } from '../features/failures/commands.ts';
import { firstRunCommands } from '../features/first-run/commands.ts';
import { fixCommands } from '../features/fix/commands.ts';
import { holdCommands } from '../features/hold/commands.ts';
import { recordingsCommands } from '../features/recordings/commands.ts';
import { rehearseCommands } from '../features/rehearse/commands.ts';
import { replayCommands } from '../features/replay/commands.ts';
import { seenCommands } from '../features/seen/commands.ts';
import { serversCommands } from '../features/servers/commands.ts';
import { settingsCommands } from '../features/settings/commands.ts';
import { tourCommands } from '../features/tour/commands.ts';
import { watchCommands } from '../features/watch/commands.ts';

const all = [
  ...rowCommands,
  ...cardCommands,
  ...replayCommands,
  ...fixCommands,
  ...coreCallCommands,
  ...callCommands,
  ...asksCommands,
  ...doctorCommands,
  ...windowCommands,
  ...failuresCommands,
  ...compareCommands,
  ...rehearseCommands,
  ...holdCommands,
  ...travelCommands,
  ...serversCommands,
  ...watchCommands,
  ...firstRunCommands,
  ...recordingsCommands,
  ...seenCommands,
  ...dialectsCommands,
  ...settingsCommands,
  ...tourCommands,
];

export type Command = (typeof all)[number]['command'];
export type CommandEntry = Shortcut & { readonly command: Command };
export const shortcuts: readonly CommandEntry[] = all;
export const commands: readonly Command[] = all.map(({ command }) => command);
