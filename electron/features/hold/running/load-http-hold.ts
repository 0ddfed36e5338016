// The same as load-hold.ts, for what passes HTTP on.

import type { Parties } from '../../rehearse/running/rehearse-lines.ts';
import { HttpHold } from './held-exchange.ts';
import { loadHold } from './load-hold.ts';

export async function loadHttpHold(file: string, parties: Parties): Promise<HttpHold | null> {
  const hold = await loadHold(file, parties);
  return hold && new HttpHold(hold.link);
}
