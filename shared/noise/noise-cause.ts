// Why a line that is not a message is on stdout: its form, and what usually prints such lines. Patterns read only the first few
// hundred characters. The first match counts; a line without a match was printed by hand.

import { isObject, parseJson } from '../json/json.ts';
import { withoutColors } from '../stderr/colors.ts';
import type { Language } from './language.ts';

export interface NoiseCause {
  id: string;
  /** One sentence: what usually prints this. */
  words: string;
  /** The only language that prints such lines; null if any does. */
  language: Language | null;
}

const looked = 400;
const levels = 'trace|debug|dbug|info|notice|warn|warning|error|fatal|critical';

const causes: readonly (NoiseCause & { looks: RegExp })[] = [
  {
    id: 'byte-order-mark',
    words: 'The text starts with a byte order mark: something writes stdout as UTF-8 with a BOM.',
    language: null,
    looks: /^\ufeff/,
  },
  {
    id: 'blank',
    words: 'An empty line, as a print without words leaves it.',
    language: null,
    looks: /^\s*$/,
  },
  {
    id: 'dotenv',
    words: 'dotenv prints which file it has read; since version 17 to stdout.',
    language: 'node',
    looks: /^\[dotenv@|\binject(?:ing|ed) env \(/,
  },
  {
    id: 'package-manager',
    words: 'npm, npx, yarn or pnpm speaks before the server does: a notice, or the script that it runs.',
    language: 'node',
    looks:
      /^(?:npm (?:warn|notice|err!|error|info)\b|> \S+@\d|> (?:tsc|node|tsx|npx|vite|next|ts-node|nest)\b|added \d+ packages?|up to date[, ]|need to install the following|yarn run v|\$ (?:node|tsx|tsc)\b|done in \d|lockfile is up to date|progress: resolved)/i,
  },
  {
    id: 'spring',
    words: 'Spring Boot’s banner or log, which go to stdout by default.',
    language: 'java',
    looks:
      /:: Spring Boot ::|^ {0,3}\.\s{1,4}_{4}|^ ?\/\\\\ \/ ___|^ ?\( \( ?\)\\___|^ {1,3}\\\\\/ {1,3}___|^ {1,3}'\s{1,3}\|____|=========\|_\||^\d{4}-\d\d-\d\d[T ][\d:.,]+(?:Z|[+-]\d\d:\d\d)?\s+(?:INFO|WARN|DEBUG|ERROR|TRACE) \d+ --- \[/,
  },
  {
    id: 'dotnet-logger',
    words: '.NET’s console logger, which writes to stdout by default.',
    language: 'dotnet',
    looks:
      /^(?:trce|dbug|info|warn|fail|crit): (?:[\w.]+\[\d+\]|\w+\.[\w.]+)$|^\s+(?:Now listening on: |Application started\. Press |Hosting environment: |Content root path: )/,
  },
  {
    id: 'dotnet-build',
    words: '`dotnet run` builds first and prints that to stdout.',
    language: 'dotnet',
    looks:
      /^\s*(?:Determining projects to restore|Restored \S|All projects are up-to-date|Build succeeded|Building\.\.\.|\S+ -> \S+\.dll)/,
  },
  {
    id: 'php-notice',
    words: 'PHP prints notices and warnings to stdout by default.',
    language: 'php',
    looks:
      /^(?:PHP )?(?:<br \/>|<b>)?(?:Notice|Warning|Deprecated|Fatal error|Parse error|Strict Standards)(?:<\/b>)?: {1,2}.{1,300}(?: in | on line )|^<br \/>$/,
  },
  {
    id: 'python-warning',
    words: 'A Python warning, printed or sent to stdout by a handler.',
    language: 'python',
    looks: /^\S.{0,200}:\d+: \w*Warning: |^\s*warnings\.warn\(/,
  },
  {
    id: 'traceback',
    words: 'A Python traceback that was printed rather than left to stderr.',
    language: 'python',
    looks: /^Traceback \(most recent call last\)/,
  },
  {
    id: 'split-message',
    words: 'A message over several lines: each message must be on one line.',
    language: null,
    looks: /^\s*(?:[{}[\]]{1,4},?|"(?:jsonrpc|id|method|params|result|error|content|type|text)":.{0,300})\s*$/,
  },
  {
    id: 'object-dump',
    words: 'An object that was printed for looking at, often over several lines.',
    language: null,
    looks: /^\{ ?['"]?\w{1,60}['"]?: |^\s{1,12}['"]?\w{1,60}['"]?: .{0,300},?$|^\[ ?['"{]/,
  },
  {
    id: 'progress',
    words: 'A progress bar, or a word about a download.',
    language: null,
    looks:
      /\r(?=.)|\d{1,3} ?%|[█▓▒░▏▎▍▌▋▊▉]|[=#]{4}[>\] ]|\[[=#>. -]{5,}\]|^(?:Downloading|Fetching|Installing|Resolving|Loading|Pulling|Unpacking)\b/,
  },
  {
    id: 'logger',
    words: 'A logger that is set to stdout.',
    language: null,
    looks: new RegExp(
      `^(?:\\[?\\d{2,4}[-/:.]\\d{2}[-/:.]\\d{2}[\\dTZ:.,+ -]{0,24}\\]?\\s{0,3}(?:[|-]\\s?)?)?(?:\\S{1,40} [|-] )?[[(<]?(?:${levels})[\\])>]?(?:\\b|:)`,
      'i',
    ),
  },
  {
    id: 'dated-logger',
    words: 'A logger that is set to stdout: the line begins with a time.',
    language: null,
    looks: /^\[?\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d/,
  },
  {
    id: 'banner',
    words: 'A greeting: the server says that it is there.',
    language: null,
    looks:
      /^[=*#~_─━═+|-]{3,}|^\p{Extended_Pictographic}|\b(?:listening|running|started|starting|ready|welcome|initiali[sz]ed|connected|connecting|version|v\d+\.\d+|server)\b/iu,
  },
];

const byHand: NoiseCause = { id: 'print', words: 'A print that was left in the code.', language: null };
const jsonLogger: NoiseCause = {
  id: 'json-logger',
  words: 'A logger that writes JSON, and to stdout: JSON alone is not an MCP message.',
  language: null,
};

export function noiseCause(line: string): NoiseCause {
  const text = withoutColors(line.slice(0, looked));
  if (/^\s*\{/.test(text)) {
    const parsed = parseJson(line.slice(0, 100_000));
    if (parsed.ok && isObject(parsed.value)) return jsonLogger;
  }
  const { looks: _, ...found } = causes.find(({ looks }) => looks.test(text)) ?? { ...byHand, looks: null };
  return found;
}
