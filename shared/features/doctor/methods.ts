// Methods of the doctor: why a connection does not work, which era the server speaks, and whether it works in a client.

import { z } from 'zod';
import { method, returns, serverId } from '../../api/method.ts';
import type { DoctorReport, EraFinding } from '../../server/connecting.ts';
import type { ClientVerdict } from './client-check.ts';

export const doctorMethods = {
  /** Detects which era the server speaks, in visible rows, and saves the result. */
  detectEra: method(z.object({ server: serverId }), returns<EraFinding>()),
  /** Finds the first problem that keeps a connection from working. */
  diagnose: method(z.object({ server: serverId }), returns<DoctorReport>()),
  /** Whether it will work in this client: meets it with the client's opening. Runs of one server wait for each other. */
  checkClient: method(z.object({ server: serverId, client: z.string() }), returns<ClientVerdict>()),
  /** Cancels a diagnosis, a detection or the checks for clients. */
  stopDiagnosis: method(z.object({ server: serverId }), returns<null>()),
};
