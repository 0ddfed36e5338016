// Who asked: the actor of an exchange, recorded with its events and kept in captures, never guessed later.
// Owns the names alone; what is counted and how an actor is shown is decided where that is done.

export const actors = ['client', 'you', 'replay', 'probe', 'doctor', 'tour', 'misfire'] as const;

/**
 * client: a watched client, named in the event's `client`. you: a call made by hand. replay: a call sent again.
 * probe, doctor, tour: Misfire's own mistakes on purpose, checks and the samples' tour. misfire: what it needs for itself.
 */
export type Actor = (typeof actors)[number];

export function isActor(value: unknown): value is Actor {
  return actors.some((actor) => actor === value);
}
