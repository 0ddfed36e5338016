// What Misfire knows about one client: the type of every file in this folder. All members but the names are optional: they hold what was
// measured or read, and code that needs more does without. Code that only Node can run takes this data as its input.

import type { Json, JsonObject } from '../json/json.ts';
import type { SeenRules } from '../seen/parts/seen.ts';
import type { LogReader } from '../transcripts/parts/log-reader.ts';
import type { Fields, Reported } from '../transcripts/parts/otlp-fields.ts';
import type { TranscriptReader } from '../transcripts/parts/reader.ts';
import type { SeenCall } from '../transcripts/parts/seen-call.ts';

export interface Client {
  /** kebab-case. Options, transcripts and stored logs have it, so it never changes. */
  id: string;
  /** As shown. Stored logs have it too. */
  name: string;
  /** Other names: what it sends as `clientInfo.name`, and what options accepted before. */
  alsoKnownAs?: readonly string[];
  /** What it does on a new connection, as measured by `npm run clients`. */
  opening?: ClientOpening;
  settings?: ClientSettings;
  hooks?: ClientHooks;
  telemetry?: ClientTelemetry;
  transcripts?: ClientTranscripts;
  logs?: ClientLogs;
  /** The member of `_meta` that has the call's id of its transcript. Omitted: calls are joined by tool, arguments and time. */
  callIdIn?: string;
  /** What its model gets. */
  seen?: SeenRules;
  limits?: ClientLimits;
  /** What it does with a line on stdout that is not a message, as reported in `source`. */
  noise?: { does: string; source: string };
}

/** Keeps the id as a literal type, and which members exist. */
export const defineClient = <const C extends Client>(client: C): C => client;

export interface ClientOpening {
  /** The client's version, and the day it ran. */
  version: string;
  measured: string;
  /** Sent before `initialize`, to a server of either era. Omitted: it knows only the older era. */
  probe?: OpeningProbe;
  /** Up to 2025-11-25, in order. Messages of one step are sent at once; the next step waits for their answers. */
  steps: readonly OpeningStep[];
  /** It asks for tools even if the server does not announce any. */
  alwaysAsksForTools?: true;
  /** Lists besides the tools without which it gives up the server: an error or no answer costs all tools. */
  needsLists?: readonly string[];
  /** Members of the result of `initialize` without which it gives up the server. */
  needsInGreeting: readonly GreetingMember[];
  /** How long it waits for the answer to `initialize`. Omitted: as long as `limits.start`, or longer than was measured. */
  startMs?: number;
  /** It takes any protocol version, also one that it does not know. */
  takesAnyVersion?: true;
  /** A line on stdout that is no message costs it the server. */
  failsOnNoise?: true;
  /** Which of its user's variables a server gets. Omitted: all. */
  environment?: { only: readonly string[] } | { without: RegExp };
  tools: OpeningTools;
}

export type OpeningStep = readonly JsonObject[];
type GreetingMember = 'protocolVersion' | 'capabilities' | 'serverInfo';

interface OpeningProbe {
  message: JsonObject;
  /** What follows if the server speaks 2026-07-28. */
  steps: readonly OpeningStep[];
  /** How long it waits for an answer before `initialize`. */
  waitMs: number;
  /** If the server's process ends, it starts another one and sends `initialize`. Omitted: the server is lost. */
  startsAgain?: true;
  /** If `initialize` is refused with the versions of the newer era, it sends the message again. Omitted: the server is lost. */
  triesAgain?: true;
}

/** Which tools of a list reach the model, and how they are named there. */
export interface OpeningTools {
  /** Flaws of one tool that cost the whole list. */
  refusesListOf: readonly ToolFlaw[];
  /** Flaws that cost that tool alone. */
  leavesOut?: readonly ToolFlaw[];
  /** It reads only the first page of the list. */
  firstPageOnly?: true;
  /** What the model's name of a tool has before the tool's own. */
  prefix(server: string): string;
  /** Characters that it replaces with `_`. */
  replaces: RegExp;
  /** The model service that gets the schemas, and the flaws (shared/features/lint/schema-flaws.ts) that the client removes before. */
  passesTo?: { service: ModelService; repairs: readonly string[] };
  /** The longest name with its prefix. */
  longestName?: { length: number; longer: 'shortened' | 'left out' };
}

/** What can be wrong with one tool of a list. */
const toolFlaws = [
  'no name',
  'no input schema',
  'an input schema that is not of type object',
  'a property without a schema',
  'a description that is no text',
  'an annotation that is no boolean',
  'an output schema that is not of type object',
  'a choice at the top of its input schema',
] as const;
export type ToolFlaw = (typeof toolFlaws)[number];

export const modelServices = ['Anthropic', 'OpenAI', 'Google'] as const;
export type ModelService = (typeof modelServices)[number];

export type OperatingSystem = 'darwin' | 'win32' | 'linux';

/** The base of a path; base-folder.ts resolves it on this machine. */
export type Base =
  | 'home'
  /** `~/Library/Application Support` */
  | 'support'
  /** `~/Library` */
  | 'library'
  /** `%APPDATA%` */
  | 'appdata'
  /** `%LOCALAPPDATA%` */
  | 'localappdata'
  /** `$XDG_CONFIG_HOME`, or `~/.config` */
  | 'config'
  /** `$XDG_DATA_HOME`, or `~/.local/share` */
  | 'data'
  /** `$XDG_CACHE_HOME`, or `~/.cache` */
  | 'cache'
  /** No base: the path is absolute, for all users of this machine. */
  | 'machine'
  /** The client's own folder: the one that the variable names, else this one in the home folder. */
  | { folder: string; variable?: string };

/** Where programs with windows keep what belongs to a user. */
export const userFolders = [
  { on: 'darwin', base: 'support' },
  { on: 'win32', base: 'appdata' },
  { on: 'linux', base: 'config' },
] as const satisfies readonly { on: OperatingSystem; base: Base }[];

interface Place {
  /** Omitted: all systems. */
  on?: OperatingSystem;
  base: Base;
}

export type SettingsFormat = 'json' | 'toml' | 'yaml';
export type Scope = 'managed' | 'local' | 'project' | 'user';

export interface ClientSettings {
  /** The name in `misfire watch`, and of the ids there. Omitted: the client's name. */
  name?: string;
  /** The program's name in the PATH; omitted if it has none. */
  program?: string;
  /** The version with which order and files were observed; omitted: from its documentation, November 2026. */
  checkedWith?: string;
  files: readonly SettingsFile[];
  /** Omitted: JSON, with or without comments. */
  format?: Exclude<SettingsFormat, 'json'>;
  /** The key that holds the entries. */
  key: string;
  /** Which file wins if several have an entry of one name, highest precedence first. Omitted: unknown. */
  order?: readonly Scope[];
  /** If the managed file exists, nothing else counts. */
  managedAlone?: true;
  /** The field that disables an entry, and the value that does. */
  off?: { member: string; value: boolean };
  /** What else decides whether an entry counts: approval by its user, lists in its settings, or trusted folders. */
  decides?: 'approval' | 'lists' | 'trust';
  /** The entry that starts a command. Omitted: command, args and env. */
  entry?(run: StartedCommand): JsonObject;
  /** How it reads an entry with an address. */
  address?: AddressReading;
  /** The field that limits how long a server may take to start, and its unit. In most clients `timeout` is for calls. */
  startLimit?: { member: string; unitMs: number };
  /** It asks its user again whether to trust a changed entry. */
  asksTrust?: true;
  /** Its processes. While one runs, it writes the settings back from memory. */
  heldBy?: Readonly<Record<OperatingSystem, readonly string[]>>;
  /** Files in which a company restricts what may be started, and the name of the list there. A last part `*` matches every file. */
  policy?: { files: Readonly<Partial<Record<OperatingSystem, readonly string[]>>>; has: RegExp };
}

export interface SettingsFile {
  /** Omitted: all systems. */
  on?: OperatingSystem;
  /** `project`: a folder the user named, and each folder above it. */
  base: Base | 'project';
  /** Relative to the base, with slashes; a part `*` matches every folder there. */
  path: string;
  /** The name in `misfire watch`, if it is not the client's. */
  label?: string;
  /** Added to the client's name in brackets. Omitted: `project` or `managed`, if it is one of them. */
  part?: string;
  /** A general settings file: not worth a mention if it has no servers. */
  general?: true;
  /** A file managed by a company: it is read, and never changed. */
  managed?: true;
  /** The key of entries in older versions; it counts besides the usual one. */
  olderKey?: string;
  /** New entries belong in another file. */
  takesNoEntries?: true;
  /** It lists the folders in which the client has worked. */
  listsProjects?: true;
  /** When the client notices a change of the file. Omitted: at its next start. */
  rereads?: 'at once' | 'next session';
}

/** `env`: only if there are variables. */
type StartedCommand = { command: string; args: string[]; env?: Record<string, string> };

export interface AddressReading {
  /** Which entries without a type use the older HTTP+SSE: all of them, or those with the member `url`. */
  isOld?: 'always' | 'url';
  /** It fills in `$NAME` in headers, besides `${NAME}`. */
  fillsDollarNames?: true;
}

export interface ClientHooks {
  /** Whether a report is one of this client. */
  fits(report: Json): boolean;
  /** null: it is no report about a call to an MCP server. `servers`: those in `serversIn`. */
  read(report: Json, at: number, servers: readonly string[]): SeenCall | null;
  /** Settings that name the servers, if reports join server and tool to one name; `inProject`: relative to the report's folder. */
  serversIn?: { base: Base; path: string; inProject: readonly string[] };
  /** Omitted: Misfire does not set up its hook. */
  setUp?: HookSettings;
}

/** One item in the list of an event. */
export interface HookItem {
  event: string;
  item: JsonObject;
}

export interface HookSettings {
  /** The client's own folder: it exists if the client is installed. */
  base: Base;
  path: string;
  /** Members of a new file beside its hooks. */
  fresh: JsonObject;
  items(command: string): HookItem[];
  /** The path to a member that turns all hooks off, and its value. */
  off?: { path: readonly string[]; value: boolean };
}

/** `misfire hook` ends after 5 s by itself. */
export const hookSeconds = 10;

/** A hook as Claude Code and Gemini CLI write it. */
export const matchedHook = (command: string, matcher: string, timeout: number): JsonObject => ({
  matcher,
  hooks: [{ type: 'command', command, timeout }],
});

export interface ClientTelemetry {
  /** What to set so that it exports OTLP to this address, line by line. */
  settings(url: string): readonly string[];
  /** Where to set it. */
  where: string;
  /** The setting without which calls are incomplete. */
  required: string;
  /** A call in a log record of this name; null: it is about something else. */
  readRecord?(event: string, fields: Fields, resource: Fields, ended: number): Reported;
  /** A call in a span. */
  readSpan?(span: Json, fields: Fields, resource: Fields): Reported;
}

interface ClientTranscripts {
  places: readonly TranscriptPlace[];
  /** Whether a file with this first line is a transcript of this client. */
  fits(first: Json): boolean;
  reader(): TranscriptReader;
  /** Whether a pasted line is from such a transcript; it may be any of them. */
  fitsPasted?(line: Json): boolean;
}

interface ClientLogs {
  places: readonly TranscriptPlace[];
  /** Whether a file with this first line is a log of this client. `json`: the line, if it is JSON. */
  fits(first: string, json: Json | undefined): boolean;
  /** `server`: of a log about one server. */
  reader(server: string): LogReader;
}

export interface TranscriptPlace extends Place {
  /** Below the base, with slashes. */
  folder: string;
  /** One pattern per level below the folder. */
  path: readonly RegExp[];
  /** The level that names the project, or the server of a log. Its pattern has a group if a part of it is the name. */
  named?: number;
}

interface ClientLimits {
  /** How long it waits for a server to start, and what to change in the client; '' if it has no such setting. */
  start?: { ms: number; advice: string };
  /** How long it waits for the response to a call unless that is changed, and how to change it; '' if it has no such setting. */
  call?: { ms: number; advice: string };
  /** The longest name of server and tool together; it leaves out tools with a longer one. */
  toolName?: number;
}
