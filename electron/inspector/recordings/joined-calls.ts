// How many calls of an imported transcript were joined with watched traffic, and why others were not. The rows say what became of each
// call; what was watched at all is known to wire-beside.ts.

import type { JoinedCalls } from '../../../shared/api/views.ts';
import { nameKey } from '../../../shared/exchange/seen-calls.ts';
import type { Row } from '../../../shared/timeline.ts';
import type { LogStore } from '../log/store/store.ts';
import type { WatchedBeside } from './wire-beside.ts';

const chunk = 1000;

export function joinedCalls(store: LogStore, watched: WatchedBeside): JoinedCalls {
  const reasons = new Map<string, number>();
  const servers = new Set([...watched.servers].map(nameKey));
  const total = store.state()?.rows ?? 0;
  let joined = 0;
  for (let from = 0; from < total; from += chunk)
    for (const row of store.rowsFrom(from, chunk, 'call')) {
      if (row.remarks.includes('joined')) joined += 1;
      else if (row.remarks.includes('transcript')) {
        const why = whyApart(row, servers, watched);
        reasons.set(why, (reasons.get(why) ?? 0) + 1);
      }
    }
  const apart = [...reasons].map(([why, count]) => ({ why, count })).sort((one, other) => other.count - one.count);
  return { joined, apart };
}

function whyApart({ remarks, server }: Row, servers: ReadonlySet<string>, watched: WatchedBeside): string {
  const { others } = watched;
  if (remarks.includes('ambiguous')) return 'matches several watched calls';
  if (remarks.includes('never_sent')) return 'never sent to its server';
  if (servers.has(nameKey(server))) return 'no watched call has this tool and these arguments at that time';
  if (servers.size === 0 && others.size > 0)
    return `what was watched then is of another client: ${[...others].join(', ')}`;
  return servers.size === 0
    ? 'nothing was watched at that time'
    : `no server called ${server} was watched then, only ${[...watched.servers].sort().join(', ')}`;
}
