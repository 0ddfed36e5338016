// Methods of the sample servers.

import { z } from 'zod';
import { method, returns } from '../../api/method.ts';

export const samplesMethods = {
  /** Adds and connects the sample servers and makes them fail in instructive ways. */
  trySamples: method(z.object({}), returns<{ servers: string[] }>()),
};
