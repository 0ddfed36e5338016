// Runs one client against a server of one manner, and returns what the server saw and what the client offered to its model.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Question } from './manners.ts';
import type { RealClient } from './real-client.ts';
import { runScript, serverName } from './run-client.ts';
import type { OfferedTool } from './scripted-model.ts';

export interface WireEntry {
  at: number;
  pid: number;
  event?: string;
  env?: Record<string, string>;
  from?: 'client' | 'server';
  line?: string;
  headers?: Record<string, string>;
}

export interface Measurement {
  question: string;
  wire: WireEntry[];
  offered: OfferedTool[];
  answered: boolean;
  exit: string | number;
  printed: string;
}

export async function measure(
  client: RealClient,
  place: { folder: string; program: string },
  { id, manner, waitS = 8, env }: Question,
): Promise<Measurement> {
  const dir = mkdtempSync(join(tmpdir(), 'misfire-opening-'));
  const wire = join(dir, 'wire.jsonl');
  try {
    const { calls, offered, printed, exit } = await runScript(client, place, {
      server: {
        name: serverName,
        command: process.execPath,
        args: [join(import.meta.dirname, 'mannered-server.ts')],
        env: { MANNER: JSON.stringify(manner), WIRE: wire },
      },
      script: [{ tool: 'ok', args: {} }],
      ...(env ? { env } : {}),
      waits: Math.ceil(waitS / 2),
    });
    return { question: id, wire: read(wire), offered, answered: calls[0]?.answered !== undefined, exit, printed };
  } finally {
    rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
  }
}

function read(file: string): WireEntry[] {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as WireEntry);
  } catch {
    return []; // the client never started the server
  }
}
