// Who asked: the actor of an exchange, recorded with its events and kept in captures, never guessed later.
// Owns the names, which of them count, and what they are called where people read them.

export const actors = ['client', 'you', 'agent', 'replay', 'probe', 'doctor', 'tour', 'misfire'] as const;

/**
 * client: a watched client, named in the event's `client`. you: a call made by hand. agent: a call that a program asked for
 * through `misfire mcp`, named in `client` too. replay: a call sent again.
 * probe, doctor, tour: Misfire's own mistakes on purpose, checks and the samples' tour. misfire: what it needs for itself.
 */
export type Actor = (typeof actors)[number];

export function isActor(value: unknown): value is Actor {
  return actors.some((actor) => actor === value);
}

/** Whose failures are somebody's trouble. Misfire's own checks and copies are there to be looked at, not to be counted. */
export function isCounted(actor: Actor): boolean {
  return actor === 'client' || actor === 'you' || actor === 'agent' || actor === 'tour';
}

/** Whose calls are attempts at something: a check that asks twice is no retry. */
export function isThreaded(actor: Actor): boolean {
  return isCounted(actor) || actor === 'replay';
}

export const actorWords: Record<Actor, string> = {
  client: 'a watched client',
  you: 'you',
  agent: 'an agent',
  replay: 'a replay',
  probe: 'a probe',
  doctor: 'the doctor',
  tour: 'the samples’ tour',
  misfire: 'Misfire itself',
};
