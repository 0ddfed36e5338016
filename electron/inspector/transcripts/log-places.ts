// Logs that clients keep about one server: their paths name the client and the server, their lines do not.

import { sep } from 'node:path';
import { clients } from '../../../shared/clients/clients.ts';
import { logHeader } from '../../../shared/transcripts/recognize.ts';

/** The line that is put before the log, so that its reader knows the server; '' for any other file. The file may have been moved. */
export function headerOfLog(file: string): string {
  for (const { id, logs } of clients)
    for (const { path, named } of logs?.places ?? []) {
      if (named === undefined) continue;
      const patterns = path.slice(named);
      const names = file.split(sep).slice(-patterns.length);
      const server = patterns[0]?.exec(names[0] ?? '')?.[1];
      if (server !== undefined && patterns.every((pattern, level) => pattern.test(names[level] ?? '')))
        return logHeader(id, server);
    }
  return '';
}
