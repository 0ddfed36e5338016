// What each command takes that reads a recording: which one, which of its rows, and what is masked. The words are the same everywhere.

import type { Command } from 'commander';
import type { CommandRun } from '../terminal/command-run.ts';
import type { Masking } from '../terminal/output.ts';
import { gather, readRecording, type WantedRecording } from './command-options.ts';

export interface RecordingFlags extends Masking {
  recording?: WantedRecording;
  filter: string;
}

export const addFilterOptions = (command: Command, run: CommandRun): Command =>
  addMaskOptions(
    command.option('--filter <filter>', 'only what matches this filter; see "misfire help filters"', ''),
    run,
  );

/** For commands that take files too. */
export const addRecordingOptions = (command: Command, run: CommandRun): Command =>
  addFilterOptions(
    command.option(
      '--recording [recording]',
      'read this recording instead: its number, a file or -; default: the newest',
      readRecording,
    ),
    run,
  );

/** For commands whose arguments are the filter: after a bare --recording they would be its name. */
export const addLogOptions = (command: Command, run: CommandRun): Command =>
  addFilterOptions(
    command.option(
      '--recording <recording>',
      'read this recording: its number, a file or -; default: the newest',
      readRecording,
    ),
    run,
  );

function addMaskOptions(command: Command, run: CommandRun): Command {
  return command
    .option('--mask <regex>', 'also mask values matching this regex; repeatable', gather, [])
    .option('--keep <kind>', 'do not mask this kind of secret; repeatable', gather, [])
    .option('--unmasked', 'do not mask secrets', false)
    .hook('preAction', () => run.output.setMasking(command.opts<Masking>()));
}

/** Arguments and --filter, both of which must hold. */
export const wholeFilter = (words: readonly string[], filter: string): string =>
  words.length > 0 && filter.trim() !== '' ? `(${words.join(' ')}) (${filter})` : `${words.join(' ')}${filter}`;
