// The few parts of Node that the log uses, for the page of component tests (vite.config.ts maps them here). Files are out of reach: a
// log in memory needs none.

const noFile = (): never => {
  throw new Error('There are no files in the page of a component test.');
};

export {
  noFile as chownSync,
  noFile as closeSync,
  noFile as dirname,
  noFile as existsSync,
  noFile as fchownSync,
  noFile as fstatSync,
  noFile as fsyncSync,
  noFile as join,
  noFile as lstatSync,
  noFile as mkdir,
  noFile as mkdirSync,
  noFile as openSync,
  noFile as readFileSync,
  noFile as readSync,
  noFile as renameSync,
  noFile as rmSync,
  noFile as statSync,
  noFile as writeSync,
};

/** Flags for opening files, which a page never does. */
export const constants = {};

export const setImmediate = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Timers of a browser are numbers, and never keep it running. */
Object.defineProperty(Number.prototype, 'unref', { value: () => undefined, configurable: true });
