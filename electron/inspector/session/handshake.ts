// How a connection begins up to 2025-11-25: the `initialize` exchange (specification, section "Lifecycle"). Sends it, reads what was
// negotiated, and reports clearly what went wrong.

import { isObject, type JsonObject, member } from '../../../shared/json/json.ts';
import { knownRevisions, lastLegacyRevision, modernRevision } from '../../../shared/protocol/revision.ts';
import {
  type Agreement,
  agreementText,
  handshakeAnswer,
  namesInAgreement,
  OtherOpening,
  refusalOf,
  serverInfoOf,
} from './agreement.ts';
import type { Requester } from './session-options.ts';

/** A server that supports only older ones responds with one of those. */
export const requestedVersion = lastLegacyRevision;
const spoken = knownRevisions.filter((revision) => revision !== modernRevision);

/** An unknown method, and errors that only servers of the modern era send. */
const otherCodes: ReadonlySet<unknown> = new Set([-32601, -32020, -32021, -32022]);

const modernHint = ' That is the newer era of the protocol: let Misfire detect it, or set it for this server.';

interface Greeting {
  revision: string;
  capabilities: JsonObject;
  clientInfo: { name: string; version: string };
  timeoutMs: number;
}

/** Rejects with a sentence for the user. */
export async function performHandshake(session: Requester, greeting: Greeting): Promise<Agreement> {
  const { revision: protocolVersion, capabilities, clientInfo, timeoutMs } = greeting;
  const params = JSON.stringify({ protocolVersion, capabilities, clientInfo });
  const { settled } = session.request('initialize', params, { timeoutMs, totalMs: timeoutMs, uncancellable: true });
  const message = handshakeAnswer(await settled, 'initialize');
  const refusal = refusalOf(message);
  if (refusal) {
    const supported = namesInAgreement(member(refusal.data, 'supported'));
    const next = nextVersion(supported, protocolVersion);
    if (next !== null)
      return { ...(await performHandshake(session, { ...greeting, revision: next })), refused: protocolVersion };
    const those = supported.length === 0 ? '' : `. It speaks ${supported.join(', ')}.`;
    const hint = supported.some((version) => version >= modernRevision) ? modernHint : '';
    const Kind = hint !== '' || otherCodes.has(refusal.code) ? OtherOpening : Error;
    throw new Kind(`The server refused to connect: ${refusal.words}${those}${hint}`);
  }
  const result = member(message, 'result');
  const agreed = member(result, 'protocolVersion');
  if (typeof agreed !== 'string') throw new Error('The server’s answer to “initialize” names no protocolVersion.');
  if (!spoken.includes(agreed) && agreed !== protocolVersion) {
    const Kind = agreed >= modernRevision ? OtherOpening : Error;
    throw new Kind(unknownVersion(agreed, protocolVersion));
  }
  const offered = member(result, 'capabilities');
  return {
    protocolVersion: agreed,
    serverInfo: serverInfoOf(member(result, 'serverInfo')),
    capabilities: isObject(offered) ? offered : {},
    instructions: agreementText(result, 'instructions'),
  };
}

/** The newest that both sides support and that is older than the refused one, so that each is tried once. */
function nextVersion(supported: readonly string[], refused: string): string | null {
  const common = spoken.filter((version) => supported.includes(version) && version < refused);
  return common.at(-1) ?? null;
}

function unknownVersion(agreed: string, asked: string): string {
  const shown = agreed.slice(0, 60);
  const hint = agreed >= modernRevision ? modernHint : '';
  return `The server wants to speak revision “${shown}”, which Misfire does not know. Misfire asked for ${asked} and speaks ${spoken[1]} to ${spoken.at(-1)} with “initialize”.${hint}`;
}
