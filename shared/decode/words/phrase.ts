// The forms of a finding's sentence, and the sentence for missing environment variables, of a call and of a process that ended.

/** The wording of a failure: on the card, in a row, and in very little space. */
export interface Phrase {
  sentence: string;
  short: string;
  tiny?: string;
}

export function setVariables(names: readonly string[], server: string): Phrase {
  const list = names.length > 3 ? `${names.slice(0, 3).join(', ')} and more` : listed(names);
  return { sentence: `Set ${list} for ${server}`, short: `Set ${list}`, tiny: `Set ${list}` };
}

export const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
