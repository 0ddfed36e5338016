// One server from a settings file, in any of the formats that programs use. Owns field names and their meaning; read-json.ts finds the
// servers in a file.

import { isObject, type Json, type JsonObject, member } from '../json/json.ts';
import { type ServerConfig, serverConfigSchema, type TransportConfig } from '../server/server-config.ts';
import { likelySecrets, openSecrets } from './likely-secrets.ts';
import { editorVariablesIn, fromEditorNotation, inputsIn, variableName } from './placeholders.ts';

/** A server that a text describes; the caller checks whether Misfire already has it. */
export interface ReadEntry {
  name: string;
  config: ServerConfig;
  /** What was left out or read differently than written; '' if nothing. */
  remark: string;
  /** The project folder it is for, if the text says so. */
  project?: string;
}

export type EntryOrProblem = { entry: ReadEntry } | { problem: string };

/** What VS Code asks its user for, by id. */
export type Inputs = ReadonlyMap<string, string>;

const addressNames = ['url', 'serverUrl', 'httpUrl', 'uri', 'endpoint'] as const;
const sseTypes = new Set(['sse', 'http+sse', 'http-sse']);
const httpTypes = new Set(['http', 'streamable-http', 'streamablehttp', 'streamable_http', 'remote']);
const stdioTypes = new Set(['stdio', 'local', 'command']);

/** Read here, or irrelevant to an inspector. */
const knownNames = new Set<string>([
  ...addressNames,
  ...[
    'name',
    'command',
    'args',
    'arguments',
    'env',
    'environment',
    'cwd',
    'workingDirectory',
    'headers',
    'http_headers',
  ],
  ...['type', 'transport', 'transportType', 'disabled', 'enabled', 'requestInit', 'inputs'],
  ...['description', 'title', 'icon', 'version', 'gallery', 'source', 'alwaysAllow', 'autoApprove', 'autoStart', 'id'],
]);

/** Whether an object looks like one server rather than a list. */
export const isEntry = (value: Json | undefined): boolean =>
  isObject(value) &&
  (['string', 'object'].includes(typeof member(value, 'command')) ||
    typeof member(value, 'cmd') === 'string' ||
    isEntry(member(value, 'transport')) ||
    addressNames.some((name) => typeof member(value, name) === 'string'));

export function readEntry(name: string, written: Json, inputs: Inputs = new Map()): EntryOrProblem {
  const value = flattened(written);
  const wrong = (problem: string): EntryOrProblem => ({ problem: `“${name}”: ${problem}` });
  if (!isObject(value)) return wrong('this is not a server; it needs a "command" or a "url".');
  const remarks: string[] = [];
  const filled: string[] = [];
  const read = readTransport(value, inputs, remarks, filled);
  if ('problem' in read) return wrong(read.problem);
  const { transport } = read;
  const off = member(value, 'disabled') === true || member(value, 'enabled') === false;
  if (off) remarks.unshift('It is switched off there.');
  const left = Object.keys(value).filter((key) => !knownNames.has(key));
  if (left.length > 0) remarks.push(`Left out: ${left.slice(0, 8).join(', ')}${left.length > 8 ? ', …' : ''}.`);
  const secrets = [...new Set([...filled, ...likelySecrets(transport)])];
  remarks.push(...openSecrets(transport));
  const checked = serverConfigSchema.safeParse({
    name: name.slice(0, 200),
    transport,
    ...(secrets.length === 0 ? {} : { secrets }),
  });
  if (!checked.success) return wrong(checked.error.issues[0]?.message ?? 'this cannot be read.');
  return { entry: { name: checked.data.name, config: checked.data, remark: remarks.join(' ') } };
}

/** Cline nests the transport, and Goose uses other names. */
function flattened(value: Json): Json {
  if (!isObject(value)) return value;
  const { transport, ...rest } = value;
  if (isObject(transport) && isEntry(transport)) return flattened({ ...rest, ...transport });
  const { cmd, envs, ...others } = value;
  if (typeof cmd !== 'string') return value;
  return { ...others, command: cmd, ...(envs === undefined ? {} : { env: envs }) };
}

type Transport = { transport: TransportConfig } | { problem: string };

function readTransport(value: JsonObject, inputs: Inputs, remarks: string[], filled: string[]): Transport {
  const given = member(value, 'type') ?? member(value, 'transport') ?? member(value, 'transportType');
  const type = typeof given === 'string' ? given.toLowerCase() : '';
  const known = type === '' || sseTypes.has(type) || httpTypes.has(type) || stdioTypes.has(type);
  if (!known) return { problem: `the type "${String(given)}" is not known; Misfire speaks stdio, http and sse.` };
  const addressName = addressNames.find((name) => typeof member(value, name) === 'string');
  const reader = new Values(inputs, remarks, filled);
  if (addressName !== undefined && !stdioTypes.has(type)) {
    const url = reader.plain(member(value, addressName) as string, 'The address');
    const kind = kindOf(type, addressName, url, remarks);
    const headers = reader.pairs(
      member(value, 'headers') ?? member(value, 'http_headers') ?? member(member(value, 'requestInit'), 'headers'),
      'header',
    );
    if ('problem' in headers) return headers;
    return { transport: { kind, url, headers: headers.pairs } };
  }
  if (member(value, 'command') === undefined) {
    return { problem: type === 'stdio' ? 'its "command" is missing.' : 'it needs a "command" or a "url".' };
  }
  return readCommand(value, reader);
}

function kindOf(type: string, addressName: string, url: string, remarks: string[]): 'http' | 'sse' {
  if (sseTypes.has(type)) return 'sse';
  if (httpTypes.has(type) || addressName === 'httpUrl') return 'http';
  if (!endsInSse(url)) return 'http';
  remarks.push('The address ends in /sse, so it is read as the older HTTP+SSE.');
  return 'sse';
}

export const endsInSse = (url: string): boolean => /\/sse\/?(?:[?#]|$)/i.test(url);

function readCommand(value: JsonObject, reader: Values): Transport {
  const given = member(value, 'command') as Json;
  // `{"path":…,"args":…}`, as in older Zed versions, and a list of words, as in some terminal programs.
  const inner = isObject(given) ? given : null;
  const words = Array.isArray(given) ? texts(given) : null;
  if (Array.isArray(given) && words === null) return { problem: 'its "command" is a list that holds more than texts.' };
  const command = inner ? member(inner, 'path') : words ? words[0] : given;
  if (typeof command !== 'string' || command === '') return { problem: 'its "command" is not a text.' };
  const rest = member(inner ?? value, 'args') ?? member(inner ?? value, 'arguments') ?? [];
  const args = Array.isArray(rest) ? texts(rest) : null;
  if (args === null) return { problem: 'its "args" must be a list of texts.' };
  const env = reader.pairs(
    member(inner ?? value, 'env') ?? member(value, 'env') ?? member(value, 'environment'),
    'env',
  );
  if ('problem' in env) return env;
  const cwd = member(value, 'cwd') ?? member(value, 'workingDirectory');
  if (cwd !== undefined && typeof cwd !== 'string') return { problem: 'its "cwd" is not a text.' };
  return {
    transport: {
      kind: 'stdio',
      command: reader.plain(command, 'The command'),
      args: [...(words ?? []).slice(1), ...args].map((arg) => reader.plain(arg, 'An argument')),
      env: env.pairs,
      ...(cwd ? { cwd: reader.plain(cwd, 'The working folder') } : {}),
    },
  };
}

/** Numbers and booleans are often unquoted; a list or an object is not a word. */
function texts(list: readonly Json[]): string[] | null {
  const words = list.map((word) => (isObject(word) || Array.isArray(word) || word === null ? null : String(word)));
  return words.every((word) => word !== null) ? words : null;
}

/** Values in the file's notation, converted to Misfire's; notes what the user must still fill in. */
class Values {
  readonly #inputs: Inputs;
  readonly #remarks: string[];
  readonly #filled: string[];

  constructor(inputs: Inputs, remarks: string[], filled: string[]) {
    this.#inputs = inputs;
    this.#remarks = remarks;
    this.#filled = filled;
  }

  plain(text: string, what: string): string {
    this.#noteEditorVariables(text);
    let read = fromEditorNotation(text);
    for (const id of inputsIn(text)) {
      const name = variableName(id);
      read = read.replaceAll(`\${input:${id}}`, `\${${name}}`);
      this.#note(`${what} asks for ${this.#asked(id)}: set the variable ${name}, or write the value there.`);
    }
    return read;
  }

  pairs(value: Json | undefined, kind: 'env' | 'header'): { pairs: Record<string, string> } | { problem: string } {
    const word = kind === 'env' ? 'env' : 'headers';
    if (value === undefined || value === null) return { pairs: {} };
    if (!isObject(value)) return { problem: `its "${word}" must be an object of texts.` };
    const pairs: [string, string][] = [];
    for (const [name, given] of Object.entries(value)) {
      if (given === null) continue;
      if (typeof given === 'object') return { problem: `"${name}" in its "${word}" is not a text.` };
      pairs.push([name, this.#pair(kind, name, String(given))]);
    }
    return { pairs: Object.fromEntries(pairs) };
  }

  /** A value that VS Code would ask for is a secret to fill in. */
  #pair(kind: 'env' | 'header', name: string, text: string): string {
    this.#noteEditorVariables(text);
    const [id] = inputsIn(text);
    if (id === undefined) return fromEditorNotation(text);
    this.#filled.push(`${kind}:${name}`);
    const form = text === `\${input:${id}}` ? '' : `, as “${text.replaceAll(`\${input:${id}}`, '…')}”`;
    this.#note(`Fill in ${name}${form}: ${this.#asked(id)}.`);
    return '';
  }

  #asked(id: string): string {
    return this.#inputs.get(id) || id;
  }

  #noteEditorVariables(text: string): void {
    for (const name of editorVariablesIn(text)) this.#note(`Only the editor knows \${${name}}: write its value.`);
  }

  #note(remark: string): void {
    if (!this.#remarks.includes(remark)) this.#remarks.push(remark);
  }
}
