// Names that commands had before. They still work, and say the current one.

import { commandIndex } from '../../../shared/text/command-index.ts';

/** `hook` without options takes a report of a client: main.ts recognizes it before. */
const formerNames: Readonly<Record<string, readonly string[]>> = {
  hook: ['watch', '--hook'],
  link: ['serve', '--link'],
  probe: ['compare', '--format', 'rows'],
  receive: ['watch', '--receive'],
};

/** The words with the current name of their command. `tell` gets a sentence if that is another one. */
export function withCurrentName(words: readonly string[], tell: (sentence: string) => void): readonly string[] {
  const own = words.includes('--') ? words.slice(0, words.indexOf('--')) : words;
  const isHelp = own[commandIndex(own)] === 'help';
  const at = isHelp ? own.indexOf('help') + 1 : commandIndex(own);
  const name = own[at] ?? '';
  const current = Object.hasOwn(formerNames, name) ? formerNames[name] : undefined;
  if (current === undefined) return words;
  tell(`"misfire ${name}" is now "misfire ${current.join(' ')}".`);
  return [...words.slice(0, at), ...(isHelp ? current.slice(0, 1) : current), ...words.slice(at + 1)];
}
