// `misfire log`: rows of a session on stdout, oldest first, masked. Also lists the sessions.

import { duration } from '../../../shared/duration.ts';
import { hasFailed } from '../../../shared/filter/facts.ts';
import { Masker } from '../../../shared/mask/masker.ts';
import type { Row } from '../../../shared/timeline.ts';
import type { SessionRecord } from '../../inspector/log/shelf.ts';
import { sessionName } from '../../inspector/sessions/session-name.ts';
import { type ExitCode, exitCodes, UsageError } from './exit-codes.ts';
import { openKept } from './kept-session.ts';
import { printJson, printLine, printMessage } from './output.ts';

export interface LogCommandOptions {
  session?: number;
  sessions: boolean;
  limit?: number;
  json: boolean;
  exitZero: boolean;
  data?: string | undefined;
}

const page = 200;

export async function printLog(filter: string, options: LogCommandOptions): Promise<ExitCode> {
  const kept = await openKept(options.data);
  try {
    if (options.sessions) {
      for (const session of kept.sessions) {
        if (options.json) printJson({ ...session, name: sessionName(session) });
        else printLine(describeSession(session));
      }
      return exitCodes.done;
    }
    const { log } = kept.open(options.session);
    const view = await log.views.open(filter);
    if (view && 'problem' in view) throw new UsageError(view.problem);
    const total = view ? view.places.length : log.counters.rows;
    const masker = new Masker();
    let failures = 0;
    for (let from = Math.max(0, total - (options.limit ?? total)); from < total; from += page) {
      const rows = view
        ? log.store.rowsAt(view.places.slice(from, from + page))
        : log.store.rowsFrom(from, Math.min(page, total - from));
      for (const row of rows) {
        if (hasFailed(row)) failures += 1;
        const server = log.serverName(row.server);
        if (options.json) printJson({ ...masker.value(row), server });
        else printLine(masker.mask(describeRow(row, server)));
      }
    }
    const hidden = log.counters.rows - total;
    if (!options.json) {
      printMessage(
        `${total} row${total === 1 ? '' : 's'}, ${failures} failed${hidden > 0 ? `, ${hidden} hidden by the filter` : ''}.`,
      );
    }
    return failures > 0 && !options.exitZero ? exitCodes.failuresFound : exitCodes.done;
  } finally {
    kept.close();
  }
}

function describeRow(row: Row, server: string): string {
  const call = [row.method ?? row.kind, row.target, row.args].filter(Boolean).join(' ');
  const times = row.times > 1 ? `× ${row.times.toLocaleString('en')}` : '';
  const said = [times, row.headline, row.code, row.detail].filter(Boolean).join(' · ');
  const took = row.latencyMs === null ? '' : `  ${duration(row.latencyMs)}`;
  return `${new Date(row.at).toISOString().slice(11, 23)}  ${hasFailed(row) ? '✗' : ' '} ${server}  ${call}  ${said}${took}`;
}

function describeSession(session: SessionRecord): string {
  const { id, kind, rows, failures, bytes } = session;
  return `${String(id).padStart(4)}  ${sessionName(session)}  ${kind}  ${rows} rows, ${failures} failed  ${Math.round(bytes / 1000)} kB`;
}
