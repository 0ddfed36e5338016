// Finds the call that a line of stderr is about. The pipe has no ids: with several open calls, only a line that names the tool
// can be assigned.

/** `isAlone`: no other call was open when it was written. */
export function isAbout(line: string, target: string | null | undefined, isAlone: boolean): boolean {
  return isAlone || (target != null && target !== '' && line.includes(target));
}
