// The actor of an exchange: recorded with its events and in captures, never guessed later. Owns the names, which of them count, and their
// labels.

export const actors = ['client', 'you', 'agent', 'replay', 'probe', 'doctor', 'tour', 'misfire'] as const;

/**
 * client: a watched client, named in the event's `client`. you: a manual call. agent: a call by a program through `misfire mcp`, also
 * named in `client`. replay: a call sent again. probe, doctor, tour: Misfire's deliberate mistakes, its checks and the tour of the
 * samples. misfire: its own requests.
 */
export type Actor = (typeof actors)[number];

export function isActor(value: unknown): value is Actor {
  return actors.some((actor) => actor === value);
}

/** Actors whose failures matter to the user. Misfire's own checks and copies are shown but not counted. */
export function isCounted(actor: Actor): boolean {
  return actor === 'client' || actor === 'you' || actor === 'agent' || actor === 'tour';
}

/** Actors whose calls count as attempts: a check that asks twice is not a retry. */
export function isThreaded(actor: Actor): boolean {
  return isCounted(actor) || actor === 'replay';
}

/** What Misfire calls itself in `clientInfo`, also where it passes another Misfire that records it as a client. */
export const ownClientName = 'misfire';
