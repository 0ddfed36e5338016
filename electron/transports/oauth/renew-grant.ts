// Renews the token of a grant before it expires, and revokes it. Each is a recorded step.

import type { AuthorizationServerMetadata } from '@modelcontextprotocol/client';
import { AddressGuard } from '../address-guard.ts';
import type { Grant } from './grant.ts';
import { OAuthWire, type OAuthWireOptions } from './oauth-wire.ts';
import { expiry, loadSdk } from './sdk.ts';

type GrantRequest = Omit<OAuthWireOptions, 'guard' | 'server'>;

/** Rejects with a SignInFailure. */
export async function renewGrant(grant: Grant, request: GrantRequest): Promise<Grant> {
  const { refreshToken } = grant;
  if (refreshToken === null) throw new Error('There is no refresh token.');
  const sdk = await loadSdk();
  const wire = await openWire(grant, request);
  const tokens = await wire.step('refresh', (fetch) =>
    sdk.refreshAuthorization(grant.issuer, {
      metadata: metadataOf(grant),
      clientInformation: clientOf(grant),
      refreshToken,
      ...(grant.resource === null ? {} : { resource: grant.resource }),
      fetchFn: fetch,
    }),
  );
  return {
    ...grant,
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token ?? refreshToken,
    scopes: tokens.scope === undefined ? grant.scopes : tokens.scope.split(/\s+/).filter(Boolean),
    expiresAt: expiry(tokens.expires_in),
  };
}

/** RFC 7009: revoking the refresh token also revokes its access tokens. Rejects with a SignInFailure. */
export async function revokeGrant(grant: Grant, request: GrantRequest): Promise<void> {
  const endpoint = grant.revocationEndpoint;
  if (endpoint === null) return;
  const wire = await openWire(grant, request);
  await wire.step('revocation', async (fetch) => {
    const form = new URLSearchParams(
      grant.refreshToken === null
        ? { token: grant.accessToken, token_type_hint: 'access_token' }
        : { token: grant.refreshToken, token_type_hint: 'refresh_token' },
    );
    const headers: Record<string, string> = { 'content-type': 'application/x-www-form-urlencoded' };
    const { id, secret, authMethod } = grant.client;
    if (secret !== undefined && authMethod !== 'client_secret_post') {
      const pair = [id, secret].map(encodeURIComponent).join(':');
      headers.authorization = `Basic ${Buffer.from(pair).toString('base64')}`;
    } else {
      form.set('client_id', id);
      if (secret !== undefined) form.set('client_secret', secret);
    }
    const response = await fetch(endpoint, { method: 'POST', headers, body: form });
    if (!response.ok) throw new Error(`The token was not revoked (HTTP ${response.status}).`);
  });
}

async function openWire(grant: Grant, request: GrantRequest): Promise<OAuthWire> {
  const server = new URL(grant.server);
  const wire = new OAuthWire({ ...request, server, guard: await AddressGuard.of(server) });
  for (const secret of [grant.accessToken, grant.refreshToken, grant.client.secret]) wire.hide(secret ?? undefined);
  return wire;
}

function metadataOf(grant: Grant): AuthorizationServerMetadata {
  return {
    issuer: grant.issuer,
    token_endpoint: grant.tokenEndpoint,
    authorization_endpoint: grant.issuer,
    response_types_supported: ['code'],
    token_endpoint_auth_methods_supported: grant.authMethods,
  } as AuthorizationServerMetadata;
}

function clientOf({ client }: Grant) {
  return {
    client_id: client.id,
    ...(client.secret === undefined ? {} : { client_secret: client.secret }),
    ...(client.authMethod === undefined ? {} : { token_endpoint_auth_method: client.authMethod }),
  };
}
