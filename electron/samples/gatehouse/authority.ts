// Gatehouse's own authorization server, all in memory: clients, codes and tokens behind the SDK's router, and a page where a person allows
// or denies. Owns what is issued; server.ts decides what a token gives access to.

import { randomBytes } from 'node:crypto';
import { InvalidGrantError, InvalidTokenError } from '@modelcontextprotocol/sdk/server/auth/errors.js';
import type { AuthorizationParams, OAuthServerProvider } from '@modelcontextprotocol/sdk/server/auth/provider.js';
import { createOAuthMetadata, mcpAuthRouter } from '@modelcontextprotocol/sdk/server/auth/router.js';
import type { OAuthClientInformationFull } from '@modelcontextprotocol/sdk/shared/auth.js';
import express, { type Response } from 'express';
import { hasFault } from './faults.ts';

interface Pending {
  client: string;
  params: AuthorizationParams;
}

interface Issued {
  client: string;
  scopes: string[];
  resource: string | undefined;
}

const scopesOffered = ['read', 'write'];
/** A manually registered client. The secret is made up and gives no access. */
const handMade = { id: 'gatehouse-by-hand', secret: 'gatehouse-made-up-secret' };

export class Authority {
  readonly #base: string;
  readonly #clients = new Map<string, OAuthClientInformationFull>();
  readonly #waiting = new Map<string, Pending>();
  readonly #codes = new Map<string, Pending>();
  readonly #tokens = new Map<string, Issued>();
  readonly #refreshTokens = new Map<string, Issued>();

  constructor(base: string) {
    this.#base = base;
    this.#clients.set(handMade.id, {
      client_id: handMade.id,
      client_secret: handMade.secret,
      redirect_uris: ['http://127.0.0.1/callback'],
      token_endpoint_auth_method: 'client_secret_post',
    });
  }

  /** The scopes of the token; null if it is unknown or expired. */
  read(token: string): Issued | null {
    return hasFault('expired-tokens') || hasFault('refuse-refresh') ? null : (this.#tokens.get(token) ?? null);
  }

  /** Everything of the server that is not MCP. */
  pages(): ReturnType<typeof express> {
    const app = express();
    const issuerUrl = new URL(this.#base);
    const provider = this.#provider();
    const noLimit = { rateLimit: false } as const;
    app.get('/.well-known/oauth-authorization-server', (_request, response) => {
      if (hasFault('broken-metadata')) response.type('html').send('<!doctype html><title>Welcome</title>');
      else response.json(this.#metadata(provider));
    });
    app.get('/.well-known/oauth-protected-resource/mcp', (_request, response) => {
      response.json({
        resource: hasFault('wrong-resource') ? 'https://elsewhere.example/mcp' : `${this.#base}/mcp`,
        authorization_servers: [hasFault('far-server') ? 'http://169.254.169.254/latest' : this.#base],
        scopes_supported: scopesOffered,
        resource_name: 'Gatehouse',
      });
    });
    app.post('/register', (_request, response, next) => {
      if (!hasFault('refuse-registration')) return next();
      const error_description = 'This server only knows clients that were registered by hand';
      response.status(400).json({ error: 'invalid_client_metadata', error_description });
    });
    app.post('/consent', express.urlencoded({ extended: false }), ({ body }, response) => this.#decide(body, response));
    app.use(
      mcpAuthRouter({
        provider,
        issuerUrl,
        scopesSupported: scopesOffered,
        authorizationOptions: noLimit,
        clientRegistrationOptions: noLimit,
        revocationOptions: noLimit,
        tokenOptions: noLimit,
      }),
    );
    return app;
  }

  #metadata(provider: OAuthServerProvider): Record<string, unknown> {
    const metadata: Record<string, unknown> = {
      ...createOAuthMetadata({ provider, issuerUrl: new URL(this.#base), scopesSupported: scopesOffered }),
      issuer: this.#base,
      authorization_response_iss_parameter_supported: true,
    };
    if (hasFault('no-pkce')) delete metadata.code_challenge_methods_supported;
    if (hasFault('no-registration')) delete metadata.registration_endpoint;
    if (hasFault('script-page')) metadata.authorization_endpoint = 'javascript:alert(1)';
    return metadata;
  }

  #provider(): OAuthServerProvider {
    return {
      clientsStore: {
        getClient: (id) => this.#clients.get(id),
        registerClient: (client) => {
          const full = { ...client, client_id: `client-${secret(8)}` } as OAuthClientInformationFull;
          this.#clients.set(full.client_id, full);
          return full;
        },
      },
      authorize: async (client, params, response) => {
        const request = secret(16);
        this.#waiting.set(request, { client: client.client_id, params });
        showConsent(
          response as unknown as Response,
          request,
          client.client_name ?? client.client_id,
          params.scopes ?? [],
        );
      },
      challengeForAuthorizationCode: async (_client, code) => this.#codeOf(code).params.codeChallenge,
      exchangeAuthorizationCode: async (client, code) => {
        const { params } = this.#codeOf(code);
        this.#codes.delete(code);
        if (hasFault('refuse-code')) throw new InvalidGrantError('The code is used up');
        return this.#issue({
          client: client.client_id,
          scopes: params.scopes ?? [],
          resource: params.resource?.href,
        });
      },
      exchangeRefreshToken: async (_client, token) => {
        const known = this.#refreshTokens.get(token);
        if (!known || hasFault('refuse-refresh')) throw new InvalidGrantError('The refresh token is not known');
        this.#refreshTokens.delete(token);
        return this.#issue(known);
      },
      verifyAccessToken: async () => {
        throw new InvalidTokenError('Asked nowhere');
      },
      revokeToken: async (_client, { token }) => {
        this.#tokens.delete(token);
        this.#refreshTokens.delete(token);
      },
    };
  }

  #codeOf(code: string): Pending {
    const pending = this.#codes.get(code);
    if (!pending) throw new InvalidGrantError('The code is not known');
    return pending;
  }

  #issue(issued: Issued) {
    const [access, refresh] = [secret(24), secret(24)];
    this.#tokens.set(access, issued);
    this.#refreshTokens.set(refresh, issued);
    return {
      access_token: access,
      token_type: 'Bearer',
      expires_in: hasFault('short-tokens') ? 1 : 3600,
      refresh_token: refresh,
      scope: issued.scopes.join(' '),
    };
  }

  #decide({ request, choice }: Record<string, string | undefined>, response: Response): void {
    const pending = this.#waiting.get(request ?? '');
    if (!pending) {
      response.status(400).json({ error: 'invalid_request' });
      return;
    }
    this.#waiting.delete(request ?? '');
    const target = new URL(pending.params.redirectUri);
    if (choice === 'allow') {
      const code = secret(24);
      this.#codes.set(code, pending);
      target.searchParams.set('code', code);
    } else {
      target.searchParams.set('error', 'access_denied');
      target.searchParams.set('error_description', 'The person said no');
    }
    if (pending.params.state !== undefined) target.searchParams.set('state', pending.params.state);
    target.searchParams.set('iss', hasFault('wrong-iss') ? 'https://elsewhere.example' : this.#base);
    response.redirect(302, target.href);
  }
}

function showConsent(response: Response, request: string, client: string, scopes: readonly string[]): void {
  const clean = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
  response
    .type('html')
    .send(
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>Gatehouse</title><h1>Let ${clean(client)} in?</h1>` +
        `<p>It wants to: ${clean(scopes.join(', ') || 'look around')}.</p><form method="post" action="/consent">` +
        `<input type="hidden" name="request" value="${clean(request)}">` +
        '<button name="choice" value="allow">Allow</button> <button name="choice" value="deny">Deny</button></form></html>',
    );
}

const secret = (bytes: number): string => randomBytes(bytes).toString('base64url');
