// A failure that the user adds to a server, to provoke it in a comparison.

import { z } from 'zod';

/** A failure that a server's own documentation promises, as a call and a name. Saved with the server. */
export const ownProvocationSchema = z.object({
  name: z.string().trim().min(1, 'The provocation needs a name.').max(80),
  method: z.string().min(1, 'The method is empty.').max(500),
  /** JSON text, sent unchanged; '' sends none. */
  params: z.string().max(1_000_000),
});
export type OwnProvocation = z.infer<typeof ownProvocationSchema>;
