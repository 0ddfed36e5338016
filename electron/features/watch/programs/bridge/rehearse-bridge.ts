// A rehearsal in the bridge: between the client's lines and the bridge itself. What reaches the server is recorded by the transport,
// so its events are marked here, and the server's own answer gives way to what the client got.

import { idKey } from '../../../../../shared/exchange/canonical.ts';
import type { TransportEvent } from '../../../../transports/transport.ts';
import type { Rehearsal } from '../../../rehearse/running/rehearsal.ts';
import { RehearsedLines } from '../../../rehearse/running/rehearse-lines.ts';
import { type ReadMessage, readLine } from '../lines/message-lines.ts';

export interface BridgeEnds {
  /** A line without its end. */
  toServer: (text: string) => void;
  toClient: (text: string) => void;
  record: (event: TransportEvent) => void;
  end: (reason: string) => void;
}

export class BridgeRehearsal {
  readonly #rehearsal: Rehearsal;
  readonly #lines: RehearsedLines;
  /** What is injected into requests that reach the server, by id. */
  readonly #touched = new Map<string, string>();

  constructor(rehearsal: Rehearsal, ends: BridgeEnds) {
    this.#rehearsal = rehearsal;
    const textOf = (bytes: Buffer) => bytes.toString('utf8').replace(/\n$/, '');
    this.#lines = new RehearsedLines(rehearsal, {
      toServer: (bytes) => ends.toServer(textOf(bytes)),
      toClient: (bytes) => ends.toClient(textOf(bytes)),
      // The bridge records what passes.
      copy: () => {},
      record: (lane, text, injected, at, isInPlace) => {
        if (lane === 'out' && !isInPlace) this.#touched.set(keyIn(text, 'request'), injected);
        else ends.record({ lane, text, at, rehearsed: true, injected });
      },
      end: () => ends.end('The rehearsal ended the connection.'),
    });
  }

  /** Nothing is injected any more, and nothing of it is on its way. */
  get isDone(): boolean {
    return this.#lines.isIdle && !this.#rehearsal.isOn;
  }

  fromClient(text: string): void {
    this.#lines.fromClient(Buffer.from(`${text}\n`));
  }

  fromServer(text: string): void {
    this.#lines.fromServer(Buffer.from(`${text}\n`));
  }

  /** The event with its marks. null: the server's answer, in whose place another one is recorded. */
  marked(event: TransportEvent): TransportEvent | null {
    if (this.#touched.size === 0 || event.rehearsed) return event;
    const injected = this.#touched.get(keyOf(event));
    if (injected === undefined) return event;
    if (event.lane === 'in') return null;
    return { ...event, rehearsed: true, injected };
  }
}

function keyOf(event: TransportEvent): string {
  if (event.lane === 'http') return event.id === undefined ? '' : idKey(event.id);
  if (event.lane === 'out') return keyIn(event.text, 'request');
  return event.lane === 'in' ? keyIn(event.text, 'response') : '';
}

/** '' for other messages: a request of the server may have the same id. */
function keyIn(text: string, kind: ReadMessage['kind']): string {
  const read = readLine(text);
  const [only] = read.ok && !read.isBatch ? read.messages : [];
  return only?.kind === kind ? only.key : '';
}
