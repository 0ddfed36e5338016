// Which call a line of stderr is about. The pipe has no ids: with several calls open, only a line that names the tool can be placed.

/** `isAlone`: nothing else was open when it was written. */
export function isAbout(line: string, target: string | null | undefined, isAlone: boolean): boolean {
  return isAlone || (target != null && target !== '' && line.includes(target));
}
