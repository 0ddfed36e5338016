// What the settings of a server name and what does not exist: a package, or a folder. Scripts are in missing-script.ts.

export interface MissingThing {
  kind: 'package' | 'folder';
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
  return null;
}
