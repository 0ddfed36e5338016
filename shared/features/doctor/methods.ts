// Methods of the doctor: why a connection does not work, and which era the server speaks.

import { z } from 'zod';
import { method, returns, serverId } from '../../api/method.ts';
import type { DoctorReport, EraFinding } from '../../server/connecting.ts';

export const doctorMethods = {
  /** Detects which era the server speaks, in visible rows, and saves the result. */
  detectEra: method(z.object({ server: serverId }), returns<EraFinding>()),
  /** Finds the first problem that keeps a connection from working. */
  diagnose: method(z.object({ server: serverId }), returns<DoctorReport>()),
  /** Cancels a diagnosis or detection. */
  stopDiagnosis: method(z.object({ server: serverId }), returns<null>()),
};
