// One unit of input: a line, a record, a request. What goes wrong with it becomes a counted problem, and the next unit is read. Without
// this, one line that a server wrote could hide all the others.

/** Returns `otherwise` if the step throws. `note` gets the reason as a sentence. */
export function guardedStep<T>(step: () => T, otherwise: T, note: (reason: string) => void): T {
  try {
    return step();
  } catch (problem) {
    note(reasonOf(problem));
    return otherwise;
  }
}

/** The same for a step that waits. */
export async function guardedWait(step: () => Promise<void>, note: (reason: string) => void): Promise<void> {
  try {
    await step();
  } catch (problem) {
    note(reasonOf(problem));
  }
}

const reasonOf = (problem: unknown): string =>
  problem instanceof RangeError && /call stack/i.test(problem.message)
    ? 'It is nested too deeply.'
    : `It could not be read: ${problem instanceof Error ? problem.message : String(problem)}.`;
