// Signs in to an MCP server with OAuth 2.1, from the 401 to the tokens (MCP, section "Authorization"): discovery, registration,
// the user's approval, the token exchange. Owns the order and what is rejected. The SDK makes the requests and parses the
// answers, over our own wire.

import type { AuthorizationServerMetadata, OAuthProtectedResourceMetadata } from '@modelcontextprotocol/client';
import { AddressGuard } from '../address-guard.ts';
import { type Callback, CallbackListener } from './callback-listener.ts';
import { type Discovered, type DiscoveryRequest, discover } from './discovery.ts';
import type { Grant } from './grant.ts';
import { OAuthWire, type OAuthWireOptions } from './oauth-wire.ts';
import { loadSdk, toGrant } from './sdk.ts';
import { SignInFailure } from './step-failure.ts';

interface SignInRequest extends Omit<OAuthWireOptions, 'guard'>, Omit<DiscoveryRequest, 'server'> {
  /** Scopes to request, separated by spaces. Default: what the server offers. */
  scope?: string | undefined;
}

export interface OpenSignIn {
  /** The page that the user has to open. */
  url: string;
  /** Waits for the user and gets the tokens. Rejects with a SignInFailure. */
  finish(): Promise<Grant>;
  close(): void;
}

type Sdk = Awaited<ReturnType<typeof loadSdk>>;

/** Rejects with a SignInFailure. */
export async function beginSignIn(request: SignInRequest): Promise<OpenSignIn> {
  const sdk = await loadSdk();
  const wire = new OAuthWire({ ...request, guard: await AddressGuard.of(request.server) });
  const found = await discover(sdk, wire, request);
  const listener = await CallbackListener.open({ onExchange: (http) => wire.tell(http) });
  try {
    return await prepare(sdk, wire, request, found, listener);
  } catch (error) {
    listener.close();
    throw error;
  }
}

async function prepare(
  sdk: Sdk,
  wire: OAuthWire,
  request: SignInRequest,
  { metadata, resource, authorizationPage, nothing }: Discovered,
  listener: CallbackListener,
): Promise<OpenSignIn> {
  const scope = chooseScope(request.scope, resource, metadata);
  const redirectUri = listener.redirectUri;
  wire.hide(request.client?.secret);
  const client = request.client
    ? { client_id: request.client.id, ...(request.client.secret ? { client_secret: request.client.secret } : {}) }
    : await wire
        .step('registration', (fetch) =>
          sdk.registerClient(metadata.issuer, {
            metadata,
            clientMetadata: {
              client_name: 'Misfire',
              redirect_uris: [redirectUri],
              grant_types: ['authorization_code', 'refresh_token'],
              response_types: ['code'],
              token_endpoint_auth_method: authMethod(metadata),
              application_type: 'native',
              ...(isOffered(scope, metadata) ? { scope } : {}),
            },
            fetchFn: fetch,
          }),
        )
        .catch((problem: unknown) => {
          throw nothing === undefined ? problem : new SignInFailure('server_metadata', nothing);
        });
  wire.hide(client.client_secret);
  const { authorizationUrl, codeVerifier } = await sdk.startAuthorization(metadata.issuer, {
    metadata: { ...metadata, authorization_endpoint: authorizationPage },
    clientInformation: client,
    redirectUrl: redirectUri,
    state: listener.state,
    ...(scope === undefined ? {} : { scope }),
    ...(resource === null ? {} : { resource: resource.resource }),
  });
  wire.hide(codeVerifier);
  return {
    url: authorizationUrl.href,
    close: () => listener.close(),
    async finish() {
      try {
        const callback = await unlessAborted(listener.arrived, request.signal);
        const code = judgeCallback(sdk, callback, metadata);
        wire.hide(code);
        const tokens = await wire.step('token', async (fetch) => {
          const got = await sdk.exchangeAuthorization(metadata.issuer, {
            metadata,
            clientInformation: client,
            authorizationCode: code,
            iss: callback.iss,
            codeVerifier,
            redirectUri,
            ...(resource === null ? {} : { resource: resource.resource }),
            fetchFn: fetch,
          });
          if (got.token_type.toLowerCase() !== 'bearer') {
            throw new Error(
              `The token is of the type ${got.token_type.slice(0, 40)}; Misfire can only use bearer tokens.`,
            );
          }
          return got;
        });
        return toGrant(tokens, {
          server: request.server.href,
          resource: resource?.resource ?? null,
          metadata,
          client,
          scope,
        });
      } finally {
        listener.close();
      }
    },
  };
}

/** Answers the browser's request, valid or not. */
function judgeCallback(sdk: Sdk, callback: Callback, metadata: AuthorizationServerMetadata): string {
  const refuse = (problem: string): never => {
    callback.finish(problem);
    throw new SignInFailure('authorization', problem);
  };
  try {
    sdk.validateAuthorizationResponseIssuer({
      iss: callback.iss,
      expectedIssuer: metadata.issuer,
      issParameterSupported: metadata.authorization_response_iss_parameter_supported === true,
    });
  } catch {
    // RFC 9207 section 2.4: ignore everything else in such an answer.
    const given = callback.iss === undefined ? 'does not say who it is from' : `is from ${callback.iss.slice(0, 200)}`;
    return refuse(`The answer ${given}, but Misfire asked ${metadata.issuer}. It was refused.`);
  }
  if (callback.error !== null) {
    const more = callback.errorDescription ? `: ${callback.errorDescription.slice(0, 300)}` : '';
    return refuse(`The authorization server answered ${callback.error.slice(0, 100)}${more}.`);
  }
  if (callback.code === null || callback.code === '') return refuse('The answer has no code in it.');
  callback.finish('');
  return callback.code;
}

/** MCP, "Scope Selection Strategy": the scopes of the challenge, otherwise all that the resource offers. */
function chooseScope(
  wanted: string | undefined,
  resource: OAuthProtectedResourceMetadata | null,
  metadata: AuthorizationServerMetadata,
): string | undefined {
  const scopes = (wanted ?? resource?.scopes_supported?.join(' ') ?? '').split(/\s+/).filter(Boolean);
  const offline = 'offline_access';
  // Without it, OpenID Connect servers return no refresh token.
  if (scopes.length > 0 && metadata.scopes_supported?.includes(offline) && !scopes.includes(offline)) {
    scopes.push(offline);
  }
  return scopes.length === 0 ? undefined : scopes.join(' ');
}

/** RFC 7591 section 2: a server may reject a client that requests scopes it does not list. */
function isOffered(scope: string | undefined, { scopes_supported: offered }: AuthorizationServerMetadata): boolean {
  return scope !== undefined && offered !== undefined && scope.split(' ').every((name) => offered.includes(name));
}

/** A local program cannot keep a secret (RFC 8252 section 8.5), so it requests none if possible. */
function authMethod(metadata: AuthorizationServerMetadata): string {
  const offered = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  return ['none', 'client_secret_basic', 'client_secret_post'].find((method) => offered.includes(method)) ?? 'none';
}

function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new SignInFailure('authorization', String(signal.reason)));
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
