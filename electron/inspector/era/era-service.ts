// Which era a server speaks, found out on request and in plain sight. Owns the order of questions and what is kept.

import { refused } from '../../../shared/api.ts';
import type { Ask } from '../answering.ts';

export class EraService {
  readonly detectEra: Ask<'detectEra'> = async () => refused('refused', 'Not there yet.');
}
