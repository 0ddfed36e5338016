// A wrap that rehearses: its two pipes carry lines instead of chunks, and some of them are touched. stderr passes as ever.

import type { Readable, Writable } from 'node:stream';
import { now } from '../../transports/clock.ts';
import { ByteLines } from '../lines/byte-lines.ts';
import type { LaneCopy } from '../lines/lane-copy.ts';
import type { Rehearsal } from '../rehearse/rehearsal.ts';
import { RehearsedLines } from '../rehearse/rehearse-lines.ts';
import type { SpoolWriter } from '../spool/spool-writer.ts';

export interface RehearsedPipes {
  input: Readable;
  stdin: Writable;
  stdout: Readable;
  output: Writable;
  copies: Record<'in' | 'out', LaneCopy>;
  spool: SpoolWriter;
  endProcess: (injected: string) => void;
}

export function passRehearsed(pipes: RehearsedPipes, rehearsal: Rehearsal): void {
  const { input, stdin, stdout, output, copies, spool } = pipes;
  spool.life('rehearsing', { message: rehearsal.plan.name, plan: rehearsal.plan });
  const lines = new RehearsedLines(rehearsal, {
    toServer: (bytes) => void stdin.write(bytes),
    toClient: (bytes) => void (output.writable && output.write(bytes)),
    copy: (lane, bytes) => copies[lane].take(bytes),
    record: (lane, text, injected) => spool.texts(lane, [{ text, rehearsed: true, injected }], now()),
    end(what, injected) {
      if (what === 'process') {
        pipes.endProcess(injected);
        return;
      }
      const message = 'The rehearsal closed the output.';
      spool.life('closed', { closedBy: 'server', message, rehearsed: true, injected });
      output.end();
    },
  });
  passLines(input, stdin, {
    whole: (bytes) => lines.fromClient(bytes),
    part: (bytes) => copies.out.take(bytes),
  });
  passLines(stdout, output, {
    whole: (bytes) => lines.fromServer(bytes),
    part: (bytes) => copies.in.take(bytes),
  });
}

interface Takers {
  /** A line, which the taker sends on. */
  whole: (bytes: Buffer) => void;
  /** A part of one, which has been sent on. */
  part: (bytes: Buffer) => void;
}

/** As passBytes, but in lines. */
function passLines(from: Readable, to: Writable, { whole, part }: Takers): void {
  const lines = new ByteLines();
  const send = (bytes: Buffer) => {
    if (to.writable) to.write(bytes);
    part(bytes);
  };
  from.on('data', (chunk: Buffer) => {
    for (const { bytes, isWhole } of lines.push(chunk)) {
      if (isWhole) whole(bytes);
      else send(bytes);
    }
    if (!to.writableNeedDrain) return;
    from.pause();
    to.once('drain', () => from.resume());
  });
  const end = () => {
    const rest = lines.rest();
    if (rest.length > 0) send(rest);
    to.end();
  };
  from.on('end', end);
  from.on('error', end);
  to.on('error', () => from.destroy());
  to.on('close', () => from.destroy());
}
