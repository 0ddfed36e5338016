// Shown if the decoder itself throws: the error message, so that the row does not look like a success.

import type { Failure } from '../../failure.ts';
import { place } from '../facts/located.ts';
import { toFinding } from '../finding/finding.ts';
import { short } from '../words/fact-words.ts';
import { finish } from './draft.ts';

export function decoderBroke(error: unknown): Failure {
  const words = short(error instanceof Error ? `${error.name}: ${error.message}` : String(error), 200);
  const broken = finish(
    {
      class: 'unknown',
      title: 'Not decoded',
      explanation: `Misfire broke while it read this exchange (${words}), so whether the call failed is not known.`,
      fault: 'nobody',
      phrase: { sentence: 'Misfire could not read this exchange', short: 'Not decoded' },
      quote: null,
      severity: 'error',
      remedy: ['Read the raw messages below.', 'Report this to Misfire’s authors, with a capture of this call.'],
      evidence: [{ path: '', value: words, means: 'what Misfire’s own decoder threw', decides: true }],
    },
    {},
    place('transport', 'jsonrpc.error', 'local', [], [], false),
  );
  return toFinding(broken, {}, { server: '', receivedAt: 0 });
}
