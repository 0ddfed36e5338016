// Entries of a transcript are left out of what is pasted (shared/paste/read-paste.ts), so there is nothing to take.

import type { takeClientLog as appTakeClientLog, takeSeen as appTakeSeen } from '../../../shared/exchange/take-seen.ts';

export const takeSeen: typeof appTakeSeen = () => undefined;
export const takeClientLog: typeof appTakeClientLog = () => undefined;
