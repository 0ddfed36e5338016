// For tests: a third-party authorization server (oidc-provider) that protects a resource on another port, and a browser with
// cookies that fills in forms.

import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

export interface RealAuthority {
  /** The protected MCP endpoint, which exists only as its metadata. */
  resource: URL;
  issuer: string;
  close(): Promise<void>;
}

/** Under a path, so that its metadata is not at the root of its origin. */
const prefix = '/tenant';

export async function startAuthority(): Promise<RealAuthority> {
  let handle: RequestListener = () => {};
  const authority = await listen((request, response) => handle(request, response));
  const issuer = `${origin(authority)}${prefix}`;
  const resourceServer = await listen((request, response) => {
    const isMetadata = request.url === '/.well-known/oauth-protected-resource/mcp';
    response.writeHead(isMetadata ? 200 : 404, { 'content-type': 'application/json' });
    const metadata = { resource: resource.href, authorization_servers: [issuer], scopes_supported: ['read', 'write'] };
    response.end(JSON.stringify(isMetadata ? metadata : {}));
  });
  const resource = new URL('/mcp', origin(resourceServer));
  const provider = new Provider(issuer, {
    features: {
      registration: { enabled: true },
      revocation: { enabled: true },
      devInteractions: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_context: unknown, indicator: string) => {
          if (indicator !== resource.href) throw new Error('invalid_target');
          return { scope: 'read write', audience: indicator, accessTokenFormat: 'opaque', accessTokenTTL: 2 };
        },
        useGrantedResource: () => true,
      },
    },
    pkce: { required: () => true },
    cookies: { keys: ['test'] },
  });
  const serve = provider.callback();
  handle = (request, response) => {
    const path = request.url ?? '/';
    if (!path.startsWith(prefix)) {
      response.writeHead(404).end();
      return;
    }
    // As a framework that mounts it there does.
    Object.assign(request, { originalUrl: path, baseUrl: prefix, url: path.slice(prefix.length) || '/' });
    serve(request, response);
  };
  return {
    resource,
    issuer,
    close: async () => {
      for (const server of [authority, resourceServer]) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
}

function listen(handle: RequestListener): Promise<Server> {
  const server = createServer(handle);
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

const origin = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

/** Opens the page, signs in and agrees, until the browser is redirected away from the authority. Returns that URL. */
export async function signInThere(page: string): Promise<string> {
  const cookies = new Map<string, string>();
  const { origin: home } = new URL(page);
  let next: { url: string; form?: URLSearchParams } = { url: page };
  for (let hops = 0; hops < 20; hops += 1) {
    const answer: Response = await fetch(next.url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(next.form ? { method: 'POST', body: next.form } : {}),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const [name = '', ...value] = pair.split('=');
      cookies.set(name, value.join('='));
    }
    const location = answer.headers.get('location');
    if (location !== null) {
      const target = new URL(location, next.url);
      if (target.origin !== home) return target.href;
      next = { url: target.href };
      continue;
    }
    const html = await answer.text();
    const action = /<form[^<>]*action="([^"]+)"/.exec(html)?.[1];
    const prompt = /name="prompt" value="([^"]+)"/.exec(html)?.[1];
    if (action === undefined || prompt === undefined) throw new Error(`No form here: ${html.slice(0, 2000)}`);
    const form = new URLSearchParams(prompt === 'login' ? { prompt, login: 'sam', password: 'sam' } : { prompt });
    next = { url: new URL(action, next.url).href, form };
  }
  throw new Error('The authority sent the browser around in circles.');
}
