// A command that serves HTTP and prints `{"url":…}` first, as the samples do: started, and ended with everything it started.

import { member, parseJson } from '../../../../shared/json/json.ts';
import { ServerProcess } from '../../../transports/server-process.ts';
import type { SpawnedCommand } from '../../../transports/spawn-failure.ts';
import type { RunningServer } from './stdio-gateway.ts';

const addressWaitMs = 30_000;

/** Rejects with a sentence. */
export async function startServing(command: SpawnedCommand, onErrors: (line: string) => void): Promise<RunningServer> {
  let process: ServerProcess | null = null;
  const url = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The command printed no address within 30 s.')), addressWaitMs);
    timer.unref();
    process = new ServerProcess({
      onOutput: (lines) => {
        for (const { text } of lines) {
          const parsed = parseJson(text);
          const address = parsed.ok ? member(parsed.value, 'url') : undefined;
          if (typeof address === 'string') resolve(address);
        }
      },
      onErrors: (lines) => {
        for (const { text } of lines) onErrors(text);
      },
      onEnded: () => reject(new Error('The command ended before it printed its address.')),
      onInputClosed: () => {},
    });
    void Promise.resolve(process.start(command)).then((started) => {
      if (!started.ok) reject(new Error(started.reason));
    });
  }).catch(async (problem: Error) => {
    await process?.stop();
    throw problem;
  });
  return { url, close: async () => process?.stop() };
}
