// What the model of a client received from a response, and the clients for which that is known.

import { clients, type KnownClient } from '../clients/clients.ts';
import type { Got, Loss } from './parts/seen.ts';

/** The clients whose model is known, the measured ones first. */
export const seenClientIds = clients
  .filter(({ seen }) => seen)
  .map(({ id }) => id as Extract<KnownClient, { seen: object }>['id']);
export type SeenClientId = (typeof seenClientIds)[number];

/** null: it is not known what this client's model gets. */
export const seenIdOf = (client: string): SeenClientId | null => seenClientIds.find((id) => id === client) ?? null;

export interface Seen {
  client: SeenClientId;
  version: string;
  got: Got;
  /** The client itself says that the call failed: with a flag, a key, or text. */
  flagged: boolean;
  lost: Loss[];
  /** What the client does with such a response, in one sentence. */
  rule: string;
}
