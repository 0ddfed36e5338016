// What the browser door and its page agree on: where the code for the key stands, where it is exchanged, and how a socket shows
// the key. Owns the names only. Who is let in is decided in electron/hosts/web-gate.ts.

/** `?code=…`, in the query: the fragment says which place of the app is shown, and a link may have one. */
export const codeName = 'code';

/** Beside the page: `POST key` with the code as its body answers with the key. */
export const exchangePath = 'key';

export const socketPath = '/socket';

/** The one subprotocol that is ever answered with. */
export const socketProtocol = 'misfire.1';

/** A page cannot set headers of a socket, but it can offer subprotocols: the key is the second one. */
export const keyProtocol = (key: string): string => `key.${key}`;
