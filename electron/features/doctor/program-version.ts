// The version of a program that starts servers: node, npx, python and the like. Runs only programs that are known to print it and exit. A
// server's own program is never started for this.

import { execFile } from 'node:child_process';
import { basename } from 'node:path';

const flags: Record<string, string> = {
  ...Object.fromEntries(
    ['node', 'npx', 'npm', 'pnpm', 'yarn', 'bun', 'bunx', 'deno', 'uv', 'uvx', 'python', 'python3', 'pipx'].map(
      (name) => [name, '--version'],
    ),
  ),
  ...Object.fromEntries(['docker', 'podman', 'dotnet', 'java', 'ruby', 'php'].map((name) => [name, '--version'])),
  go: 'version',
};
const patienceMs = 3_000;

/** null: not a known program, or it printed no version. */
export function versionOfProgram(file: string, env: NodeJS.ProcessEnv): Promise<string | null> {
  const name = basename(file)
    .toLowerCase()
    .replace(/\.(?:exe|cmd|bat)$/, '')
    .replace(/^python3\.\d+$/, 'python3');
  const flag = Object.hasOwn(flags, name) ? flags[name] : undefined;
  // Windows scripts need a shell, which would interpret more than a flag.
  if (flag === undefined || /\.(?:cmd|bat)$/i.test(file)) return Promise.resolve(null);
  return new Promise((resolve) => {
    execFile(file, [flag], { env, timeout: patienceMs, maxBuffer: 100_000, windowsHide: true }, (_, stdout, stderr) => {
      const [line = ''] = `${stdout}\n${stderr}`.trim().split('\n');
      const found = /\d{1,6}(?:\.\d{1,6}){1,4}[\w.+-]{0,40}/.exec(line)?.[0];
      resolve(found === undefined ? null : found.slice(0, 40));
    });
  });
}
