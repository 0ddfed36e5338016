// Finds the authorization server of an MCP server: the documents of RFC 9728 and RFC 8414, and the fallbacks of older servers.
// Owns where to look and what to reject; the SDK makes the requests over our own wire.

import type { AuthorizationServerMetadata, OAuthProtectedResourceMetadata } from '@modelcontextprotocol/client';
import { isObject, type Json, type JsonObject } from '../../../shared/json/json.ts';
import type { OAuthWire } from './oauth-wire.ts';
import type { loadSdk } from './sdk.ts';

export interface DiscoveryRequest {
  server: URL;
  /** `resource_metadata` of the challenge (RFC 9728 section 5.1). */
  metadataUrl?: string | undefined;
  /** A client that was registered by hand, or one whose id is the URL of its description (client id metadata). */
  client?: { id: string; secret?: string | undefined } | undefined;
  /** The normalized URL if a browser may open it, otherwise null. */
  toPage: (address: string) => string | null;
}

export interface Discovered {
  metadata: AuthorizationServerMetadata;
  resource: OAuthProtectedResourceMetadata | null;
  authorizationPage: string;
  /** The endpoints are only assumed; this says so if they do not exist. */
  nothing?: string;
}

type Sdk = Awaited<ReturnType<typeof loadSdk>>;
type Fetch = Parameters<Parameters<OAuthWire['step']>[1]>[0];

export async function discover(sdk: Sdk, wire: OAuthWire, request: DiscoveryRequest): Promise<Discovered> {
  const { server, metadataUrl } = request;
  const resource = await wire.step('resource_metadata', (fetch) => findResource(sdk, fetch, server, metadataUrl));
  const issuer = resource?.authorization_servers?.[0] ?? new URL('/', server).href;
  return wire.step('server_metadata', async (fetch) => {
    let raw: unknown = null;
    const parsed = await sdk.discoverAuthorizationServerMetadata(issuer, {
      // If the origin is only assumed, as in revision 2025-03-26, it may name another URL of its own.
      skipIssuerValidation: resource === null,
      fetchFn: async (url, init) => {
        const response = await fetch(url, init);
        if (response.ok) raw = await response.clone().json();
        return response;
      },
    });
    const found = parsed && { ...parsed, ...unreadMembers(raw) };
    if (found && new URL(found.issuer).origin !== new URL(issuer).origin)
      throw new Error(`The metadata at ${issuer} names another issuer, ${found.issuer.slice(0, 200)}.`);
    const nothing = nothingFound(sdk, issuer, resource);
    if (found === undefined && resource !== null) throw new Error(nothing);
    const metadata = found ?? usualEndpoints(server);
    if (metadata.code_challenge_methods_supported?.includes('S256') !== true) {
      // MCP, "Authorization Code Protection": clients must stop then.
      throw new Error(`${metadata.issuer} does not say that it supports PKCE with S256, so its codes could be stolen.`);
    }
    const authorizationPage = request.toPage(metadata.authorization_endpoint);
    if (authorizationPage === null) {
      const shown = metadata.authorization_endpoint.slice(0, 200);
      throw new Error(
        `The sign-in page ${shown} is not a web page that may be opened (https, or http on this machine).`,
      );
    }
    const described = request.client && isDescribed(request.client.id);
    if (described && metadata.client_id_metadata_document_supported !== true) {
      throw new Error(
        `${metadata.issuer} does not read client ids that are addresses. Leave the client id empty to register, or enter one that was given out there.`,
      );
    }
    if (!request.client && metadata.registration_endpoint === undefined) {
      throw new Error(
        `${metadata.issuer} does not let clients register themselves. Register Misfire there by hand and enter the client id in the server’s settings.`,
      );
    }
    return { metadata, resource, authorizationPage, ...(found === undefined ? { nothing } : {}) };
  });
}

function nothingFound(sdk: Sdk, issuer: string, resource: OAuthProtectedResourceMetadata | null): string {
  const places = sdk.buildDiscoveryUrls(issuer).map(({ url }) => url.href);
  const key = resource === null ? ' If the server takes a key, enter it as a header in the server’s settings.' : '';
  return `No authorization server was found. Nothing useful is at ${places.join(' or ')}.${key}`;
}

/** The SDK drops OpenID Connect metadata that only OAuth's own specifications define (RFC 7009, RFC 9207). */
function unreadMembers(raw: unknown): Partial<AuthorizationServerMetadata> {
  const members = isObject(raw as Json) ? (raw as JsonObject) : {};
  const { revocation_endpoint: revocation, authorization_response_iss_parameter_supported: iss } = members;
  return {
    ...(typeof revocation === 'string' ? { revocation_endpoint: revocation } : {}),
    ...(iss === true ? { authorization_response_iss_parameter_supported: true } : {}),
  };
}

/** null: there is none, as before revision 2025-06-18; the server's own origin is then the authorization server. */
async function findResource(
  sdk: Sdk,
  fetch: Fetch,
  server: URL,
  metadataUrl: string | undefined,
): Promise<OAuthProtectedResourceMetadata | null> {
  let lastStatus = 0;
  const seen: typeof fetch = async (url, init) => {
    const response = await fetch(url, init);
    lastStatus = response.status;
    return response;
  };
  let found: OAuthProtectedResourceMetadata;
  try {
    const named = metadataUrl === undefined ? {} : { resourceMetadataUrl: metadataUrl };
    found = await sdk.discoverOAuthProtectedResourceMetadata(server, named, seen);
  } catch (error) {
    const isAbsent = metadataUrl === undefined && lastStatus >= 400 && lastStatus < 500;
    if (isAbsent) return null;
    throw error;
  }
  if (!sdk.checkResourceAllowed({ requestedResource: server, configuredResource: found.resource })) {
    throw new Error(
      `The metadata is for another server, ${found.resource}. A token for that one is not for ${server.origin}.`,
    );
  }
  return found;
}

/** OAuth Client ID Metadata Documents: such an id is an https address with a path, and is registered nowhere. */
const isDescribed = (clientId: string): boolean =>
  URL.canParse(clientId) && new URL(clientId).protocol === 'https:' && new URL(clientId).pathname !== '/';

/**
 * Revision 2025-03-26, "Fallbacks for Servers without Metadata Discovery": the endpoints are at the origin, under their
 * usual names, and PKCE is required.
 */
function usualEndpoints(server: URL): AuthorizationServerMetadata {
  const at = (path: string) => new URL(path, server.origin).href;
  return {
    issuer: new URL('/', server).href,
    authorization_endpoint: at('/authorize'),
    token_endpoint: at('/token'),
    registration_endpoint: at('/register'),
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
  };
}
