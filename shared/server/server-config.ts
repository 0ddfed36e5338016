// How to reach a server: what the user configures and the app saves. Validated wherever it comes from outside.

import { z } from 'zod';
import { ownProvocationSchema } from './own-provocation.ts';

const commandSchema = z.object({
  command: z.string().min(1, 'The command is empty.'),
  args: z.array(z.string()).default([]),
  env: z.record(z.string(), z.string()).default({}),
  cwd: z.string().optional(),
});

/** Servers and browsers reject longer ones. */
export const addressLimit = 16_384;

const plainUrl = z.url({ protocol: /^https?$/ });
/** May contain `${NAME}` references, which are resolved when connecting. */
const urlSchema = z
  .string()
  .max(addressLimit, `The address is too long: at most ${addressLimit} characters.`)
  .refine((text) => {
    if (text.length > addressLimit) return true;
    const filled = text.replace(/\$\{[^{}]*\}/g, '1');
    return text.startsWith('${') || plainUrl.safeParse(filled).success;
  }, 'This is not a valid http:// or https:// address.');

export const transportSchema = z.discriminatedUnion('kind', [
  commandSchema.extend({ kind: z.literal('stdio') }),
  z.object({
    kind: z.literal('http'),
    url: urlSchema,
    headers: z.record(z.string(), z.string()).default({}),
  }),
  /** HTTP with a separate event stream, as in revision 2024-11-05. */
  z.object({
    kind: z.literal('sse'),
    url: urlSchema,
    headers: z.record(z.string(), z.string()).default({}),
  }),
  /** A command that serves HTTP: it prints its address as `{"url":"…"}` on its first line of stdout. */
  commandSchema.extend({ kind: z.literal('http-command'), headers: z.record(z.string(), z.string()).default({}) }),
]);
export type TransportConfig = z.infer<typeof transportSchema>;

/** `modern`: revision 2026-07-28, without a handshake. `detect`: detected in visible rows at the next connection, then saved. */
export const eras = ['legacy', 'modern', 'detect'] as const;

/** How Misfire answers a server's requests. `ask` waits for the user. */
const answerRuleSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ask') }),
  /** JSON text, the same each time. */
  z.object({ kind: z.literal('canned'), result: z.string().max(1_000_000) }),
  z.object({ kind: z.literal('refuse') }),
  /** The capability is not declared. */
  z.object({ kind: z.literal('absent') }),
]);
export type AnswerRule = z.infer<typeof answerRuleSchema>;

const clientSideSchema = z.object({
  /** Folders or URIs that the server may work in. */
  roots: z
    .array(z.object({ uri: z.string().max(2000), name: z.string().max(200).optional() }))
    .max(100)
    .default([]),
  sampling: answerRuleSchema.default({ kind: 'ask' }),
  elicitation: answerRuleSchema.default({ kind: 'ask' }),
});
export type ClientSide = z.infer<typeof clientSideSchema>;

const signInSchema = z.object({
  /** A manually registered client; if omitted, Misfire registers itself. */
  clientId: z.string().max(500).optional(),
  /** Stored with the other secrets, see `secrets`. */
  clientSecret: z.string().max(2000).optional(),
  scope: z.string().max(2000).optional(),
});

export const serverConfigSchema = z.object({
  name: z.string().min(1, 'The server needs a name.').max(200),
  transport: transportSchema,
  /** Timeout of a response in milliseconds. */
  callTimeoutMs: z.number().int().min(100).max(2_147_483_647).default(60_000),
  /** Timeout of the handshake in milliseconds. Default: 30 seconds. */
  handshakeTimeoutMs: z.number().int().min(100).max(2_147_483_647).optional(),
  /** Default: legacy. */
  era: z.enum(eras).optional(),
  /** Which revision to request; default: the newest of the era. */
  revision: z.string().max(40).optional(),
  /** A progress notification resets the timeout of its call. Default: true. */
  progressExtends: z.boolean().optional(),
  /** Maximum time of a call in milliseconds, regardless of progress. Default: ten minutes. */
  totalTimeoutMs: z.number().int().min(100).max(2_147_483_647).optional(),
  /** Maximum message size in bytes. Default: 64 MiB. */
  messageLimit: z.number().int().min(1_000).max(1_000_000_000).optional(),
  clientSide: clientSideSchema.optional(),
  signIn: signInSchema.optional(),
  /**
   * Values stored separately and never shown: `env:NAME`, `header:Name`, `clientSecret`. Where the configuration is saved or shown, the
   * value is empty.
   */
  secrets: z.array(z.string().max(300)).max(200).optional(),
  /** A client's connection that Misfire only watches: which client, and the server's name there. Misfire never connects to it. */
  watched: z.object({ client: z.string().max(60), server: z.string().max(150) }).optional(),
  /**
   * Misfire's own connection, configured like a client's entry: each start reads variables and headers from there and stores none here.
   */
  entry: z.object({ client: z.string().max(60), server: z.string().max(150) }).optional(),
  /** Which sample server this is, if it is one. */
  sample: z.string().optional(),
  /** Destructive tools that `misfire mcp` may still call for an agent. */
  agentTools: z.array(z.string().min(1).max(500)).max(200).optional(),
  /** A dialect the user chose; otherwise it is detected from the traffic. */
  dialect: z.string().optional(),
  /** Also stores values of credential headers, which are otherwise never stored. They are masked wherever shown. */
  keepCredentials: z.boolean().optional(),
  /** Failures that the server's documentation promises, to compare with other servers. */
  provocations: z.array(ownProvocationSchema).max(200).optional(),
});
export type ServerConfig = z.infer<typeof serverConfigSchema>;
