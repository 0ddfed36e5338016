// Validation messages as text from common libraries: Zod and the MCP SDKs, Pydantic, Ajv, jsonschema, Go's jsonschema. Reads line by
// line; each pattern is anchored and bounded.

import { anyOf, inRow } from '../../dialects/patterns.ts';
import { isObject, member } from '../../json/json.ts';
import { addIssue, type CallFacts, pointer, pointerFromDotted, type Reading } from '../reading/reading.ts';

const mostLines = 60;
/** Without one of these no pattern below can match. */
const signs = /[Vv]alid|quired|issing|must|xpected/;

export function readValidationText(reading: Reading, text: string): void {
  if (!signs.test(text)) return;
  if (text.includes('validation error') && readPydantic(reading, text)) return;
  const list = afterIntroduction(text);
  if (list !== null && readMessageList(reading, list)) return;
  if (readPlainLines(reading, text)) return;
  readSingles(reading, text);
}

/** `2 validation errors for XArguments`, then one field per line with its message indented below. */
function readPydantic(reading: Reading, text: string): boolean {
  const start = /\b\d{1,4} validation errors? for [^\n]{1,200}\n/.exec(text);
  if (start === null) return false;
  const lines = text.slice(start.index + start[0].length).split('\n', mostLines);
  for (let index = 0; index + 1 < lines.length; index++) {
    const field = lines[index] as string;
    const detail = lines[index + 1] as string;
    if (field === '' || field.startsWith(' ') || !detail.startsWith('  ')) continue;
    const match = /^ {2}([^\n]{1,400}?) \[type=([a-z_.]{1,60})/.exec(detail.slice(0, 500));
    addIssue(reading, {
      path: pointerFromDotted(field.slice(0, 200)),
      message: match?.[1] ?? detail.trim().slice(0, 400),
      ...(match?.[2] === undefined ? {} : { code: match[2] }),
    });
  }
  return reading.issues.length > 0;
}

/** What follows "Invalid arguments for tool x:" and its variants; null for any other text. */
function afterIntroduction(text: string): string | null {
  const match =
    invalidArguments.exec(text) ?? toolParameters.exec(text) ?? refusedInput.exec(text) ?? namedTool.exec(text);
  return match === null ? null : text.slice(match[0].length);
}

const invalidArguments = /^(?:Input validation error: )?Invalid arguments for (?:tool|prompt) [^\s:]{1,4000}: ?/;
const toolParameters = /^Tool ['"][^'"\n]{1,4000}['"] parameter validation failed: /;
const refusedInput = inRow(
  /^/,
  [
    /Input validation error|Invalid input|Invalid arguments|Validation failed|Tool validation failed/,
    /Invalid params|Invalid parameters/,
  ],
  /[.:][^\n:]{0,60}?[:\s]\s*/,
);
const namedTool = /^[a-z_]{2,60}: Validation failed:\s*/;

/** Only `path: message` lines, with or without a heading. */
function readPlainLines(reading: Reading, text: string): boolean {
  if (!text.includes(': ')) return false;
  const lines = text.split('\n', mostLines).filter((line) => line.trim() !== '');
  const from = lines.findIndex(isPlainLine);
  if (from < 0 || from > 1) return false;
  const entries = lines.slice(from);
  return entries.every(isPlainLine) && readMessageList(reading, entries.join('\n'));
}

const plainLine = inRow(/^\s{0,4}(?:[•✖*-] {0,2})?[\w$.[\]/-]{1,100}: /, [
  /[Rr]equired|[Ee]xpected |[Ii]nvalid (?!(?:API|api|access|auth\w{0,12}|bearer) |credential|token)/,
  /Unrecognized |(?:String|Number|Array|Date|Value) must |[Mm]ust |[Ss]hould |Too /,
  /[Mm]issing(?:$|[.,;]| (?:required|value|field|argument|parameter|property|data|key|name|or|from|in)\b)/,
  /Field required|Input should /,
]);

/** "Unauthorized: invalid API key" has a status or a kind of refusal before the colon, not a field. */
const refusal = inRow(
  /^\s{0,4}/i,
  [
    /\d{3}|\[[A-Za-z]\w{0,40}\]|un(?:authorized|authenticated)|forbidden|(?:access|permission)[_-]?denied/i,
    /bad[_-]?request|not[_-]?found|failed|failure|rejected|refused/i,
    /(?<![\w/.@-])[\w/.@-]{1,200}\.(?:node|so|dylib|dll)/i,
  ],
  /: /i,
);

/** `SyntaxError: invalid syntax`: an exception, not a field. */
const exception =
  /^\s{0,4}(?:[•✖*-] {0,2})?(?:[A-Za-z_]\w{0,60}\.){0,8}[A-Za-z_]{0,60}(?:Error|Exception|Warning|Failure): /;

const isPlainLine = (line: string): boolean => plainLine.test(line) && !refusal.test(line) && !exception.test(line);

function readMessageList(reading: Reading, list: string): boolean {
  const known = reading.issues.length;
  const lines = list.split('\n', mostLines);
  for (let index = 0; index < lines.length; index++) {
    const line = withoutBullet((lines[index] as string).trim());
    if (line === '' || line.length > 600) continue;
    // TypeScript SDK 1.x: "message at path"; z.prettifyError puts "→ at path" on the next line.
    const next = lines[index + 1];
    const arrow = next === undefined || !next.includes('→') ? null : arrowPath.exec(next.trim());
    if (arrow !== null) {
      addIssue(reading, { path: pointerFromDotted(arrow[1] as string), message: line });
      index++;
      continue;
    }
    const at = line.lastIndexOf(' at ');
    if (at > 0) {
      const path = line.slice(at + 4);
      if (dottedPath.test(path)) {
        addIssue(reading, { path: pointerFromDotted(path), message: line.slice(0, at) });
        continue;
      }
    }
    splitNamed(reading, line);
  }
  return reading.issues.length > known;
}

const arrowPath = /^→ at (\S{1,200})$/;
const dottedPath = /^[\w$.[\]-]{1,200}$/;
const bullet = /^[•✖*-]\s{1,3}/;

function withoutBullet(line: string): string {
  const first = line.charCodeAt(0);
  return first === 42 || first === 45 || first > 127 ? line.replace(bullet, '') : line;
}

/** "a: Required, b.c: Expected string": a new entry starts where a name and a colon follow a comma. */
function splitNamed(reading: Reading, line: string): void {
  if (!named.test(line)) return;
  let start = 0;
  let entries = 1;
  for (let comma = line.indexOf(', '); comma >= 0 && entries < 40; comma = line.indexOf(', ', comma + 2)) {
    if (!named.test(line.slice(comma + 2, comma + 120))) continue;
    addNamed(reading, line.slice(start, comma));
    start = comma + 2;
    entries++;
  }
  addNamed(reading, start === 0 ? line : line.slice(start));
}

const named = /^[\w$.[\]/-]{1,100}: \S/;

function addNamed(reading: Reading, part: string): void {
  const colon = part.indexOf(': ');
  const name = part.slice(0, colon);
  const message = part.slice(colon + 2);
  addIssue(reading, {
    path: name === 'root' ? '' : pointerFromDotted(name.includes('/') ? name.replaceAll('/', '.') : name),
    message: message.includes('. Please check ') ? message.replace(/\. Please check [^.]{1,120}\.?$/, '') : message,
  });
}

/** Single sentences that name a field. */
function readSingles(reading: Reading, text: string): void {
  const line = text.length > 400 ? text.slice(0, 400) : text;
  const found = line.includes('equired') || line.includes('issing') ? missingField(line) : undefined;
  const name = found === undefined ? undefined : spelled(reading.call, found);
  if (name !== undefined && !noField.test(name) && !toInstall.test(line)) {
    addIssue(reading, { path: pointer([name]), message: 'is required', code: 'required' });
    return;
  }
  const ajv = line.startsWith('data/') ? ajvSentence.exec(line) : null;
  if (ajv !== null) addIssue(reading, { path: ajv[1] as string, message: ajv[2] as string });
}

/** As the tool spells it: "URL parameter is required" means `url`. */
function spelled({ params, inputSchema }: CallFacts, name: string): string {
  const known = [member(inputSchema, 'properties'), member(params, 'arguments')].filter(isObject);
  if (known.length === 0 || known.some((object) => Object.hasOwn(object, name))) return name;
  const small = name.toLowerCase();
  return known.flatMap((object) => Object.keys(object)).find((other) => other.toLowerCase() === small) ?? name;
}

function missingField(line: string): string | undefined {
  for (const pattern of missingFields) {
    const match = pattern.exec(line);
    if (match !== null) return match[1];
  }
  return undefined;
}

/** Each names a missing field; the first match wins. A marked name comes before a bare word. */
const missingFields: readonly RegExp[] = [
  /\bmissing field [`'"]([\w$.-]{1,100})[`'"]/,
  inRow(
    /\b[Mm]issing [Rr]equired (?:positional )?(?:argument|parameter|field|property|option|propertie)s?/,
    /(?::\s?|\s)\[?["'`]?(?:--)?([\w$.-]{1,100})/,
  ),
  /^["'`]?([\w$.-]{1,100})["'`]? (?:is|are) (?:a )?required(?: property)?\b/,
  /["'`]([\w$.-]{1,100})["'`] is (?:a )?required/,
  /must have required property ["'`]([\w$.-]{1,100})["'`]/,
  /^([\w$.-]{1,100}) (?:parameter|argument|field|property) is (?:required|missing)/,
  /missing properties: \[?"?([\w$.-]{1,100})/,
];
/** Words in sentences that are not fields. */
const noField = inRow(
  /^/i,
  [
    /it|this|that|value|input|and|or|which|authentication|login|arguments|authorization|payment|approval/i,
    /missing|either|both|one|all|any|at|the|following|\w{0,60}(?:Error|Exception)/i,
  ],
  /$/i,
);
/** "X is required, install it with …": a program that the server needs. */
const toInstall = anyOf(
  /\b(?:pip3?|pipx|uv|conda|npm|yarn|pnpm|brew|apt|apt-get|cargo|gem|go) (?:install|add|get)\b/i,
  /\binstall (?:it|with|via|using|the|from)\b|\bplease install\b/i,
);
const ajvSentence = /^data(\/[\w/~$-]{0,200}) (must [^,\n]{1,200})/;
