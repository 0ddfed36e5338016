// The one reader of standard input. It reads the stream: input may come late or slowly, and Ctrl-C works while a command waits for it.
// Reading the descriptor instead fails with EAGAIN on a pipe that does not block, which the program at its other end decides.

import { StringDecoder } from 'node:string_decoder';
import type { CommandIo } from './command-io.ts';
import type { CommandRun } from './command-run.ts';
import { UsageError } from './exit-codes.ts';

/** Part by part, as it comes. */
export async function* stdinParts(stdin: CommandIo['stdin']): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  for await (const part of stdin as AsyncIterable<Buffer>) yield decoder.write(part);
  yield decoder.end();
}

/** For a command: says that it waits for a person, and what is wrong if it cannot be read. */
export async function* inputParts({ io, output }: CommandRun): AsyncGenerator<string> {
  if (io.stdin.isTTY) output.printMessage('Reading what you type or paste. Ctrl-D ends it.');
  try {
    yield* stdinParts(io.stdin);
  } catch (problem) {
    throw new UsageError(`stdin cannot be read: ${(problem as Error).message}.`);
  }
}

const read = new WeakMap<CommandRun, Promise<string>>();

/** All of it, once it has ended. It can be read only once, so every argument `-` of a command gets the same text. */
export function readStdin(run: CommandRun): Promise<string> {
  const before = read.get(run);
  if (before) return before;
  const text = readAll(run);
  read.set(run, text);
  return text;
}

async function readAll(run: CommandRun): Promise<string> {
  let text = '';
  for await (const part of inputParts(run)) text += part;
  return text;
}
