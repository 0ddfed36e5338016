// Why a client ignores one of its own entries: another scope, disabled, not approved, wrong key, hidden by another file, or denied by a
// company. Read-only; '' if the entry is used.

import { dirname, join } from 'node:path';
import type { Scope } from '../../../shared/clients/client.ts';
import { type Json, member } from '../../../shared/json/json.ts';
import { readJsonc } from '../../../shared/server-text/jsonc.ts';
import type { ClientRow } from './client-table.ts';
import { addressOf, entryWords, watchedWordsOf } from './entry-edit.ts';
import { readSettings } from './settings-file.ts';
import { jsonOf, memberOf, readSpans } from './span-tree.ts';
import type { ObjectSpan } from './span-types.ts';

/** An entry and its location. */
export interface PlacedEntry {
  row: ClientRow;
  path: string;
  /** The folder that the file belongs to; null if it belongs to no project. */
  project: string | null;
  /** The path to the entry; its name is last. */
  at: string[];
  server: string;
  entry: ObjectSpan;
}

interface IgnoreOptions {
  /** Where Claude Code keeps its user file. */
  claudeFile: string;
  home: string;
  /** Company files that list what Claude Code may use. */
  policies: readonly string[];
  /** The folder that the client would be started in; undefined: any. */
  folder: string | undefined;
}

/** By entry: why it is ignored. Used entries are omitted. */
export async function findIgnored<E extends PlacedEntry>(
  entries: readonly E[],
  options: IgnoreOptions,
): Promise<Map<E, string>> {
  const reader = new SettingsReader(options);
  const why = new Map<E, string>();
  for (const entry of entries) {
    const reason = (await ownReason(entry, entries, reader, options)) ?? '';
    if (reason !== '') why.set(entry, reason);
  }
  // Only an entry that is used itself hides another.
  const counting = entries.filter((entry) => !why.has(entry));
  for (const entry of counting) {
    const first = counting.find((other) => hides(other, entry, options.folder));
    if (first) why.set(entry, `${placeWords(first)} has an entry of this name, which counts first.`);
  }
  return why;
}

export function scopeOf({ row, at }: Pick<PlacedEntry, 'row' | 'at'>): Scope {
  if (row.managed) return 'managed';
  if (at[0] === 'projects') return 'local';
  return row.base === 'project' ? 'project' : 'user';
}

async function ownReason(
  entry: PlacedEntry,
  all: readonly PlacedEntry[],
  reader: SettingsReader,
  { folder }: IgnoreOptions,
): Promise<string | null> {
  const { row, at } = entry;
  const { settings, owner } = row;
  if (!settings.order) return null;
  const scope = scopeOf(entry);
  const key = at.at(-2) ?? '';
  if (key !== settings.key && !isOlderKey(row, at)) return `${owner} reads “${settings.key}” and not “${key}”.`;
  const { off } = settings;
  const switched = off && memberOf(entry.entry, off.member);
  if (off && switched?.kind === 'scalar' && switched.value === off.value)
    return `It is switched off: “${off.member}” is ${off.value}.`;
  const managed = all.find((other) => other.row.managed && other.row.owner === owner);
  if (settings.managedAlone && managed && scope !== 'managed')
    return `Your company’s ${managed.path} is there, and nothing else counts.`;
  const folderOf = scope === 'local' ? (at[1] ?? null) : entry.project;
  if (folder !== undefined && folderOf !== null && !isBelow(folder, folderOf)) return `It counts only in ${folderOf}.`;
  switch (settings.decides) {
    case 'approval':
      return reader.approvalReason(entry, scope, folder);
    case 'lists':
      return reader.listsReason(entry, all);
    case 'trust':
      return scope === 'project' ? reader.trustReason(entry, all) : null;
    case undefined:
      return null;
    default:
      return settings.decides satisfies never;
  }
}

/** Before mid-2025 VS Code kept servers in its settings, and Claude Code has a part for each project. */
function isOlderKey({ olderKey, listsProjects }: ClientRow, at: readonly string[]): boolean {
  return (listsProjects && at[0] === 'projects') || (olderKey !== undefined && at[0] === olderKey);
}

export const isBelow = (folder: string, above: string): boolean => {
  for (let at = folder; ; at = dirname(at)) {
    if (at === above) return true;
    if (at === dirname(at)) return false;
  }
};

function hides(other: PlacedEntry, entry: PlacedEntry, folder: string | undefined): boolean {
  if (other === entry || other.server !== entry.server || other.row.owner !== entry.row.owner) return false;
  const order = entry.row.settings.order ?? [];
  const [one, two] = [order.indexOf(scopeOf(other)), order.indexOf(scopeOf(entry))];
  if (one !== two) return one < two;
  // Two files of one scope: the one with comments wins; for projects the nearer one wins.
  if (other.project !== entry.project && folder !== undefined)
    return (other.project?.length ?? 0) > (entry.project?.length ?? 0);
  return other.path.endsWith('.jsonc') && entry.path.endsWith('.json');
}

function placeWords({ path, at }: PlacedEntry): string {
  return at[0] === 'projects' ? `The part for ${at[1]} in ${path}` : path;
}

/** What clients store elsewhere about their entries. Each file is read once. */
class SettingsReader {
  readonly #options: IgnoreOptions;
  readonly #files = new Map<string, Promise<Json | undefined>>();

  constructor(options: IgnoreOptions) {
    this.#options = options;
  }

  async approvalReason(entry: PlacedEntry, scope: Scope, folder: string | undefined): Promise<string | null> {
    const { server } = entry;
    const refused = await this.#refused(entry);
    if (refused !== null) return refused;
    const { home, claudeFile: own } = this.#options;
    const here = scope === 'local' ? entry.at[1] : (entry.project ?? folder);
    const project =
      here === undefined || here === null ? undefined : member(member(await this.#read(own), 'projects'), here);
    if (includes(member(project, 'disabledMcpServers'), server)) return `It is disabled for ${here} in ${own}.`;
    if (scope !== 'project' || entry.project === null) return null;
    const user = await this.#read(join(home, '.claude', 'settings.json'));
    const shared = await this.#read(join(entry.project, '.claude', 'settings.json'));
    const local = await this.#read(join(entry.project, '.claude', 'settings.local.json'));
    for (const settings of [user, shared, local])
      if (includes(member(settings, 'disabledMcpjsonServers'), server)) return 'It was rejected for this project.';
    // Settings in the folder itself count once the folder is trusted.
    const trusted = member(project, 'hasTrustDialogAccepted') === true;
    const approving = trusted ? [user, shared, local] : [user];
    const isApproved = approving.some(
      (settings) =>
        includes(member(settings, 'enabledMcpjsonServers'), server) ||
        member(settings, 'enableAllProjectMcpServers') === true,
    );
    const { owner, settings } = entry.row;
    return isApproved ? null : `${owner} waits for your approval: start ${settings.program} in that folder.`;
  }

  async listsReason({ row: own, server }: PlacedEntry, all: readonly PlacedEntry[]): Promise<string | null> {
    const paths = new Set(all.filter(({ row }) => row.owner === own.owner).map(({ path }) => path));
    for (const path of paths) {
      const mcp = member(await this.#read(path), 'mcp');
      if (includes(member(mcp, 'excluded'), server)) return `It is in “mcp.excluded” of ${path}.`;
      const allowed = member(mcp, 'allowed');
      if (Array.isArray(allowed) && !includes(allowed, server)) return `It is not in “mcp.allowed” of ${path}.`;
    }
    return null;
  }

  async trustReason({ row: own, project }: PlacedEntry, all: readonly PlacedEntry[]): Promise<string | null> {
    const { owner, settings } = own;
    const user = all.find(({ row }) => row.owner === owner && row.base !== 'project')?.path;
    const text = user === undefined ? null : await readSettings(user);
    const spans = text?.kind === 'text' ? readSpans(text.text, settings.format ?? 'json') : null;
    const projects = spans?.ok ? member(jsonOf(spans.root), 'projects') : undefined;
    const trust = project === null ? undefined : member(member(projects, project), 'trust_level');
    return trust === 'trusted'
      ? null
      : `${owner} reads it once the folder is trusted: start ${settings.program} in that folder.`;
  }

  /** `deniedMcpServers` beats `allowedMcpServers`; each names a server, its command or its address. */
  async #refused({ server, entry }: PlacedEntry): Promise<string | null> {
    for (const path of this.#options.policies) {
      const settings = await this.#read(path);
      const fits = (rule: Json) => ruleFits(rule, server, entry);
      const denied = member(settings, 'deniedMcpServers');
      if (Array.isArray(denied) && denied.some(fits)) return `Your company refuses it: “deniedMcpServers” of ${path}.`;
      const allowed = member(settings, 'allowedMcpServers');
      if (Array.isArray(allowed) && !allowed.some(fits))
        return `Your company’s list does not have it: “allowedMcpServers” of ${path}.`;
    }
    return null;
  }

  #read(path: string): Promise<Json | undefined> {
    const known = this.#files.get(path);
    if (known) return known;
    const reading = readSettings(path).then((read) => {
      const parsed = read.kind === 'text' ? readJsonc(read.text) : null;
      return parsed?.ok ? parsed.value : undefined;
    });
    this.#files.set(path, reading);
    return reading;
  }
}

function ruleFits(rule: Json, server: string, entry: ObjectSpan): boolean {
  if (member(rule, 'serverName') === server) return true;
  const command = member(rule, 'serverCommand');
  const words = watchedWordsOf(entry)?.runs ?? entryWords(entry);
  if (Array.isArray(command) && words) return JSON.stringify(command) === JSON.stringify(words);
  const url = member(rule, 'serverUrl');
  const address = addressOf(entry);
  if (typeof url !== 'string' || address === null) return false;
  const [start = '', ...rest] = url.split('*');
  return rest.length === 0 ? address === url : address.startsWith(start);
}

const includes = (list: Json | undefined, name: string): boolean => Array.isArray(list) && list.includes(name);
