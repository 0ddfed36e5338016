// Detects which era and which transport a server supports by sending requests (2026-07-28, "Versioning" and both transports). Each request
// uses its own connection, recorded like any other. Owns the order of requests and what each response means. Does not rely on one error
// code: servers of the older era answer an unknown request in any way, or not at all.

import { member } from '../../../shared/json/json.ts';
import { modernRevision } from '../../../shared/protocol/revision.ts';
import { refusedStatus } from '../../../shared/server/refused-status.ts';
import type { TransportConfig } from '../../../shared/server/server-config.ts';
import { namesInAgreement, refusalOf } from '../session/agreement.ts';
import { requestedVersion } from '../session/handshake.ts';
import type { Settled } from '../session/open-requests.ts';
import type { Session } from '../session/session.ts';
import type { Era } from '../session/session-options.ts';

export interface Detected {
  era: Era | null;
  kind: TransportConfig['kind'] | null;
  words: string;
}

/** A connection that sends one request and is closed again. */
type OpenProbe = (era: Era, transport: TransportConfig) => Session;

/** Errors that only servers of the modern era send: wrong headers, missing capability, unsupported version. */
const modernCodes = [-32020, -32021, -32022];
/** Timeout of each request, unless the user's is shorter. */
export const patienceMs = 5_000;

const nothing = (words: string): Detected => ({ era: null, kind: null, words });

export async function detectEra(
  open: OpenProbe,
  transport: TransportConfig,
  clientInfo: object,
  waitMs: number = patienceMs,
): Promise<Detected> {
  const http: TransportConfig = transport.kind === 'sse' ? { ...transport, kind: 'http' } : transport;
  const modern = await askModern(open, http, waitMs);
  if (modern.verdict === 'modern') {
    return { era: 'modern', kind: http.kind, words: `It speaks revision ${modernRevision}. ${modern.words}`.trim() };
  }
  if (modern.verdict === 'unreachable') return nothing(modern.words);
  if (!('url' in http)) {
    return { era: 'legacy', kind: http.kind, words: `It speaks a revision with “initialize”. ${modern.words}`.trim() };
  }
  const legacy = await askLegacy(open, http, clientInfo, waitMs);
  if (legacy.verdict === 'legacy') return { era: 'legacy', kind: 'http', words: legacy.words };
  if (legacy.verdict === 'unreachable') return nothing(legacy.words);
  const sse = await askSse(open, { ...http, kind: 'sse' } as TransportConfig);
  if (sse === '') {
    const words = 'It speaks the old HTTP+SSE transport of revision 2024-11-05: it named an endpoint for messages.';
    return { era: 'legacy', kind: 'sse', words };
  }
  return nothing(`No MCP server was found there: ${legacy.words} Asked for the old event stream: ${sse}`);
}

async function askModern(
  open: OpenProbe,
  transport: TransportConfig,
  waitMs: number,
): Promise<{ verdict: 'modern' | 'other' | 'unreachable'; words: string }> {
  const session = open('modern', transport);
  try {
    await session.start({ handshake: false });
    const settled = await session.request('server/discover', '', { timeoutMs: waitMs }).settled;
    return readModern(settled);
  } catch (error) {
    return { verdict: 'unreachable', words: error instanceof Error ? error.message : String(error) };
  } finally {
    await session.close();
  }
}

function readModern(settled: Settled): { verdict: 'modern' | 'other' | 'unreachable'; words: string } {
  const message = 'message' in settled && typeof settled.message === 'object' ? settled.message : null;
  if (message) {
    const versions = namesInAgreement(member(member(message, 'result'), 'supportedVersions'));
    const refusal = refusalOf(message);
    const supported = versions.length > 0 ? versions : namesInAgreement(member(refusal?.data, 'supported'));
    const speaks = supported.some((version) => version >= modernRevision);
    if (versions.length > 0) return { verdict: speaks ? 'modern' : 'other', words: '' };
    if (refusal && modernCodes.includes(Number(refusal.code)) && (speaks || supported.length === 0)) {
      return { verdict: 'modern', words: `It answered “server/discover” with: ${refusal.words}.` };
    }
    return { verdict: 'other', words: refusal ? `It refused “server/discover”: ${refusal.words}.` : '' };
  }
  if (settled.kind === 'http') {
    const { error, status } = settled.http;
    if (error !== undefined) return { verdict: 'unreachable', words: error };
    const barred = refusedStatus(status);
    if (barred !== null) return { verdict: 'unreachable', words: barred };
    return { verdict: 'other', words: `It answered “server/discover” with HTTP ${status}.` };
  }
  if (settled.kind === 'timeout') {
    return { verdict: 'other', words: `It did not answer “server/discover” within ${settled.afterMs / 1000} s.` };
  }
  return { verdict: 'other', words: 'It ended the connection when asked “server/discover”.' };
}

async function askLegacy(
  open: OpenProbe,
  transport: TransportConfig,
  clientInfo: object,
  waitMs: number,
): Promise<{ verdict: 'legacy' | 'other' | 'unreachable'; words: string }> {
  const session = open('legacy', transport);
  try {
    await session.start({ handshake: false });
    const params = JSON.stringify({ protocolVersion: requestedVersion, capabilities: {}, clientInfo });
    const options = { timeoutMs: waitMs, uncancellable: true };
    const settled = await session.request('initialize', params, options).settled;
    if (settled.kind === 'answered') {
      const version = member(member(settled.message, 'result'), 'protocolVersion');
      if (typeof version === 'string') {
        const words = `It speaks revision ${version.slice(0, 60)} over Streamable HTTP.`;
        return { verdict: 'legacy', words };
      }
    }
    if (settled.kind === 'http' && settled.http.error !== undefined) {
      return { verdict: 'unreachable', words: settled.http.error };
    }
    const how = settled.kind === 'http' ? `HTTP ${settled.http.status}` : 'no agreement';
    return { verdict: 'other', words: `“initialize” was answered with ${how}.` };
  } catch (error) {
    return { verdict: 'unreachable', words: error instanceof Error ? error.message : String(error) };
  } finally {
    await session.close();
  }
}

/** '' if an endpoint was named, else the reason. */
async function askSse(open: OpenProbe, transport: TransportConfig): Promise<string> {
  const session = open('legacy', transport);
  try {
    await session.start({ handshake: false });
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await session.close();
  }
}
