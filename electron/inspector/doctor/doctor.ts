// Why a connection does not work: ordered checks that stop at the first break. Owns the order, the words and the fixes.

import { done, refused } from '../../../shared/api.ts';
import type { Ask } from '../answering.ts';

export class Doctor {
  readonly diagnose: Ask<'diagnose'> = async () => refused('refused', 'Not there yet.');
  readonly stopDiagnosis: Ask<'stopDiagnosis'> = async () => done(null);
}
