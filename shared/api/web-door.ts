// What the browser host and its page agree on: where the code for the key is, where it is exchanged, and how a socket presents the key.
// Owns only the names. electron/hosts/web-gate.ts decides who gets access.

/** `?code=…`, in the query: the fragment holds the current view, and links may have one. */
export const codeName = 'code';

/** Relative to the page: `POST key` with the code as its body returns the key. */
export const exchangePath = 'key';

export const socketPath = '/socket';

/** The only subprotocol the server ever selects. */
export const socketProtocol = 'misfire.1';

/** A page cannot set headers on a WebSocket, but it can offer subprotocols: the key is the second one. */
export const keyProtocol = (key: string): string => `key.${key}`;
