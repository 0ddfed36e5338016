// One TLS handshake for inspection: the certificate of a port and whether it is trusted here. Sends no data over it.

import { isIP } from 'node:net';
import { connect, type PeerCertificate, type TLSSocket } from 'node:tls';

export interface Certificate {
  names: string[];
  until: string;
  /** Evidence, one line each. */
  lines: string[];
}

export type TlsMeeting =
  | { kind: 'trusted'; protocol: string; certificate: Certificate }
  | { kind: 'distrusted'; code: string; certificate: Certificate }
  /** The port responded, but not with TLS. */
  | { kind: 'plain'; code: string }
  | { kind: 'failed'; code: string; words: string };

interface Options {
  address: string;
  port: number;
  name: string;
  ms: number;
  signal: AbortSignal;
  ca: string | undefined;
}

export function meetTls({ address, port, name, ms, signal, ca }: Options): Promise<TlsMeeting> {
  return new Promise((resolve) => {
    const socket = connect({
      host: address,
      port,
      // RFC 6066 section 3: IP addresses are not server names.
      ...(isIP(name) ? {} : { servername: name }),
      // Verified separately, so that a bad certificate can be shown.
      rejectUnauthorized: false,
      ...(ca === undefined ? {} : { ca }),
    });
    const end = (met: TlsMeeting) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      socket.destroy();
      resolve(met);
    };
    const stop = () => end({ kind: 'failed', code: 'ABORTED', words: 'it was stopped.' });
    const timer = setTimeout(() => end({ kind: 'failed', code: 'ETIMEDOUT', words: 'the port said nothing.' }), ms);
    signal.addEventListener('abort', stop, { once: true });
    socket.once('secureConnect', () => end(read(socket)));
    socket.on('error', (error: NodeJS.ErrnoException) => end(failure(error)));
    socket.once('close', () =>
      end({ kind: 'failed', code: 'ECONNRESET', words: 'the other side closed the connection.' }),
    );
  });
}

function read(socket: TLSSocket): TlsMeeting {
  const certificate = describe(socket.getPeerCertificate());
  if (socket.authorized) return { kind: 'trusted', protocol: socket.getProtocol() ?? 'TLS', certificate };
  // The types say Error, but it is the code as a string.
  const reason: unknown = socket.authorizationError;
  const code = reason instanceof Error ? ((reason as NodeJS.ErrnoException).code ?? reason.message) : String(reason);
  return { kind: 'distrusted', code, certificate };
}

function failure(error: NodeJS.ErrnoException): TlsMeeting {
  const code = error.code ?? error.message;
  const plain = /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|UNEXPECTED_MESSAGE|BAD_RECORD_TYPE/.test(
    code,
  );
  if (plain || (code === 'EPROTO' && /wrong version number/i.test(error.message))) return { kind: 'plain', code };
  const words = code === 'ECONNRESET' ? 'the other side closed the connection.' : `${error.message.slice(0, 200)}.`;
  return { kind: 'failed', code, words };
}

function describe(certificate: PeerCertificate): Certificate {
  const { subject, issuer, subjectaltname, valid_from, valid_to, fingerprint256 } = certificate;
  const alternatives = (subjectaltname ?? '').split(', ').map((name) => name.replace(/^(?:DNS|IP Address):/, ''));
  const common = one(subject?.CN);
  const names = [...new Set([...alternatives, common])].filter((name) => name !== '').slice(0, 20);
  return {
    names,
    until: valid_to ?? '',
    lines: [
      `For  ${names.join(', ') || 'no name'}`,
      `Valid  ${valid_from ?? '?'} to ${valid_to ?? '?'}`,
      `Signed by  ${one(issuer?.CN) || one(issuer?.O) || 'unknown'}`,
      `Fingerprint  ${fingerprint256 ?? '?'}`,
    ],
  };
}

const one = (name: string | string[] | undefined): string => (Array.isArray(name) ? (name[0] ?? '') : (name ?? ''));
