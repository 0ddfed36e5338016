// Leaves calls that a client reported in the spool, where the app joins them with the watched wire.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { spoolFolder, spoolName } from '../../../../shared/capture/spool.ts';
import { nameOfClient } from '../../../../shared/clients/clients.ts';
import type { SeenCall } from '../../../../shared/transcripts/parts/seen-call.ts';
import { bounded, seenText } from '../../../../shared/transcripts/seen-text.ts';
import { makeFolders } from '../../../foreign-files/make-folders.ts';
import { SpoolLines } from '../../../spool/spool-lines.ts';

/** One file per client, which its first line names; each line names its server: a source may invent any number of them. Throws the system error. Returns the path of the last file. */
export function keepReports(calls: readonly SeenCall[], data: string): string {
  const groups = new Map<string, SeenCall[]>();
  for (const call of calls) {
    const group = groups.get(call.client);
    if (group) group.push(call);
    else groups.set(call.client, [call]);
  }
  const folder = makeFolders(join(makeFolders(data), spoolFolder));
  let file = '';
  for (const [first, ...others] of groups.values()) {
    if (first === undefined) continue;
    const client = nameOfClient(first.client);
    const lines = new SpoolLines({ server: first.server, client, pid: process.pid, command: [], cwd: '' });
    const texts = [first, ...others].map((call) =>
      lines.event({
        at: call.ended,
        server: call.server,
        epoch: 0,
        lane: 'seen',
        actor: 'client',
        client,
        text: seenText(bounded(call)),
      }),
    );
    file = join(folder, spoolName(lines.startedAt, process.pid, 1));
    const text = [`${lines.head(1)},"hook":true}\n`, ...texts.map(({ text: line }) => line)].join('');
    writeFileSync(file, text, { flag: 'wx', mode: 0o600 });
  }
  return file;
}
