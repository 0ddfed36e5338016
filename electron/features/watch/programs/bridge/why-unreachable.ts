// Whether anybody listens at an address, asked before something is sent there that would only fail.

import { once } from 'node:events';
import { connect } from 'node:net';
import { explainNetworkFailure } from '../../../../transports/network-failure.ts';

/** Why the server cannot be reached, as a code and a sentence; null: it can. */
export async function whyUnreachable(url: URL): Promise<string | null> {
  const usual = url.protocol === 'https:' ? 443 : 80;
  const socket = connect(url.port === '' ? usual : Number(url.port), url.hostname.replace(/^\[|\]$/g, ''));
  try {
    await once(socket, 'connect');
    return null;
  } catch (problem) {
    return explainNetworkFailure(problem, url);
  } finally {
    socket.destroy();
  }
}
