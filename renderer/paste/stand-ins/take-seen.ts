// Transcript entries are dropped from pasted text (shared/features/paste/read-paste.ts), so there is nothing to do.

import type { takeClientLog as appTakeClientLog, takeSeen as appTakeSeen } from '../../../shared/exchange/take-seen.ts';

export const takeSeen: typeof appTakeSeen = () => undefined;
export const takeClientLog: typeof appTakeClientLog = () => undefined;
