// A finding with chosen members, for tests of what shows one. Only tests import it.

import { compile } from '../dialects/compile.ts';
import type { Failure } from '../failure.ts';
import { conclude } from './finding/conclude.ts';
import { toFinding } from './finding/finding.ts';
import { type CallFacts, emptyReading, located } from './reading/reading.ts';
import { claimOf } from './silent/draft.ts';
import { noTrust } from './trust/trusted-dialect.ts';

export function findingOf(part: Partial<Failure>, call: CallFacts = {}, server = 'acme'): Failure {
  const { class: failureClass = 'rate_limited', layer = 'tool', carrier = 'result.isError', origin = 'wire' } = part;
  const claim = claimOf('transport', {
    class: failureClass,
    title: part.title ?? '',
    explanation: part.explanation ?? '',
    message: part.message ?? '',
    code: part.code ?? null,
    remedy: [],
    evidence: [],
    ...(part.fault === undefined ? {} : { fault: part.fault }),
  });
  const reading = emptyReading(call, { server, receivedAt: 0 }, located(layer, carrier, origin));
  const decision = conclude(compile([]), reading, noTrust, [claim], {
    deciding: claim,
    wrapper: null,
    candidates: part.candidates ?? [],
  });
  if (part.retry !== undefined) decision.retry = part.retry;
  const { stderr = [], ...rest } = part;
  return { ...toFinding(decision, [], stderr, null), ...rest };
}
