// How a server is reached: what a person configures and the app saves. Validated wherever it comes from outside.

import { z } from 'zod';
import { ownProvocationSchema } from './compare/types.ts';

const commandSchema = z.object({
  command: z.string().min(1, 'The command is empty.'),
  args: z.array(z.string()).default([]),
  env: z.record(z.string(), z.string()).default({}),
  cwd: z.string().optional(),
});

export const transportSchema = z.discriminatedUnion('kind', [
  commandSchema.extend({ kind: z.literal('stdio') }),
  z.object({
    kind: z.literal('http'),
    url: z.url({ protocol: /^https?$/, error: 'The address must start with http:// or https://.' }),
    headers: z.record(z.string(), z.string()).default({}),
  }),
  /** A command that serves HTTP: it is started first and prints its address as `{"url":"…"}` on its first line of stdout. */
  commandSchema.extend({ kind: z.literal('http-command'), headers: z.record(z.string(), z.string()).default({}) }),
]);
export type TransportConfig = z.infer<typeof transportSchema>;

export const serverConfigSchema = z.object({
  name: z.string().min(1, 'The server needs a name.').max(200),
  transport: transportSchema,
  /** Milliseconds until Misfire stops waiting for an answer. */
  callTimeoutMs: z.number().int().min(100).max(2_147_483_647).default(60_000),
  /** Which of the sample servers this is, if it is one. */
  sample: z.string().optional(),
  /** A dialect chosen by a person; otherwise it is recognised from the traffic. */
  dialect: z.string().optional(),
  /** Stores the values of credential headers too, which are otherwise never written down. They are masked wherever shown. */
  keepCredentials: z.boolean().optional(),
  /** Failures that the server's documentation promises, to be compared with those of others. */
  provocations: z.array(ownProvocationSchema).max(200).optional(),
});
export type ServerConfig = z.infer<typeof serverConfigSchema>;
