// Realistic messages for the log bench: calls with responses of about a given size, some of which fail.

import type { TransportEvent } from '../../electron/transports/transport.ts';

const words =
  'order invoice shipment label customer parcel route depot driver signature weight volume priority window slot zone'.split(
    ' ',
  );

/** A request and its response; `size` is about the length of a success, `errors` that of an error's message. */
export function pair(n: number, size: number, at: number, errors = 160): [TransportEvent, TransportEvent] {
  const tool = `tool_${n % 40}`;
  const request = `{"jsonrpc":"2.0","id":${n},"method":"tools/call","params":{"name":"${tool}","arguments":{"number":"A${n}","limit":${n % 50}}}}`;
  const filler = sentence(n, Math.max(0, size - 90));
  // Real errors are short, regardless of the size of successes; every tenth response is one.
  const failed = n % 10 === 0;
  const answer = failed
    ? `{"jsonrpc":"2.0","id":${n},"error":{"code":${-32000 - (n % 5)},"message":"${filler.slice(0, errors)}","data":{"retryable":false}}}`
    : `{"jsonrpc":"2.0","id":${n},"result":{"content":[{"type":"text","text":"${filler}"}]}}`;
  return [
    { lane: 'out', at, text: request },
    { lane: 'in', at: at + 3, text: answer },
  ];
}

function sentence(n: number, length: number): string {
  let text = n % 5000 === 7 ? 'Zanzibar ' : '';
  for (let i = 0; text.length < length; i += 1) text += `${words[(n * 7 + i * 13) % words.length]} ${n % 1000} `;
  return text.slice(0, length);
}
