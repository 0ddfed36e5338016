// The result of a sign-in: the tokens, their audience, and what is needed to renew or revoke them. Stored as one secret.

import { z } from 'zod';

export const grantSchema = z.object({
  /** The URL of the MCP server that it was made for. A token is never sent to another origin. */
  server: z.string(),
  /** The resource indicator (RFC 8707); null if the server's metadata names none. */
  resource: z.string().nullable(),
  issuer: z.string(),
  tokenEndpoint: z.string(),
  revocationEndpoint: z.string().nullable(),
  authMethods: z.array(z.string()),
  client: z.object({ id: z.string(), secret: z.string().optional(), authMethod: z.string().optional() }),
  accessToken: z.string(),
  refreshToken: z.string().nullable(),
  scopes: z.array(z.string()),
  /** Milliseconds since 1970; null: the server did not say. */
  expiresAt: z.number().nullable(),
});
export type Grant = z.infer<typeof grantSchema>;
