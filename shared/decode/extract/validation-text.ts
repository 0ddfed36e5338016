// Validation written as text by the libraries servers use: Zod and the MCP SDKs, Pydantic, Ajv, jsonschema, Go's jsonschema.
// Line by line; each pattern is anchored and bounded.

import { addIssue, type Facts, pointer, pointerFromDotted } from '../facts.ts';

const mostLines = 60;

export function readValidationText(facts: Facts, text: string): void {
  if (!/nvalid|alidat|equired|issing|must/.test(text)) return;
  if (text.includes('validation error') && readPydantic(facts, text)) return;
  const list = afterIntroduction(text);
  if (list !== null && readMessageList(facts, list)) return;
  readSingles(facts, text);
}

/** `2 validation errors for XArguments`, then a field a line with its message indented below. */
function readPydantic(facts: Facts, text: string): boolean {
  const start = /\b\d{1,4} validation errors? for [^\n]{1,200}\n/.exec(text);
  if (start === null) return false;
  const lines = text.slice(start.index + start[0].length).split('\n', mostLines);
  for (let index = 0; index + 1 < lines.length; index++) {
    const field = lines[index] as string;
    const detail = lines[index + 1] as string;
    if (field === '' || field.startsWith(' ') || !detail.startsWith('  ')) continue;
    const match = /^ {2}([^\n]{1,400}?) \[type=([a-z_.]{1,60})/.exec(detail.slice(0, 500));
    addIssue(facts, {
      path: pointerFromDotted(field.slice(0, 200)),
      message: match?.[1] ?? detail.trim().slice(0, 400),
      ...(match?.[2] === undefined ? {} : { code: match[2] }),
    });
  }
  return facts.issues.length > 0;
}

/** What follows "Invalid arguments for tool x:" and its variants; null when the text is no such thing. */
function afterIntroduction(text: string): string | null {
  const match =
    /^(?:Input validation error: )?Invalid arguments for (?:tool|prompt) [^\s:]{1,128}: ?/.exec(text) ??
    /^Tool ['"][^'"\n]{1,128}['"] parameter validation failed: /.exec(text) ??
    /^(?:Input validation error|Invalid input|Invalid arguments|Validation failed|Tool validation failed|Invalid params|Invalid parameters)[.:][^\n:]{0,60}?[:\s]\s*/.exec(
      text,
    ) ??
    /^[a-z_]{2,60}: Validation failed:\s*/.exec(text);
  return match === null ? null : text.slice(match[0].length);
}

function readMessageList(facts: Facts, list: string): boolean {
  const known = facts.issues.length;
  const lines = list.split('\n', mostLines);
  for (let index = 0; index < lines.length; index++) {
    const line = (lines[index] as string).trim().replace(/^[•✖*-]\s{1,3}/, '');
    if (line === '' || line.length > 600) continue;
    // TypeScript SDK 1.x: "message at path"; z.prettifyError puts "→ at path" on the next line.
    const arrow = /^→ at (\S{1,200})$/.exec((lines[index + 1] ?? '').trim());
    if (arrow !== null) {
      addIssue(facts, { path: pointerFromDotted(arrow[1] as string), message: line });
      index++;
      continue;
    }
    const at = line.lastIndexOf(' at ');
    if (at > 0 && /^[\w$.[\]-]{1,200}$/.test(line.slice(at + 4))) {
      addIssue(facts, { path: pointerFromDotted(line.slice(at + 4)), message: line.slice(0, at) });
      continue;
    }
    for (const part of splitNamed(line)) addIssue(facts, part);
  }
  return facts.issues.length > known;
}

/** "a: Required, b.c: Expected string": a new entry starts where a name and a colon follow a comma. */
function splitNamed(line: string): { path: string; message: string }[] {
  const found: { path: string; message: string }[] = [];
  const starts: number[] = [];
  if (/^[\w$.[\]/-]{1,100}: \S/.test(line)) starts.push(0);
  for (let comma = line.indexOf(', '); comma >= 0 && starts.length < 40; comma = line.indexOf(', ', comma + 2)) {
    if (/^[\w$.[\]/-]{1,100}: \S/.test(line.slice(comma + 2, comma + 120))) starts.push(comma + 2);
  }
  if (starts[0] !== 0) return found;
  for (const [index, start] of starts.entries()) {
    const next = starts[index + 1];
    const part = line.slice(start, next === undefined ? undefined : next - 2);
    const colon = part.indexOf(': ');
    const name = part.slice(0, colon);
    const message = part.slice(colon + 2).replace(/\. Please check [^.]{1,120}\.?$/, '');
    found.push({ path: name === 'root' ? '' : pointerFromDotted(name.replaceAll('/', '.')), message });
  }
  return found;
}

/** Single sentences that name a field. */
function readSingles(facts: Facts, text: string): void {
  const line = text.slice(0, 400);
  const required =
    /\b[Mm]issing required (?:positional )?(?:argument|parameter|field|property|option|propertie)s?(?::\s?|\s)\[?["'`]?([\w$.-]{1,100})/.exec(
      line,
    ) ??
    /^["'`]?([\w$.-]{1,100})["'`]? (?:is|are) (?:a )?required(?: property)?\b/.exec(line) ??
    /["'`]([\w$.-]{1,100})["'`] is (?:a )?required/.exec(line) ??
    /must have required property ["'`]([\w$.-]{1,100})["'`]/.exec(line) ??
    /^([\w$.-]{1,100}) (?:parameter|argument|field|property) is (?:required|missing)/.exec(line) ??
    /\bmissing field [`'"]([\w$.-]{1,100})[`'"]/.exec(line) ??
    /missing properties: \[?"?([\w$.-]{1,100})/.exec(line) ??
    /Missing Required options: --([\w-]{1,100})/.exec(line);
  const name = required?.[1];
  if (
    name !== undefined &&
    !/^(?:it|this|that|value|input|and|or|which|authentication|login|arguments|authorization|payment|approval)$/i.test(
      name,
    )
  ) {
    addIssue(facts, { path: pointer([name]), message: 'is required', code: 'required' });
    return;
  }
  const ajv = /^data(\/[\w/~$-]{0,200}) (must [^,\n]{1,200})/.exec(line);
  if (ajv !== null) addIssue(facts, { path: ajv[1] as string, message: ajv[2] as string });
}
