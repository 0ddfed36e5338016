// The parts of the MCP SDK that sign-in uses, loaded on demand: most runs never sign in, and it is large. Owns how its token
// answers become grants.

import type {
  AuthorizationServerMetadata,
  OAuthClientInformationMixed,
  OAuthTokens,
} from '@modelcontextprotocol/client';
import type { Grant } from './grant.ts';

export const loadSdk = () => import('@modelcontextprotocol/client');

interface GrantFacts {
  server: string;
  resource: string | null;
  metadata: AuthorizationServerMetadata;
  client: OAuthClientInformationMixed;
  scope: string | undefined;
}

export function toGrant(tokens: OAuthTokens, { server, resource, metadata, client, scope }: GrantFacts): Grant {
  const method = 'token_endpoint_auth_method' in client ? client.token_endpoint_auth_method : undefined;
  return {
    server,
    resource,
    issuer: metadata.issuer,
    tokenEndpoint: metadata.token_endpoint,
    revocationEndpoint: revocationOf(metadata),
    authMethods: metadata.token_endpoint_auth_methods_supported ?? [],
    client: {
      id: client.client_id,
      ...(client.client_secret === undefined ? {} : { secret: client.client_secret }),
      ...(method === undefined ? {} : { authMethod: method }),
    },
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token ?? null,
    // RFC 6749 section 5.1: a missing scope is the requested one.
    scopes: (tokens.scope ?? scope ?? '').split(/\s+/).filter(Boolean),
    expiresAt: expiry(tokens.expires_in),
  };
}

export function expiry(seconds: number | undefined): number | null {
  return seconds === undefined ? null : Date.now() + seconds * 1000;
}

function revocationOf(metadata: AuthorizationServerMetadata): string | null {
  const { revocation_endpoint: endpoint } = metadata as { revocation_endpoint?: unknown };
  return typeof endpoint === 'string' ? endpoint : null;
}
