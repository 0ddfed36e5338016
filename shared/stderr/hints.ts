// What the last lines of a failing server mean and the fix, as data. Patterns look for fixed words in short lines. A package that the
// server names is quoted as its statement, because it may be malicious.

import type { DoctorFix } from '../advice.ts';
import { anyOf } from '../dialects/patterns.ts';
import { helpError, wantOf } from './last-words.ts';
import { missingVariables } from './missing-variable.ts';

interface Hint {
  pattern: RegExp;
  /** It explains what other hints only notice. */
  isWhole?: true;
  fix: (match: RegExpExecArray) => DoctorFix;
}

const edit = (words: string): DoctorFix => ({ words, action: 'edit_server' });
const elsewhere = (words: string): DoctorFix => ({ words, action: null });

/** Version 2 of the SDK renamed this class. Any other name may be missing because the installed version is older, or newer. */
const pins: Readonly<Record<string, string>> = { FastMCP: ', “mcp<2”', MCPServer: ', “mcp>=2”' };

const pinOf = (name = '', part = ''): string => (name === 'mcp' ? (pins[part] ?? '') : '');

const usageAdvice = 'Correct the arguments: the server printed how it wants to be called.';

const hints: readonly Hint[] = [
  {
    // Compiled for another runtime, system or processor, or not at all.
    pattern: anyOf(
      /node_modules\/((?:@[\w.-]{1,60}\/)?[\w.-]{1,60})\/[^\n'"]{0,200}(?:bindings|\.node\b)/,
      /Could not load the ["']([\w@/.-]{1,60})["'] module using the/,
      /compiled against a different Node|No native build was found|invalid ELF header|incompatible architecture/,
      /locate the bindings file|\.node\b[^\n]{0,80}(?:cannot open|no such)|gyp ERR!|GLIBC_[\d.]{1,8}' not found|ERR_DLOPEN_FAILED/i,
    ),
    fix: ([, path, name]) =>
      elsewhere(
        `A compiled part of ${path ?? name ?? 'a package'} does not fit this system or this version of Node. Rebuild it where the server runs (npm rebuild), or reinstall the server with the Node that runs it.`,
      ),
  },
  {
    // Node looks up the package first, so it is installed.
    pattern:
      /Cannot find module ['"][^'"\n]{0,300}node_modules\/((?:@[\w.-]{1,60}\/)?[\w.-]{1,60})\/([^'"\n]{1,200})['"]/,
    fix: ([, name, rest]) =>
      elsewhere(
        `The installed package “${name}” has no “${rest}”: another version of it was expected, or its installation is not complete. Install the packages of the server again.`,
      ),
  },
  {
    pattern: /Cannot find (?:module|package) ['"]([^'"]{1,200})['"]/,
    fix: ([, name]) =>
      elsewhere(
        `The server says that it lacks “${name}”. If you know and trust that package, install it where the server is; otherwise correct the path of its file.`,
      ),
  },
  {
    // Python looks up the package first, so it is installed.
    pattern: /No module named ['"]?(\w{1,60})((?:\.\w{1,60}){1,8})/,
    fix: ([, name, rest]) =>
      elsewhere(
        `The server says that its Python package “${name}” has no “${name}${rest}”: most likely another version of “${name}” is installed than it was written for. Install the one that it asks for.`,
      ),
  },
  {
    // The package is installed but lacks what the server imports.
    pattern: /cannot import name ['"](\w{1,80})['"] from (?:partially initialized module )?['"](\w{1,60})/,
    fix: ([, part, name]) =>
      elsewhere(
        `The installed version of the Python package “${name}” has no “${part}”. Install the version that the server was written for${pinOf(name, part)}, or another version of the server.`,
      ),
  },
  {
    // Version 2 of the SDK registers handlers differently.
    pattern:
      /AttributeError: ['"]Server['"] object has no attribute ['"]((?:list|call|get|read)_(?:tools?|prompts?|resources?)|list_resource_templates)['"]/,
    fix: ([, part]) =>
      elsewhere(
        `The installed version of the Python package “mcp” has no “${part}”. Install the version that the server was written for, “mcp<2”, or a newer server.`,
      ),
  },
  {
    // Two packages have this class, so the name proves no version.
    pattern: /AttributeError: ['"]FastMCP['"] object has no attribute ['"](\w{1,80})['"]/,
    fix: ([, part]) =>
      elsewhere(
        `In the installed version of its Python package, “mcp” or “fastmcp”, FastMCP has no “${part}”. Install the version that the server was written for, or a newer server.`,
      ),
  },
  {
    pattern: /No module named ['"]?(\w{1,100})(?![\w.])/,
    fix: ([, name]) =>
      elsewhere(
        `The server says that it lacks the Python package “${name}”. If you know and trust it, install it in the environment that this command uses, or use that environment's own python.`,
      ),
  },
  {
    pattern: /can't open file ['"]?([^'":]{1,300})|Could not open input file: (.{1,300})/,
    fix: ([, one, other]) => edit(`Correct the path of the script: “${one ?? other}” cannot be opened.`),
  },
  {
    pattern: /(?:npm (?:ERR!|error) (?:code )?E?404|404 Not Found - GET|is not in this registry)/i,
    fix: () => edit('Correct the name of the package: the registry does not have it.'),
  },
  {
    pattern: /could not determine executable to run/i,
    fix: () => edit('This package has no program to run. Look up in its README how it is started.'),
  },
  {
    pattern: /No solution found|Package .{1,100} was not found in the package registry|because .{1,100} was not found/i,
    fix: () => edit('Correct the name of the package: it was not found where uv looks.'),
  },
  {
    // The program refuses the address before it connects: fetch has a list of ports that it never opens.
    pattern:
      /\bbad port\b|ERR_UNSAFE_PORT|ERR_INVALID_URL|\bInvalid URL\b|\bFailed to parse URL\b|ERR_INVALID_PROTOCOL/i,
    isWhole: true,
    fix: ([said]) =>
      edit(
        /port/i.test(said)
          ? 'Change the port in the address that the server gets: programs refuse to open it, because it belongs to another service.'
          : 'Correct the address in the arguments or variables of the server: it is not a valid URL.',
      ),
  },
  {
    pattern:
      /\b(?:ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNREFUSED|[Nn]etwork (?:is unreachable|request failed)|fetch failed|Temporary failure in name resolution)\b/,
    fix: () =>
      elsewhere('The server could not reach something on the network. Check the connection and its proxy settings.'),
  },
  {
    pattern: /EADDRINUSE|address already in use/i,
    fix: () => elsewhere('Its port is in use, perhaps by another instance. Stop that instance or choose another port.'),
  },
  {
    pattern: /Cannot connect to the Docker daemon|docker daemon is not running|dockerDesktopLinuxEngine/i,
    fix: () => elsewhere('Start Docker, then check again.'),
  },
  {
    pattern: /Unable to find image|pull access denied|manifest unknown/i,
    fix: () => edit('Correct the name of the image, or sign in to its registry with docker login.'),
  },
  {
    pattern: /env: [‘'"]?([\w.-]{1,60})[’'"]?: No such file or directory|([\w.-]{1,60}): (?:command )?not found/,
    fix: ([, one, other]) =>
      elsewhere(
        `The server says that it needs “${one ?? other}”, which is not in PATH. If you know that program, install it, or start Misfire from a terminal where it works.`,
      ),
  },
  {
    pattern:
      /SyntaxError: (?:Unexpected token|The requested module|Cannot use import)|ERR_UNKNOWN_FILE_EXTENSION|requires? Node(?:\.js)? ?(?:version )?(?:>=|v?\d)/i,
    fix: () =>
      elsewhere(
        'The server needs another (most likely a newer) version of Node.js than the one that this command finds.',
      ),
  },
  {
    pattern: /unknown (?:option|argument|command)|unrecognized arguments|invalid option|error: unexpected argument/i,
    fix: () => edit(usageAdvice),
  },
  {
    // A warning is about one part, and the server continues.
    pattern:
      /^(?![^\n]{0,2000}[Ww]arning)[^\n]{0,120}\b(?:is deprecated|no longer (?:supported|maintained|published))\b/,
    fix: () => edit('This server is no longer maintained: its last lines say what to use instead.'),
  },
  {
    pattern: /EACCES|permission denied/i,
    fix: () => elsewhere('The server was refused access to a file or folder. Look at the path in its last words.'),
  },
];

/** `lines`: the newest first. */
export function hintsIn(lines: readonly string[]): DoctorFix[] {
  const fixes: DoctorFix[] = [];
  const missing = missingVariables(lines.toReversed());
  if (missing !== null)
    fixes.push(
      edit(
        `Set the ${missing.names.length === 1 ? 'variable' : 'variables'} ${missing.words} in the server's settings.`,
      ),
    );
  for (const { pattern, fix, isWhole } of hints) {
    for (const line of lines) {
      const match = pattern.exec(line.slice(0, 2_000));
      if (!match) continue;
      const found = fix(match);
      if (!fixes.some(({ words }) => words === found.words)) fixes.push(found);
      if (isWhole) return fixes;
      break;
    }
    if (fixes.length === 2) break;
  }
  if (fixes.length === 0 && isCalledWrongly(lines)) fixes.push(edit(usageAdvice));
  return fixes;
}

/** Some programs print how they are called after any error. */
function isCalledWrongly(lines: readonly string[]): boolean {
  if (!lines.some((line) => /usage:/i.test(line.slice(0, 2_000)))) return false;
  const why = helpError(lines.toReversed());
  return why === null || wantOf(why) === 'usage';
}
