// Variables of the user's login shell. Read with a timeout, as editors do: a shell whose startup files wait for something must not block
// the app.

import { spawn } from 'node:child_process';

const limitMs = 5_000;
const mark = '__misfire_variable__';
const isName = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Those that are set there; null if the shell did not answer in time. */
export async function readLoginVariables(
  names: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  limit = limitMs,
): Promise<Map<string, string> | null> {
  if (process.platform === 'win32') return null;
  const shell = env.SHELL || (process.platform === 'darwin' ? '/bin/zsh' : '/bin/sh');
  const asked = names.filter((name) => isName.test(name));
  // The same syntax in every shell, including fish. A value may have several lines.
  const command = asked.map((name) => `echo ${mark}${name}=; printenv ${name}; echo ${mark}end`).join('; ');
  const said = asked.length === 0 ? null : await run(shell, command, env, limit);
  if (said === null) return null;
  const found = new Map<string, string>();
  for (const name of asked) {
    const start = said.indexOf(`${mark}${name}=\n`);
    const from = start + mark.length + name.length + 2;
    const end = start < 0 ? -1 : said.indexOf(`${mark}end`, from);
    const value = end < 0 ? '' : said.slice(from, end).replace(/\n$/, '');
    if (value !== '') found.set(name, value);
  }
  return found;
}

function run(shell: string, command: string, env: NodeJS.ProcessEnv, limit: number): Promise<string | null> {
  return new Promise((resolve) => {
    // Interactive too: people set variables in .zshrc and .bashrc.
    const child = spawn(shell, ['-ilc', command], {
      // Startup files can detect that there is no terminal, and that Misfire is the caller.
      env: { ...env, TERM: 'dumb', MISFIRE_RESOLVING_PATH: '1' },
      stdio: ['ignore', 'pipe', 'ignore'],
      // In a separate process group: an interactive shell would stop other programs of the terminal.
      detached: true,
    });
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    const end = (result: string | null) => {
      clearTimeout(timer);
      resolve(result);
    };
    const timer = setTimeout(() => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      } catch {
        // It exited on its own just now.
      }
      end(null);
    }, limit);
    child.on('error', () => end(null));
    child.on('close', () => end(said));
  });
}
