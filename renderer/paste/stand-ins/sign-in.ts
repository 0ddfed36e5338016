// Steps of a sign-in are recorded by Misfire itself. In pasted text a response of such a step is explained like any other.

import type { Failure } from '../../../shared/failure.ts';

export const tellStep = (_http: unknown, read: Failure | null): Failure | null => read;
