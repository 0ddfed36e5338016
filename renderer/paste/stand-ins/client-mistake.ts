// Mistakes of a client show in a watched session. The page explains pasted messages, so it only names the mistake.

import type { Account } from '../../../shared/account/account.ts';
import type { ClientMistake } from '../../../shared/account/client-mistake.ts';
import type { Claim } from '../../../shared/decode/claims/claim.ts';
import { claimOf } from '../../../shared/decode/silent/draft.ts';

export function mistakeClaim(account: Account, { kind }: ClientMistake): Claim {
  const sentence = `${account.client ?? 'The client'} made a mistake: ${kind.replaceAll('_', ' ')}`;
  return claimOf('client', {
    class: 'invalid_request',
    title: 'Client mistake',
    codeName: kind,
    explanation: `${sentence}.`,
    phrase: { sentence, short: 'Client mistake' },
    quote: null,
    severity: 'warning',
    remedy: ['Open the recording in Misfire.'],
    evidence: [],
    certainty: 'certain',
  });
}
