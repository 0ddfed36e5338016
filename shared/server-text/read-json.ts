// Finds the servers in a JSON text: `mcpServers`, VS Code's `servers` with `inputs`, Zed's `context_servers`, Claude Code's projects,
// only the inner object, or a single server. read-entry.ts reads each entry.

import { isObject, type Json, type JsonObject, member } from '../json/json.ts';
import { suggestName } from './command-line.ts';
import { type Inputs, isEntry, type ReadEntry, readEntry } from './read-entry.ts';

export interface ReadServers {
  servers: ReadEntry[];
  problems: string[];
}

/** More than anyone has; a larger file is not hand-written. */
const mostServers = 500;
const listNames = ['mcpServers', 'servers', 'context_servers', 'mcp_servers', 'extensions'] as const;

/** `quiet`: a settings file without servers is fine. */
export function serversIn(value: Json, { quiet = false } = {}): ReadServers {
  const found: ReadServers = { servers: [], problems: [] };
  if (Array.isArray(value)) {
    for (const [index, entry] of value.entries()) take(found, nameOf(entry) ?? `server ${index + 1}`, entry, new Map());
    return bounded(found);
  }
  if (!isObject(value)) return { servers: [], problems: ['This is JSON, but it describes no server.'] };
  if (isEntry(value)) {
    take(found, nameOf(value) ?? suggestedName(value), value, inputsOf(value));
    return found;
  }
  const lists = [...listsIn(value)];
  for (const { list, inputs, project } of lists) {
    for (const [name, entry] of Object.entries(list)) take(found, name, entry, inputs, project);
  }
  if (lists.length > 0 || quiet) return bounded(found);
  const entries = Object.entries(value);
  if (entries.some(([, entry]) => isEntry(entry))) {
    for (const [name, entry] of entries) if (name !== 'inputs') take(found, name, entry, inputsOf(value));
    return bounded(found);
  }
  found.problems.push('There is no "mcpServers" in this JSON, and no server with a "command" or a "url".');
  return found;
}

interface List {
  list: JsonObject;
  inputs: Inputs;
  project?: string;
}

function* listsIn(value: JsonObject): Generator<List> {
  const inputs = inputsOf(value);
  for (const name of listNames) {
    const list = member(value, name);
    // Goose's `extensions` are of many kinds; those of editors are never servers.
    if (isObject(list) && (name !== 'extensions' || Object.values(list).some(isEntry)))
      yield { list: name === 'extensions' ? entriesOf(list) : list, inputs };
    // Continue has a list.
    else if (Array.isArray(list) && list.some(isEntry))
      yield {
        list: Object.fromEntries(list.map((entry, index) => [nameOf(entry) ?? `server ${index + 1}`, entry])),
        inputs,
      };
  }
  // VS Code's settings.json has `"mcp": {"servers": …}`; others prefix the name, as in `"amp.mcpServers"`.
  for (const [name, inner] of Object.entries(value)) {
    if (name === 'mcp' && isObject(inner)) {
      const list = member(inner, 'servers') ?? (Object.values(inner).some(isEntry) ? inner : undefined);
      if (isObject(list)) yield { list, inputs: inputsOf(inner) };
    } else if (/\.(?:mcpServers|mcp\.servers)$/.test(name) && isObject(inner)) yield { list: inner, inputs };
  }
  const projects = member(value, 'projects');
  for (const [folder, project] of Object.entries(isObject(projects) ? projects : {})) {
    const list = member(project, 'mcpServers');
    if (isObject(list)) yield { list, inputs: new Map(), project: folder };
  }
}

const entriesOf = (list: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(list).filter(([, entry]) => isEntry(entry)));

function take(found: ReadServers, name: string, value: Json, inputs: Inputs, project?: string): void {
  const read = readEntry(name.trim() === '' ? 'server' : name, value, inputs);
  if ('problem' in read) found.problems.push(read.problem);
  else if (project === undefined) found.servers.push(read.entry);
  else {
    const remark = [`For the project ${project}.`, read.entry.remark].filter(Boolean).join(' ');
    found.servers.push({ ...read.entry, remark, project });
  }
}

function inputsOf(value: JsonObject): Inputs {
  const inputs = member(value, 'inputs');
  const pairs = (Array.isArray(inputs) ? inputs : []).flatMap((input): [string, string][] => {
    const id = member(input, 'id');
    const words = member(input, 'description');
    return typeof id === 'string' ? [[id, typeof words === 'string' ? words.slice(0, 200) : '']] : [];
  });
  return new Map(pairs);
}

function nameOf(value: Json): string | null {
  const name = member(value, 'name');
  return typeof name === 'string' && name.trim() !== '' ? name : null;
}

function suggestedName(value: JsonObject): string {
  const read = readEntry('server', value);
  if ('problem' in read) return 'server';
  const { transport } = read.entry.config;
  return (
    suggestName('url' in transport ? { kind: 'http', url: transport.url } : { ...transport, kind: 'stdio' }) || 'server'
  );
}

function bounded(found: ReadServers): ReadServers {
  const over = found.servers.length - mostServers;
  if (over <= 0) return found;
  return {
    servers: found.servers.slice(0, mostServers),
    problems: [...found.problems, `Only the first ${mostServers} servers were read; there are ${over} more.`],
  };
}
