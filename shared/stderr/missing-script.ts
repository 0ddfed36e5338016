// The missing script that a command names, from interpreters' messages.

const looked = 100;
const noScript = [
  /can't open file ['"]?([^'":]{1,300})/,
  /Could not open input file: ([^\n]{1,300})/,
  /Cannot find module ['"]((?:\/|[A-Z]:[\\/])[^'"]{1,300})['"]/,
  /Module not found ["']file:\/\/([^"']{1,300})["']/,
  /Unable to access jarfile ([^\n]{1,300})/,
  /Can't open perl script "([^"\n]{1,300})"/,
  /^(?:\/(?:usr\/)?bin\/)?(?:ba|z|da|k)?sh: (?:\d{1,6}: )?(?:cannot open )?([^\s:][^:\n]{0,299}): No such file\b/,
  /^(?:sh|dash): \d+: [Cc](?:annot|an't) open (\S{1,300})$/,
  /^ruby: No such file or directory -- ([^\n]{1,300}) \(LoadError\)/,
  /No such file or directory -- (\S{1,300})/,
  /^error: Module not found ["']([^"']{1,300})["']/,
];

/** The file that an interpreter did not find; null if it names none. */
export function missingScript(lines: readonly string[]): string | null {
  const seen = lines.slice(-looked);
  // Node names the file that imports a module: the script itself has none, or only the working folder.
  if (
    seen.some((line) => /Require stack:|imported from (?!\S{0,400}[\\/]$)/.test(line)) &&
    !seen.some((line) => /requireStack: \[\]/.test(line))
  )
    return null;
  for (const line of seen)
    for (const pattern of noScript) {
      const path = pattern.exec(line.slice(0, 1000))?.[1];
      if (path !== undefined) return path.trim();
    }
  return null;
}
