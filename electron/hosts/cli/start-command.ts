// `misfire` without a command: the desktop window where Electron can run, otherwise the browser door, with one line that says why.

import { spawn } from 'node:child_process';
import { appRoot } from '../../inspector/paths/app-paths.ts';
import { obtainElectron } from './common/electron-binary.ts';
import { hasDesktop } from './common/open-browser.ts';
import { mainExamples } from './help/main-help.ts';
import { type ServeOptions, serve } from './serve-command.ts';
import type { CommandRun } from './terminal/command-run.ts';
import { type ExitCode, exitCodes } from './terminal/exit-codes.ts';

export interface StartOptions extends ServeOptions {
  /** An option was given that only the browser door has. */
  wantsBrowser: boolean;
}

export async function runStart(run: CommandRun, options: StartOptions): Promise<ExitCode> {
  const { output } = run;
  // The name alone may be a question: which commands are there?
  if (output.terminal.isTerminal && !options.json) output.printMessage(`${mainExamples}\n`);
  const why = whyNoWindow(run, options) ?? (await runDesktop(run, options));
  if (why === null) return exitCodes.done;
  output.printMessage(`${why} Serving to your browser instead.`);
  return serve(run, options);
}

/** What can be known before anything is started or fetched. */
function whyNoWindow({ io }: CommandRun, { wantsBrowser }: StartOptions): string | null {
  if (process.platform === 'linux' && !hasDesktop(io.env)) return 'No desktop window: there is no display.';
  if (process.platform === 'linux' && process.getuid?.() === 0) {
    return 'No desktop window: Electron does not run as root, because that would disable its sandbox.';
  }
  return wantsBrowser ? 'No desktop window: the options ask for a browser.' : null;
}

/** null: the window was opened, and closed by now. */
async function runDesktop({ io, output }: CommandRun, { data, otlp }: StartOptions): Promise<string | null> {
  const electron = await obtainElectron(appRoot(), io.env, output.printMessage);
  if (!electron.ok) return `No desktop window: ${electron.because}.`;
  const { ELECTRON_RUN_AS_NODE: _, ...env } = io.env;
  const child = spawn(electron.path, [appRoot(), ...(data === undefined ? [] : ['--data', data])], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // The samples run on the Node that is running now rather than on Electron's.
    env: {
      MISFIRE_NODE: process.execPath,
      ...env,
      ...(otlp === undefined ? {} : { OTEL_EXPORTER_OTLP_ENDPOINT: otlp }),
    },
  });
  // A terminal sends Ctrl-C to both of us; other senders only to this process.
  const stop = io.watchStops(null);
  void stop.asked.then(() => child.kill('SIGTERM'));
  let opened = false;
  child.on('message', () => {
    opened = true;
  });
  const ending = await new Promise<string>((resolve) => {
    child.on('error', (problem) => resolve(problem.message));
    child.on('exit', (code, signal) => resolve(signal ? `signal ${signal}` : code === 0 ? '' : `exit code ${code}`));
  });
  stop.release();
  // A second start only brings the first window to the front, and ends well.
  if (opened || ending === '') return null;
  return `No desktop window: Electron could not start (${ending}).`;
}
