// Why there is no (complete) HTTP response, as a code and a sentence: `ECONNREFUSED: Nothing is listening at …`.

export function explainNetworkFailure(error: unknown, url: URL): string {
  const { code = 'ERROR', message = String(error) } = findCause(error);
  return `${code}: ${sentence(code, message, url)}`;
}

/** A host with several addresses fails with an AggregateError; the inner errors say more. */
function findCause(error: unknown): { code?: string; message?: string } {
  if (error instanceof AggregateError && error.errors.length > 0) return findCause(error.errors.at(-1));
  return error instanceof Error ? (error as NodeJS.ErrnoException) : {};
}

function sentence(code: string, message: string, url: URL): string {
  const place = url.host;
  switch (code) {
    case 'ECONNREFUSED':
      return `Nothing is listening at ${place}. Is the server running?`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `The name “${url.hostname}” could not be resolved.`;
    case 'ECONNRESET':
    case 'EPIPE':
      return `${place} closed the connection before the answer was complete.`;
    case 'ETIMEDOUT':
      return `${place} did not answer the connection attempt.`;
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return `There is no network route to ${place}.`;
    case 'EPROTO':
    case 'ERR_SSL_WRONG_VERSION_NUMBER':
    case 'ERR_SSL_PACKET_LENGTH_TOO_LONG':
      return `${place} does not speak TLS here. Should the address start with http://?`;
    case 'CERT_HAS_EXPIRED':
      return `The certificate of ${place} has expired.`;
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
      return `The certificate of ${place} is self-signed, so it is not trusted.`;
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return `The certificate of ${place} was made for another name.`;
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
      return `The certificate of ${place} is signed by an authority that is not trusted here.`;
    case 'HPE_HEADER_OVERFLOW':
      return `The answer of ${place} has more headers than can be read.`;
    case 'ERR_INVALID_CHAR':
      return 'A request header holds a character that is not allowed there, so nothing was sent.';
    default:
      return code.startsWith('HPE_') ? `The answer of ${place} is not valid HTTP (${message}).` : message;
  }
}
