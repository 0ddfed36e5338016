import { expect, it } from 'vitest';
import type { HttpExchange } from '../../shared/wire.ts';
import { SpoolSecrets } from './spool-secrets.ts';

const nonce = 'dcd98b7102dd2f0e8b11d0f600bfb0c093';
const opaque = 'FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS';

it.each(['www-authenticate', 'proxy-authenticate'])('leaves the nonce of Digest out of the copy: %s', (name) => {
  const headers = { [name]: `Digest realm="shop", qop="auth", nonce="${nonce}", opaque="${opaque}"` };
  const http = { method: 'POST', url: 'http://127.0.0.1/', status: 401, requestHeaders: {}, headers };
  const secrets = new SpoolSecrets();
  const written = JSON.stringify(secrets.exchange({ ...http, body: `again ${nonce}` } as unknown as HttpExchange));
  expect(written).toContain('realm=');
  for (const value of [nonce, opaque]) expect(written).not.toContain(value);
  // The server may repeat it later, and a client's line too.
  expect(secrets.text(`stale nonce ${nonce}`)).not.toContain(nonce);
});

it('leaves the nonce out of text that quotes the header', () => {
  expect(new SpoolSecrets().text(`401: Digest realm="shop", nonce="${nonce}"`)).not.toContain(nonce);
});
