// How a server is reached: what a person configures and the app saves. Validated wherever it comes from outside.

import { z } from 'zod';
import { ownProvocationSchema } from '../compare/probing.ts';

const commandSchema = z.object({
  command: z.string().min(1, 'The command is empty.'),
  args: z.array(z.string()).default([]),
  env: z.record(z.string(), z.string()).default({}),
  cwd: z.string().optional(),
});

/** Servers and browsers refuse longer ones. */
export const addressLimit = 16_384;

const plainUrl = z.url({ protocol: /^https?$/ });
/** Parts of it, or all, may be `${NAME}` references, which are filled in when the server is reached. */
const urlSchema = z
  .string()
  .max(addressLimit, `The address is too long: at most ${addressLimit} characters.`)
  .refine((text) => {
    if (text.length > addressLimit) return true;
    const filled = text.replace(/\$\{[^{}]*\}/g, '1');
    return text.startsWith('${') || plainUrl.safeParse(filled).success;
  }, 'The address must start with http:// or https://.');

export const transportSchema = z.discriminatedUnion('kind', [
  commandSchema.extend({ kind: z.literal('stdio') }),
  z.object({
    kind: z.literal('http'),
    url: urlSchema,
    headers: z.record(z.string(), z.string()).default({}),
  }),
  /** HTTP with a separate event stream, as revision 2024-11-05 had it. */
  z.object({
    kind: z.literal('sse'),
    url: urlSchema,
    headers: z.record(z.string(), z.string()).default({}),
  }),
  /** A command that serves HTTP: it is started first and prints its address as `{"url":"…"}` on its first line of stdout. */
  commandSchema.extend({ kind: z.literal('http-command'), headers: z.record(z.string(), z.string()).default({}) }),
]);
export type TransportConfig = z.infer<typeof transportSchema>;

/** `modern`: revision 2026-07-28, without a handshake. `detect`: found out, visibly, at the next connecting, and then kept. */
export const eras = ['legacy', 'modern', 'detect'] as const;

/** How Misfire answers what a server asks of its client. `ask` waits for a person. */
const answerRuleSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ask') }),
  /** JSON text, the same each time. */
  z.object({ kind: z.literal('canned'), result: z.string().max(1_000_000) }),
  z.object({ kind: z.literal('refuse') }),
  /** The capability is not declared at all. */
  z.object({ kind: z.literal('absent') }),
]);
export type AnswerRule = z.infer<typeof answerRuleSchema>;

const clientSideSchema = z.object({
  /** Folders or addresses that the server may work in. */
  roots: z
    .array(z.object({ uri: z.string().max(2000), name: z.string().max(200).optional() }))
    .max(100)
    .default([]),
  sampling: answerRuleSchema.default({ kind: 'ask' }),
  elicitation: answerRuleSchema.default({ kind: 'ask' }),
});
export type ClientSide = z.infer<typeof clientSideSchema>;

const signInSchema = z.object({
  /** A client that was registered by hand; left out, Misfire registers itself. */
  clientId: z.string().max(500).optional(),
  /** Kept with the other secrets, see `secrets`. */
  clientSecret: z.string().max(2000).optional(),
  scope: z.string().max(2000).optional(),
});

export const serverConfigSchema = z.object({
  name: z.string().min(1, 'The server needs a name.').max(200),
  transport: transportSchema,
  /** Milliseconds until Misfire stops waiting for an answer. */
  callTimeoutMs: z.number().int().min(100).max(2_147_483_647).default(60_000),
  /** Milliseconds until Misfire stops waiting for the handshake. Left out: 30 seconds. */
  handshakeTimeoutMs: z.number().int().min(100).max(2_147_483_647).optional(),
  /** Left out: legacy. */
  era: z.enum(eras).optional(),
  /** Which revision to ask for; left out: the newest of the era. */
  revision: z.string().max(40).optional(),
  /** A progress notification starts the time limit of its call anew. Left out: it does. */
  progressExtends: z.boolean().optional(),
  /** Milliseconds after which a call is given up whatever progress it reports. Left out: ten minutes. */
  totalTimeoutMs: z.number().int().min(100).max(2_147_483_647).optional(),
  /** The longest message that is read whole, in bytes. Left out: 64 MiB. */
  messageLimit: z.number().int().min(1_000).max(1_000_000_000).optional(),
  clientSide: clientSideSchema.optional(),
  signIn: signInSchema.optional(),
  /**
   * Values that are kept apart from this list and never shown: `env:NAME`, `header:Name`, `clientSecret`. Where the
   * configuration is saved or shown the value itself is empty.
   */
  secrets: z.array(z.string().max(300)).max(200).optional(),
  /** Somebody else's connection, which Misfire only watches: whose, and what the server is called there. Never connected to. */
  watched: z.object({ client: z.string().max(60), server: z.string().max(150) }).optional(),
  /** A connection of one's own like that of a client's entry: variables and headers are read from there at each start, and kept nowhere here. */
  entry: z.object({ client: z.string().max(60), server: z.string().max(150) }).optional(),
  /** Which of the sample servers this is, if it is one. */
  sample: z.string().optional(),
  /** Tools that `misfire mcp` may call for an agent although the server marks them as destructive. */
  agentTools: z.array(z.string().min(1).max(500)).max(200).optional(),
  /** A dialect chosen by a person; otherwise it is recognised from the traffic. */
  dialect: z.string().optional(),
  /** Stores the values of credential headers too, which are otherwise never written down. They are masked wherever shown. */
  keepCredentials: z.boolean().optional(),
  /** Failures that the server's documentation promises, to be compared with those of others. */
  provocations: z.array(ownProvocationSchema).max(200).optional(),
});
export type ServerConfig = z.infer<typeof serverConfigSchema>;
