// The app's end of the connections to programs between clients and servers. Owns the file that tells them that messages may be held, and
// the proof that they may. What is held, and for how long, is hold-service.ts's.

import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import {
  type ActiveHold,
  type FromApp,
  type FromProgram,
  type HeldMessage,
  longestHeld,
  readActiveHold,
} from '../../../shared/features/hold/channel.ts';
import type { GoneReason } from '../../../shared/features/hold/held.ts';
import { fromProgramSchema } from '../../../shared/features/hold/hold-schemas.ts';
import type { HoldRule } from '../../../shared/features/hold/rules.ts';
import { activeFile, activeOwner, rehearseFolder } from '../../../shared/features/rehearse/active.ts';
import { longestPlanFile } from '../../../shared/features/rehearse/plan-files.ts';
import { parseJson } from '../../../shared/json/json.ts';
import { readForeignTextIfThere } from '../../foreign-files/foreign-file.ts';
import { isRunning } from '../../foreign-files/named-process.ts';
import { makeFolder, replaceFile } from '../../inspector/saved/shared-file.ts';
import { isProof, proofOf } from './running/hold-link.ts';

/** A message, escaped, and what is said of it. */
const longestLine = 8 * longestHeld;
/** Programs that have not proven anything yet. */
const mostUnproven = 64;

/** A program that has proven that it reads the same data folder. */
export interface Program {
  readonly server: string;
  readonly client: string | null;
  say(message: FromApp): void;
}

interface HubEvents {
  rulesFor: (program: Program) => HoldRule[];
  onHeld: (program: Program, message: HeldMessage) => void;
  /** It went on without a decision. */
  onGone: (program: Program, held: number, why: GoneReason) => void;
  onLost: (program: Program) => void;
}

export class HoldHub {
  readonly #dataDir: string;
  readonly #events: HubEvents;
  readonly #key = randomBytes(32).toString('base64url');
  readonly #programs = new Set<ProgramEnd>();
  #server: Server | null = null;

  constructor(dataDir: string, events: HubEvents) {
    this.#dataDir = dataDir;
    this.#events = events;
  }

  get #file(): string {
    return join(this.#dataDir, rehearseFolder, activeFile);
  }

  /** The programs notice it with the next message of their clients. Rejects with a sentence. */
  async open(): Promise<void> {
    if (this.#server) return;
    const written = this.#written();
    // What a Misfire that was killed has left means nothing.
    if (written !== null && isRunning(activeOwner(written) ?? process.pid))
      throw new Error('A rehearsal is on, or another Misfire holds messages. Stop it first.');
    const server = createServer((socket) => this.#accept(socket));
    this.#server = server;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(0, '127.0.0.1', resolve);
    });
    const { port } = server.address() as AddressInfo;
    makeFolder(this.#dataDir, rehearseFolder);
    const active: ActiveHold = { pid: process.pid, port, key: this.#key };
    replaceFile(this.#file, JSON.stringify(active));
  }

  /** What is still held passes on. */
  close(): void {
    if (!this.#server) return;
    this.#server.close();
    this.#server = null;
    if (readActiveHold(this.#written() ?? '')?.key === this.#key) rmSync(this.#file, { force: true });
    for (const program of this.#programs) program.end();
    this.#programs.clear();
  }

  tellRules(): void {
    for (const program of this.#programs) if (program.isProven) program.sendRules();
  }

  #written(): string | null {
    return readForeignTextIfThere(this.#file, { maxBytes: longestPlanFile });
  }

  #accept(socket: Socket): void {
    const unproven = [...this.#programs].filter(({ isProven }) => !isProven);
    if (unproven.length >= mostUnproven) {
      socket.destroy();
      return;
    }
    const end = new ProgramEnd(socket, this.#key, this.#events);
    this.#programs.add(end);
    socket.once('close', () => {
      this.#programs.delete(end);
      if (end.isProven) this.#events.onLost(end);
    });
  }
}

class ProgramEnd implements Program {
  readonly #socket: Socket;
  readonly #key: string;
  readonly #events: HubEvents;
  readonly #nonce = randomBytes(24).toString('base64url');
  #parts: string[] = [];
  #length = 0;
  isProven = false;
  server = '';
  client: string | null = null;

  constructor(socket: Socket, key: string, events: HubEvents) {
    this.#socket = socket;
    this.#key = key;
    this.#events = events;
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => this.#take(text));
    // A program that ends takes its messages with it: they have passed.
    socket.on('error', () => socket.destroy());
  }

  say(message: FromApp): void {
    if (!this.#socket.destroyed) this.#socket.write(`${JSON.stringify(message)}\n`);
  }

  sendRules(): void {
    this.say({ say: 'rules', rules: this.#events.rulesFor(this) });
  }

  end(): void {
    this.#socket.destroy();
  }

  #take(text: string): void {
    this.#length += text.length;
    const limit = this.isProven ? longestLine : 4096;
    if (this.#length > limit) {
      this.end();
      return;
    }
    this.#parts.push(text);
    if (!text.includes('\n')) return;
    const lines = this.#parts.join('').split('\n');
    const rest = lines.pop() ?? '';
    this.#parts = [rest];
    this.#length = rest.length;
    for (const line of lines) this.#read(line);
  }

  #read(line: string): void {
    const parsed = parseJson(line);
    const checked = parsed.ok ? fromProgramSchema.safeParse(parsed.value) : null;
    if (!checked?.success) this.end();
    else this.#hear(checked.data);
  }

  #hear(said: FromProgram): void {
    if (said.say === 'hello')
      this.say({ say: 'challenge', proof: proofOf(this.#key, 'app', said.nonce), nonce: this.#nonce });
    else if (said.say === 'prove') this.#check(said);
    else if (!this.isProven) this.end();
    else if (said.say === 'client') {
      this.client = said.name;
      this.sendRules();
    } else if (said.say === 'held') this.#events.onHeld(this, said);
    else this.#events.onGone(this, said.held, said.why);
  }

  #check({ proof, server, client }: Extract<FromProgram, { say: 'prove' }>): void {
    if (this.isProven || !isProof(proof, proofOf(this.#key, 'program', this.#nonce))) {
      this.end();
      return;
    }
    this.isProven = true;
    this.server = server;
    this.client = client;
    this.sendRules();
  }
}
