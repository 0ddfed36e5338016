// How a connection begins since 2026-07-28: nothing is negotiated, but `server/discover` returns the server's name and supported versions.

import { isObject, type JsonObject, member } from '../../../shared/json/json.ts';
import {
  type Agreement,
  agreementText,
  handshakeAnswer,
  namesInAgreement,
  refusalOf,
  serverInfoOf,
} from './agreement.ts';
import type { Requester } from './session-options.ts';

const infoMember = 'io.modelcontextprotocol/serverInfo';
const hint = 'It may speak an older revision: let Misfire detect that, or set the era of this server to legacy.';

/** Rejects with a sentence for the user. */
export async function discoverServer(session: Requester, revision: string, timeoutMs: number): Promise<Agreement> {
  const ask = async () => {
    const { settled } = session.request('server/discover', '', { timeoutMs, totalMs: timeoutMs });
    return handshakeAnswer(await settled, 'server/discover');
  };
  let message = await ask();
  // A client must retry with a revision that both support, even if the server refused that very one.
  if (supportedIn(message).includes(revision)) message = await ask();
  const refusal = refusalOf(message);
  if (refusal) {
    const supported = supportedIn(message);
    if (refusal.code === -32022 || supported.length > 0) throw new Error(notSpoken(revision, supported));
    throw new Error(`The server refused “server/discover”: ${refusal.words}. ${hint}`);
  }
  const result = member(message, 'result');
  const versions = namesInAgreement(member(result, 'supportedVersions'));
  if (versions.length === 0) {
    throw new Error(`The server’s answer to “server/discover” names no supportedVersions. ${hint}`);
  }
  if (!versions.includes(revision)) throw new Error(notSpoken(revision, versions));
  const capabilities = member(result, 'capabilities');
  return {
    protocolVersion: revision,
    serverInfo: serverInfoOf(member(member(result, '_meta'), infoMember) ?? member(result, 'serverInfo')),
    capabilities: isObject(capabilities) ? capabilities : {},
    instructions: agreementText(result, 'instructions'),
  };
}

/** Revisions that a refusal lists. */
const supportedIn = (message: JsonObject): string[] => namesInAgreement(member(refusalOf(message)?.data, 'supported'));

function notSpoken(asked: string, supported: string[]): string {
  const those = supported.length === 0 ? 'and does not say which it speaks' : `but ${supported.join(', ')}`;
  return `The server does not speak revision ${asked}, ${those}. ${hint}`;
}
