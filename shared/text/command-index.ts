// Finds the name of the command in the words after `misfire`, without a library: a client waits for it.

/** The first word that is no option of every command, and no value of one. -1: there is none. */
export const commandIndex = (args: readonly string[]): number =>
  args.findIndex((word, index) => !word.startsWith('-') && !/^--(?:data|color)$/.test(args[index - 1] ?? ''));
