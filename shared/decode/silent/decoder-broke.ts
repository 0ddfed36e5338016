// Shown if the decoder itself throws: the error message, so that the row does not look like a success.

import { compile } from '../../dialects/compile.ts';
import type { Failure } from '../../failure.ts';
import { conclude } from '../finding/conclude.ts';
import { toFinding } from '../finding/finding.ts';
import { emptyReading, located } from '../reading/reading.ts';
import { noTrust } from '../trust/trusted-dialect.ts';
import { short } from '../words/fact-words.ts';
import { claimOf } from './draft.ts';

export function decoderBroke(error: unknown): Failure {
  const words = short(error instanceof Error ? `${error.name}: ${error.message}` : String(error), 200);
  const claim = claimOf('client', {
    class: 'unknown',
    title: 'Not decoded',
    explanation: `Misfire broke while it read this exchange (${words}), so whether the call failed is not known.`,
    fault: 'nobody',
    phrase: { sentence: 'Misfire could not read this exchange', short: 'Not decoded' },
    quote: null,
    severity: 'error',
    remedy: ['Read the raw messages below.', 'Report this to Misfire’s authors, with a capture of this call.'],
    evidence: [{ path: '', value: words, means: 'what Misfire’s own decoder threw', decides: true }],
  });
  const found = located('transport', 'jsonrpc.error', 'local', [], [], false);
  const reading = emptyReading({}, { server: '', receivedAt: 0 }, found);
  const decided = { deciding: claim, wrapper: null, candidates: [] };
  return toFinding(conclude(compile([]), reading, noTrust, [claim], decided), [], [], null);
}
