// The app as one of its own small programs: on a machine without Node the samples and the watching program run on Electron's own,
// in a process that is nothing else. Only programs of this package: whatever file was named, another one is never run.

import { Socket } from 'node:net';
import { pathToFileURL } from 'node:url';
import { app } from 'electron';
import { sampleModule, sampleSwitch, watchRuntime } from '../inspector/app-paths.ts';

/** The sample that this process is to be; null: it is the desktop app. */
export function wantedSample(args: readonly string[]): string | null {
  const given = args.find((one) => one.startsWith(sampleSwitch))?.slice(sampleSwitch.length);
  // One of ours: the name of a folder beside the others.
  return given !== undefined && /^[a-z0-9-]+\/server$/.test(given) ? given : null;
}

/** An entry in a client's settings asks the app to be Node for the watching program, which the package cannot be. */
export function wantsWatcher(args: readonly string[], env: NodeJS.ProcessEnv): boolean {
  return env.ELECTRON_RUN_AS_NODE === '1' && (args[1] ?? '').endsWith('wrap.cjs');
}

export const runSample = (entry: string): void => run(sampleModule(entry));
export const runWatcher = (): void => run(watchRuntime().program);

function run(module: string): void {
  app.disableHardwareAcceleration();
  app.dock?.hide();
  // On Windows Electron gives its main process an empty input; the pipe is there all the same.
  if (process.platform === 'win32') Object.defineProperty(process, 'stdin', { value: new Socket({ fd: 0 }) });
  import(pathToFileURL(module).href).catch((problem) => {
    console.error(problem);
    process.exit(1);
  });
}
