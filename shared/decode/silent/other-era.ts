// A request of one protocol era that met a peer of the other. Revisions up to 2025-11-25 begin with `initialize`; since 2026-07-28
// each request names its version, and `server/discover` replaces the handshake (basic/versioning, "Backward Compatibility").

import type { Account, DecodeContext } from '../../account/account.ts';
import { type Json, member } from '../../json/json.ts';
import { metaMember, metaName, modernRevision } from '../../protocol/revision.ts';
import type { Claim } from '../claims/claim.ts';
import { short } from '../words/fact-words.ts';
import { inSentence, nameOfServer } from '../words/names.ts';
import { quotedText } from '../words/quoted.ts';
import { type ClaimDraft, claimOf } from './draft.ts';

/** Only a server of 2026-07-28 or later sends these: header mismatch, missing capability, unsupported version. */
const modernCodes: ReadonlySet<unknown> = new Set([-32020, -32021, -32022]);
/** What servers write when the first request is none that they know. */
const ofFirstRequest =
  /initiali[sz]|discover|(?:unknown|unsupported|unexpected) (?:method|request)|method not found|valid/i;

/** null: both sides speak the same era, or nothing shows that they do not. */
export function eraClaim(account: Account, context: DecodeContext): Claim | null {
  if (account.isFromServer) return null;
  const server = nameOfServer(context);
  const draft =
    account.method === 'initialize' || isLegacyRequest(account, context)
      ? modernOnly(account, server)
      : legacyServer(account, server);
  return draft && claimOf('protocol', draft);
}

/** A request without a version, from a client that has named none. Only servers of the newer era miss it. */
function isLegacyRequest({ method, params, answer }: Account, { revision }: DecodeContext): boolean {
  if (method === 'server/discover' || versionIn(params) !== undefined) return false;
  if (revision !== undefined && revision >= modernRevision) return false;
  const error = member(answer?.value, 'error');
  if (error === undefined || member(error, 'code') === -32601) return false;
  return (answer?.text ?? '').slice(0, 2000).includes(versionName);
}

const versionName = metaName('protocolVersion');
const versionIn = (params: Json | undefined): Json | undefined => metaMember(params, 'protocolVersion');

function legacyServer(account: Account, server: string): ClaimDraft | null {
  const { method, params, answer, process, unanswered, timeout, cancelled } = account;
  const error = member(answer?.value, 'error');
  const said = String(member(error, 'message') ?? '');
  const isProbe = method === 'server/discover';
  if (isProbe && process !== undefined) {
    const lines = process.stderr.join('\n');
    if (process.spawnError !== undefined || (lines.trim() !== '' && !ofFirstRequest.test(lines))) return null;
    return older(server, `${server} exited when it got server/discover`, 'Exited on server/discover', 'server', {
      quote: lines.trim() === '' ? null : quotedText(short(process.stderr.at(-1) ?? '', 300), 'stderr'),
      evidence: [{ path: 'process.code', value: process.code ?? process.signal, means: 'how it ended', decides: true }],
    });
  }
  if (isProbe && answer === undefined && (unanswered?.why === 'closed' || timeout !== undefined || cancelled))
    return older(server, `${server} never answered server/discover`, 'No answer to server/discover', 'server', {
      quote: null,
      evidence: [{ path: 'method', value: method ?? '', means: 'older servers do not know it', decides: true }],
    });
  const version = versionIn(params);
  const isModern = typeof version === 'string' && version >= modernRevision;
  if (error === undefined || modernCodes.has(member(error, 'code'))) return null;
  if (!isProbe && !(isModern && /initiali[sz]/i.test(said))) return null;
  return older(
    server,
    `${server} speaks a version before ${modernRevision}: it rejects ${method ?? 'the request'}`,
    'Server of an older version',
    'client',
    {
      quote: said === '' ? null : quotedText(short(said, 300), 'error.message'),
      message: said,
      code: numberOf(member(error, 'code')),
      evidence: [
        { path: 'error.code', value: member(error, 'code') ?? null, means: `rejects ${method}`, decides: true },
      ],
    },
  );
}

function older(
  server: string,
  sentence: string,
  brief: string,
  owner: 'client' | 'server',
  rest: Pick<ClaimDraft, 'quote' | 'evidence' | 'message' | 'code'>,
): ClaimDraft {
  const isUnknown = rest.code === -32601;
  return {
    class: isUnknown ? 'method_not_found' : 'unsupported',
    title: 'Other protocol era',
    phrase: { sentence, short: brief },
    explanation: inSentence`${sentence}. The client begins as ${modernRevision} defines it, and ${server} expects initialize.`,
    fault: owner === 'server' ? 'server' : 'caller',
    owner,
    verdict: 'after_fix',
    remedy: [
      'In the client: fall back to initialize after any error or silence, or choose an older version for this server.',
      `In the server: update its SDK to one with ${modernRevision}, or answer unknown requests with -32601.`,
    ],
    certainty: owner === 'server' ? 'likely' : 'certain',
    ...rest,
  };
}

const numberOf = (code: Json | undefined): number | null => (typeof code === 'number' ? code : null);

/** `initialize` at a server that only knows requests with their own version. */
function modernOnly({ method, params, answer }: Account, server: string): ClaimDraft | null {
  const error = member(answer?.value, 'error');
  const code = member(error, 'code');
  const said = String(member(error, 'message') ?? '');
  const asked = member(params, 'protocolVersion');
  const supported = member(member(error, 'data'), 'supported');
  const versions = Array.isArray(supported) ? supported.filter((one) => typeof one === 'string') : [];
  const isOld = typeof asked !== 'string' || asked < modernRevision;
  const knowsOld = versions.some((version) => version < modernRevision);
  const isModern =
    code === -32601 ||
    (modernCodes.has(code) && (code !== -32022 || versions.length > 0)) ||
    (code === -32602 && /_meta|io\.modelcontextprotocol|server\/discover/.test(said)) ||
    said.includes(modernRevision);
  if (error === undefined || !isOld || knowsOld || !isModern) return null;
  const how = method === 'initialize' ? 'The client began with initialize' : 'The client sent no version in _meta';
  const named = versions.length === 0 ? `${modernRevision} or later` : versions.join(', ');
  return {
    class: code === -32601 ? 'method_not_found' : 'unsupported',
    title: 'Other protocol era',
    phrase: {
      sentence: `${server} only speaks ${named}, ${method === 'initialize' ? 'without initialize' : 'and the request names no version'}`,
      short: `Server needs ${named}`,
    },
    explanation: inSentence`${how}, as revisions before ${modernRevision} do. ${server} only speaks ${named}.`,
    message: said,
    quote: said === '' ? null : quotedText(short(said, 300), 'error.message'),
    fault: 'caller',
    owner: 'client',
    verdict: 'after_fix',
    code: numberOf(code),
    remedy: [
      method === 'initialize'
        ? `In the client: update it to a version that speaks ${modernRevision}.`
        : `In the client: speak ${modernRevision}, with ${versionName} in _meta of each request.`,
      'In the server: accept initialize too, until its clients are updated.',
    ],
    evidence: [{ path: 'error.code', value: code ?? null, means: `rejects ${method}`, decides: true }],
  };
}
