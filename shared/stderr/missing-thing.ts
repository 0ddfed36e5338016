// What the settings of a server name and what does not exist: a package, a folder, or another path. Scripts are in missing-script.ts.

import { anyOf, inRow } from '../dialects/patterns.ts';
import { lastWords } from './last-words.ts';

export interface MissingThing {
  kind: 'package' | 'folder' | 'path';
  name: string;
  /** Who says that it has no such package. */
  registry: 'npm' | 'PyPI' | null;
}

const looked = 100;

const patterns: readonly { kind: MissingThing['kind']; registry: MissingThing['registry']; pattern: RegExp }[] = [
  {
    kind: 'package',
    registry: 'npm',
    pattern:
      /npm (?:ERR!|error) 404\s+['"]((?:@[\w.~-]{1,100}\/)?[\w.~-]{1,100})@[^'"]{1,100}['"] is not in this registry/,
  },
  {
    kind: 'package',
    registry: 'npm',
    pattern:
      /404 Not Found - GET https?:\/\/[^/\s]{1,200}\/(?:[\w.~-]{1,60}\/){0,4}?((?:@[\w.~-]{1,100}(?:\/|%2[fF]))?[\w.~-]{1,100})(?:\s|$)/,
  },
  {
    kind: 'package',
    registry: 'PyPI',
    pattern: /[Bb]ecause ([\w.-]{1,100}) was not found in the package registry/,
  },
  {
    kind: 'folder',
    registry: null,
    pattern: /Cannot access directory (\/[^\n,]{1,300}|[A-Z]:[^\n,]{1,300}), skipping/,
  },
  {
    kind: 'folder',
    registry: null,
    pattern: /Error accessing directory (\/[^\n:]{1,300}|[A-Z]:[\\/][^\n:]{1,300}): Error: ENOENT\b/,
  },
];

/** As programs write it, with quotes or without. */
const path = anyOf(
  /(?<=['"‘“`])(?:\.{0,2}|~)\/[^'"’”`\n]{1,300}(?=['"’”`])/i,
  /(?<![\w/.~])(?:\.{0,2}|~)\/(?!\/)[^\s'"’”`:,;()]{1,300}/,
  /\b[A-Z]:\\[^'"’”`:\n]{1,300}/,
);
const absent = anyOf(
  /do(?:es)?(?: not|n't) exist|(?:no such|cannot find the) (?:file|directory|folder|path)/i,
  /not found|could(?: not|n't) be found|\bENOENT\b/,
);
const isBefore = inRow([path], /['"’”`]?(?: (?:path|file|directory|folder))?[:,]? (?:is |was )?/, [absent]);
const isAfter = inRow([absent], /[^\n'"‘“`/~\\]{0,60}['"‘“`]?/, [path]);

/** Parts of an installation are not in the settings, and a socket is missing if its service does not run. */
const isInstalled = /[\\/](?:node_modules|site-packages|dist-packages|_npx|\.cache)[\\/]|\.sock$/;

/** Only in the line that says why it ended: servers do without some files. */
function missingPath(lines: readonly string[]): MissingThing | null {
  const line = lastWords(lines).slice(0, 1000);
  const said = isBefore.exec(line) ?? isAfter.exec(line);
  // From there in the whole line, where its quotation marks are.
  const from = new RegExp(path, 'g');
  from.lastIndex = said?.index ?? line.length;
  const name = from.exec(line)?.[0];
  return name === undefined || isInstalled.test(name) ? null : { kind: 'path', registry: null, name };
}

/** null: its last lines name none. */
export function missingThing(lines: readonly string[]): MissingThing | null {
  const seen = lines.slice(-looked);
  // A server that was refused some folders runs with the others.
  const isFatal = (kind: MissingThing['kind']) =>
    kind === 'package' || seen.some((line) => /ENOENT|None of the specified directories/.test(line));
  for (const { kind, registry, pattern } of patterns)
    for (const line of seen) {
      const name = pattern.exec(line.slice(0, 1000))?.[1];
      if (name !== undefined && isFatal(kind)) return { kind, registry, name: name.replace(/%2f/i, '/').trim() };
    }
  return missingPath(lines);
}
