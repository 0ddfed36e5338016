// A built sample server as a separate program, reached by its URL like any other server on the network.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { projectRoot } from './desktop.ts';

interface StartedSample {
  url: string;
  stop(): Promise<void>;
}

export async function startSample(name: string, ...args: string[]): Promise<StartedSample> {
  const module = join(projectRoot, 'dist', 'node', 'samples', name, 'server.js');
  const child = spawn(process.execPath, [module, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const [line] = await once(createInterface(child.stdout), 'line');
  return {
    url: JSON.parse(String(line)).url,
    async stop() {
      child.stdin.end();
      child.kill('SIGTERM');
      await exited;
    },
  };
}
