// Serves the built page to the desktop window as misfire://app/, with the same headers as the browser host.

import { protocol, type Session } from 'electron';
import { createNonce, securityHeaders } from '../../hosts/content-policy.ts';
import { openPageFiles } from '../../hosts/page-files.ts';
import { appScheme, isAppAddress } from '../link/app-address.ts';

/** Must run before the app is ready. `corsEnabled` keeps other origins from reading what `supportFetchAPI` allows to fetch. */
export function claimAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: appScheme, privileges: { standard: true, secure: true, supportFetchAPI: true, corsEnabled: true } },
  ]);
}

export function serveAppScheme(session: Session, pageDir: string): void {
  const page = openPageFiles(pageDir);
  session.protocol.handle(appScheme, async (request) => {
    const nonce = createNonce();
    const headers = securityHeaders(nonce);
    if (!isAppAddress(request.url) || (request.method !== 'GET' && request.method !== 'HEAD')) {
      return new Response('Refused', { status: 403, headers });
    }
    const file = await page.read(new URL(request.url).pathname, nonce);
    if (!file) return new Response('There is nothing here.', { status: 404, headers });
    const body = request.method === 'HEAD' ? null : new Uint8Array(file.body);
    return new Response(body, { headers: { ...headers, 'content-type': file.type } });
  });
}
