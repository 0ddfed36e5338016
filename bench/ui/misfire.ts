// Misfire as the measured subject: its built program with a separate data folder, and the page as users open it.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { startProcess } from '../../e2e/app-process.ts';
import { addServer, servers } from '../../e2e/page.ts';
import { burstCommand, type Subject } from './subject.ts';

export interface MisfireSubject extends Subject {
  /** Bytes of memory of the recording process. */
  memory(): number;
  /** The location of its log. */
  data: string;
}

export async function startMisfire(controlPort: number, readMemory: (pid: number) => number): Promise<MisfireSubject> {
  const data = mkdtempSync(join(tmpdir(), 'misfire-bench-ui-'));
  const app = await startProcess({ data });
  const { command, args } = burstCommand(controlPort);
  return {
    name: 'misfire',
    data,
    async open(page) {
      await page.goto(app.url);
      await addServer(page, [command, ...args].map((word) => `"${word}"`).join(' '), 'burst');
      await servers(page)
        .getByRole('button', { name: /^burst,(?:.*,)? connected/ })
        .waitFor({ state: 'attached' });
    },
    list: '#timeline-grid',
    // Counted in the file instead of on the page, because only stored messages matter.
    kept: async () => {
      const file = new DatabaseSync(join(data, 'log.db'), { readOnly: true });
      try {
        const found = file
          .prepare(`SELECT count(*) AS n FROM events WHERE lane = 'in' AND body LIKE '%notifications/message%'`)
          .get();
        return Number(found?.n);
      } finally {
        file.close();
      }
    },
    clickable: '#timeline-grid [data-row]',
    memory: () => readMemory(app.pid ?? 0),
    async stop() {
      await app.stop();
      rmSync(data, { recursive: true, force: true });
    },
  };
}
