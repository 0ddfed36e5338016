// The signals that a wrap is sent reach its server, and a server's death by one is the wrap's own. Owns which signals those are and
// what Node does with some signals by default: it ignores SIGPIPE, and opens a debugger at SIGUSR1 unless there is a listener.

import { readFileSync } from 'node:fs';
import { constants } from 'node:os';

/** What a terminal sends to all of a job. */
const toGroup: readonly NodeJS.Signals[] = ['SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGWINCH'];
/** By these a client ends its server. */
const ending: ReadonlySet<NodeJS.Signals> = new Set(['SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGTERM']);
const toServer: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGUSR1', 'SIGUSR2', 'SIGCONT', 'SIGALRM'];

/** A process without a handler for these goes on. */
const harmless: ReadonlySet<NodeJS.Signals> = new Set(['SIGCONT', 'SIGWINCH', 'SIGTSTP']);

export class SignalForwarder {
  #server: number | null = null;
  /** Set when the server has ended. Only a client that does not read keeps the wrap then: a signal ends it. */
  whenOver: (() => void) | null = null;
  /** Called before the server gets a signal that asks it to end. */
  whenEnding: ((signal: NodeJS.Signals) => void) | null = null;

  /** Listens from now on. What comes before there is a server waits for the end of this turn. */
  constructor() {
    for (const signal of toGroup) this.#listen(signal, (server) => send(-server, signal));
    for (const signal of toServer) this.#listen(signal, (server) => send(server, signal));
    this.#listen('SIGTSTP', stop);
  }

  to(server: number): void {
    this.#server = server;
  }

  #listen(signal: NodeJS.Signals, forward: (server: number) => void): void {
    try {
      process.on(signal, () => {
        const isOver = this.whenOver !== null || this.#server === null;
        // What ends no process ends the wrap neither: after a stop, all that the server wrote is still to be delivered.
        if (isOver && harmless.has(signal)) return;
        if (this.whenOver) this.whenOver();
        else if (this.#server === null) dieBySignal(signal);
        else {
          if (ending.has(signal)) this.whenEnding?.(signal);
          forward(this.#server);
        }
      });
    } catch {
      // This system has no such signal.
    }
  }
}

/**
 * The server's group belongs to no terminal, and the system stops no such group by SIGTSTP. So a server that has no handler
 * of its own is stopped outright, and the wrap with it; SIGCONT wakes both.
 */
function stop(server: number): void {
  send(-server, 'SIGTSTP');
  if (handles(server, constants.signals.SIGTSTP)) return;
  send(-server, 'SIGSTOP');
  process.kill(process.pid, 'SIGSTOP');
}

/** Whether it catches or ignores a signal; only Linux says so. */
function handles(pid: number, signal: number): boolean {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1');
    const masks = [...status.matchAll(/^Sig(?:Cgt|Ign):\s*([0-9a-f]+)$/gm)];
    return masks.some(([, mask]) => (BigInt(`0x${mask}`) >> BigInt(signal - 1)) & 1n);
  } catch {
    return false;
  }
}

function send(to: number, signal: NodeJS.Signals): void {
  try {
    process.kill(process.platform === 'win32' ? Math.abs(to) : to, signal);
  } catch {
    // It has just ended.
  }
}

/** The client gets the true end of its server: a signal stays a signal. */
export function dieBySignal(signal: NodeJS.Signals): void {
  try {
    // After its last listener is removed, Node leaves a signal to the system, even if it handled the signal before.
    process.on(signal, () => {});
    process.removeAllListeners(signal);
  } catch {
    // SIGKILL has no listeners.
  }
  try {
    process.kill(process.pid, signal);
  } catch {
    // Not a signal that can be sent here.
  }
  // One that is ignored, or not known on this system.
  setTimeout(() => process.exit(128 + (constants.signals[signal] ?? 0)), 100);
}
