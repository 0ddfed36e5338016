// The PATH of the person's login shell. Started from a dock or a menu, an app gets a bare one, and `npx` or `uvx` are not found.
// Asked once, with a limit, as editors do: a shell whose start-up files wait for something must not keep the window from opening.

import { spawn } from 'node:child_process';
import { delimiter } from 'node:path';

const limitMs = 5_000;
const mark = '__misfire_path__';

/** The shell's PATH with what was there before after it; null: it could not be learnt in time. */
export async function readLoginPath(env: NodeJS.ProcessEnv, limit = limitMs): Promise<string | null> {
  if (process.platform === 'win32') return null;
  const shell = env.SHELL || (process.platform === 'darwin' ? '/bin/zsh' : '/bin/sh');
  const said = await run(shell, env, limit);
  const path = said === null ? undefined : new RegExp(`${mark}PATH=(.*)`).exec(said)?.[1];
  if (!path) return null;
  const before = (env.PATH ?? '').split(delimiter);
  const asked = path.split(delimiter);
  return [...new Set([...asked, ...before])].filter(Boolean).join(delimiter);
}

function run(shell: string, env: NodeJS.ProcessEnv, limit: number): Promise<string | null> {
  return new Promise((resolve) => {
    // Interactive too: people set PATH in .zshrc and .bashrc. `env` prints it alike in every shell, fish included.
    const child = spawn(shell, ['-ilc', `env | sed -n 's/^PATH=/${mark}PATH=/p'`], {
      // Start-up files can see that nobody sits there, and that we asked.
      env: { ...env, TERM: 'dumb', MISFIRE_RESOLVING_PATH: '1' },
      stdio: ['ignore', 'pipe', 'ignore'],
      // A group of its own: an interactive shell would stop a terminal's other programs.
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
        // It ended by itself just now.
      }
      end(null);
    }, limit);
    child.on('error', () => end(null));
    child.on('close', () => end(said));
  });
}
