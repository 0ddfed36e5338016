// What clients of the other era meet here. A client of revision 2026-07-28 sends “server/discover” first, which some older servers do not
// survive; an older client sends “initialize”, which a server of the newer era may refuse. Any answer is right: clients then fall back.

import type { ConnectionAttempt } from './connection-attempt.ts';
import { attemptAnswer, exchangeOf } from './connection-attempt.ts';
import type { DoctorEvidence } from './doctor-evidence.ts';
import { type DoctorFinding, elsewhere, fine, warning } from './doctor-finding.ts';
import { exitOf, outputTexts, seconds } from './process-checks.ts';

/** A client that gets no answer waits about this long before it falls back. */
export const fallbackMs = 5_000;

export function readNewer(tried: ConnectionAttempt, evidence: DoctorEvidence): DoctorFinding {
  if (tried.failure === null) return fine('other_era', 'It also speaks revision 2026-07-28.');
  const end = silentEnd(tried);
  if (end === null)
    return fine('other_era', 'It refuses “server/discover”, so newer clients fall back to “initialize”.');
  return warning(
    'other_era',
    `Clients of revision 2026-07-28 send “server/discover” first, and the server ${end}.`,
    evidence.stderrLines(outputTexts(tried, 'err'), 5),
    [
      elsewhere('Answer unknown methods with -32601 before “initialize”.'),
      elsewhere('If the server is not yours, update it, or set its clients to an earlier revision.'),
    ],
  );
}

export function readOlder(tried: ConnectionAttempt, evidence: DoctorEvidence): DoctorFinding {
  if (tried.failure === null) return fine('other_era', 'It also answers “initialize” of earlier revisions.');
  const end = silentEnd(tried);
  return warning(
    'other_era',
    `Clients of earlier revisions cannot connect: they send “initialize”, and the server ${end ?? 'refused it'}.`,
    [evidence.foreign(tried.failure.slice(0, 400)), ...evidence.stderrLines(outputTexts(tried, 'err'), 5)],
    [
      elsewhere('Answer “initialize” too, or use clients of revision 2026-07-28.'),
      ...(end === null ? [] : [elsewhere('Refuse “initialize” with -32022 and the supported versions.')]),
    ],
  );
}

/** How the server ended or kept silent; null if it answered, with a message or over HTTP with any status. */
function silentEnd(tried: ConnectionAttempt): string | null {
  const http = exchangeOf(tried);
  if (attemptAnswer(tried) !== null || typeof http?.status === 'number') return null;
  const exit = exitOf(tried);
  if (exit !== null) return `ended with ${exit}`;
  return http?.error !== undefined && !http.error.startsWith('ABORTED')
    ? 'cut the connection'
    : `did not answer within ${seconds(tried.waitedMs)}`;
}
